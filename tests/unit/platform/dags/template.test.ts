import { describe, expect, it } from 'vitest';
import { hasTemplate, parsePath, resolve, templatesIn } from '../../../../electron/platform/dags/template.ts';

const data = {
  params: { n: 3, text: 'a b', list: [1, 2], flag: false, nothing: null, sly: '{{ params.n }}' },
  tasks: { get: { result: { data: { items: [{ id: 7 }], 'x y': 1 } } }, 'a.b': { result: 5 } },
  run: { logical_date: '2024-05-01T12:00:00.000Z' },
};

describe('templates', () => {
  it.each([
    ['{{ params.n }}', 3],
    ['  {{params.n}} ', 3],
    ['{{ params.list }}', [1, 2]],
    ['{{ params.flag }}', false],
    ['{{ params.nothing }}', null],
    ['{{ tasks.get.result.data.items[0].id }}', 7],
    ['{{ tasks.get.result.data.items.0.id }}', 7],
    ['{{ tasks["get"].result.data["x y"] }}', 1],
    ['{{ tasks["a.b"].result }}', 5],
    ['{{ run.logical_date }}', '2024-05-01T12:00:00.000Z'],
  ])('%s alone keeps the type of what it names', (text, value) => {
    expect(resolve(text, data)).toEqual(value);
  });

  it('becomes text, or JSON, within a longer text', () => {
    expect(resolve('/x/{{ params.n }}?q={{ params.text }}&l={{ params.list }}', data)).toBe('/x/3?q=a b&l=[1,2]');
  });

  it('goes into lists and objects, and leaves names and other values as they are', () => {
    expect(resolve({ '{{ params.n }}': ['{{ params.n }}', 1, null] }, data)).toEqual({ '{{ params.n }}': [3, 1, null] });
  });

  it.each(['{{ name }}', '{{7*7}}', '{{ paramsx.n }}', '${params.n}', '{{ constructor.constructor("x")() }}', '{% for x in params %}'])(
    'leaves %s as the text that it is [F-15]', (text) => {
      expect(resolve(text, data)).toBe(text);
      expect(hasTemplate(text)).toBe(false);
    },
  );

  it('never reads what it put in as a template again [F-15]', () => {
    expect(resolve('{{ params.sly }} and {{ params.sly }}', data)).toBe('{{ params.n }} and {{ params.n }}');
    expect(resolve('{{ params.sly }}', data)).toBe('{{ params.n }}');
  });

  it.each([
    ['{{ params.missing }}', 'missing'],
    ['{{ tasks.get.result.data.items[1].id }}', '1'],
    ['{{ params.constructor }}', 'constructor'],
    ['{{ params.__proto__ }}', '__proto__'],
    ['{{ params.text.length }}', 'length'],
    ['a {{ params.missing }} b', 'missing'],
  ])('%s says what is not there', (text, name) => {
    expect(() => resolve(text, data)).toThrow(`there is no “${name}”`);
  });

  it.each(['params..x', 'params.x+1', 'params[x]', 'params.x y', 'params["x]'])('%s is no path', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });

  it('finds every template with the place where it stands', () => {
    expect([...templatesIn({ a: ['x', '{{ params.n }} {{ run.x }}'] })]).toEqual([
      { at: ['a', 1], text: 'params.n', path: ['params', 'n'] },
      { at: ['a', 1], text: 'run.x', path: ['run', 'x'] },
    ]);
  });
});
