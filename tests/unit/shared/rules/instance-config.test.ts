import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configFields, instanceData, recipeConfig } from '../../../../shared/rules/instance-config.ts';

describe('what an instance is asked for', () => {
  it('is told by the fields of a configuration, in any of their forms [Q-003]', () => {
    const config = [
      { name: 'city', label: 'City', required: true, help: 'Where' }, 'note', { name: 'many', default: 3 }, { name: 'size', options: ['S', 'L'] }, { loud: true, more: { a: 1 } },
      { name: 'long', type: 'long' }, { name: 'old', type: 'integer' }, null, 7, { name: 'note', type: 'text', default: 'last' },
    ];
    const fields = configFields(JSON.stringify(config));
    expect(fields.map(({ name, type, initial }) => [name, type, initial])).toEqual([
      ['city', 'text', undefined], ['note', 'text', 'last'], ['many', 'number', 3], ['size', 'choice', undefined], ['loud', 'flag', true], ['more', 'json', { a: 1 }], ['long', 'long', undefined], ['old', 'number', undefined],
    ]);
    expect(fields[0]).toMatchObject({ label: 'City', required: true, help: 'Where' });
  });

  it('is the recipe’s own configuration, else its default arguments, else the sample of its start', () => {
    const nodes = [{ id: 's', type: 'start', data: { sample: { city: 'Ulm' } } }];
    expect(recipeConfig({ flow_recipe_config: '[{"name":"x"}]', default_args: { y: 1 }, nodes })).toEqual([{ name: 'x' }]);
    expect(recipeConfig({ flow_recipe_config: [], default_args: { y: 1 }, nodes })).toEqual([{ name: 'y', default: 1 }]);
    expect(recipeConfig({ default_args: '', nodes })).toEqual([{ name: 'city', default: 'Ulm' }]);
    expect(recipeConfig({ nodes: 'no graph' })).toEqual([]);
  });
});

describe('what the runs of an instance are given', () => {
  const fields = configFields([{ name: 'city', required: true }, { name: 'many', default: 3 }, { name: 'size', options: ['S', 'L'] }, { name: 'loud', type: 'boolean' }]);

  it('is the defaults, and over them what it says itself, the last word last', () => {
    expect(instanceData(fields, [{ name: 'city', value: 'Ulm' }, { many: 4, more: [1] }, { city: 'Bonn' }])).toEqual({ data: { city: 'Bonn', many: 4, more: [1] }, problems: [] });
  });

  it('says what is missing or of the wrong kind', () => {
    expect(instanceData(fields, '[{"name": "many", "value": "4"}, {"name": "size", "value": "M"}, {"name": "loud", "value": "yes"}]').problems).toEqual([
      { name: 'city', message: 'city is required' }, { name: 'many', message: 'many must be a number' }, { name: 'size', message: 'size must be one of S, L' }, { name: 'loud', message: 'loud must be true or false' },
    ]);
  });

  it('reads whatever it is given', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (config, values) => {
      const { data, problems } = instanceData(configFields(config), values);
      expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
      expect(problems.every(({ message }) => message.length > 0)).toBe(true);
    }));
  });
});
