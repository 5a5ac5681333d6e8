import { describe, expect, it } from 'vitest';
import { layerOf, resolveVariables } from '../../../../shared/rules/variables.ts';

const layers = (...stored: unknown[]) => stored.map(layerOf);

describe('variables [F-15]', () => {
  it.each([
    ['nothing to do', '', 'nothing to do'],
    ['a {{name}} b', { name: 'x' }, 'a x b'],
    ['{{ name }}{{name}}', { name: 'x' }, 'xx'],
    ['{{a.b-c_1}}', { 'a.b-c_1': 'x' }, 'x'],
    ['{{n}} {{b}} {{o}}', { n: 7, b: false, o: { k: [1] } }, '7 false {"k":[1]}'],
    ['{{empty}}|', { empty: '' }, '|'],
    ['{{a}}', { a: 'x-{{b}}', b: 'y' }, 'x-y'],
    ['\\{{name}} {{name}}', { name: 'x' }, '{{name}} x'],
    ['{{ 1+1 }} {{#if a}} {{}} {name} ${name} {{na me}} {{{{', { name: 'x' }, '{{ 1+1 }} {{#if a}} {{}} {name} ${name} {{na me}} {{{{'],
    ['{{a}}', { a: '$& $1 \\1 {{b}}', b: '$`' }, '$& $1 \\1 $`'],
    ['{{constructor}}', { constructor: 'own' }, 'own'],
  ])('turn “%s” with %j into “%s”', (text, values, result) => {
    expect(resolveVariables(text, layers(values))).toEqual({ text: result, unknown: [], circular: [], secrets: [] });
  });

  it('come from the first layer that has them, nested ones as well', () => {
    const stored = layers({ a: 'run' }, { a: 'environment', b: '{{a}}/{{c}}' }, { b: 'api', c: 'api' });
    expect(resolveVariables('{{a}} {{b}} {{c}}', stored).text).toBe('run run/api api');
  });

  it('are named where they have no value', () => {
    expect(resolveVariables('{{a}} {{b}} {{a}} {{c}} {{toString}}', layers({ c: '{{d}}' }))).toMatchObject({ unknown: ['a', 'b', 'd', 'toString'] });
  });

  it.each([
    ['itself', { a: '{{a}}' }],
    ['itself through another', { a: '{{b}}', b: 'x{{a}}' }],
    ['a third', { a: '{{b}}', b: '{{c}}', c: 'x' }],
  ])('are refused where one leads to %s', (_, values) => {
    expect(resolveVariables('{{a}}', layers(values)).circular).toEqual(['a']);
  });

  it('do not grow without end', () => {
    const bomb = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`v${at}`, `{{v${at + 1}}}`.repeat(10)]));
    expect(resolveVariables('{{v0}}', layers(bomb)).text.length).toBeLessThan(1000);
  });

  it('tell which secrets went into the text, as they stand there', () => {
    const stored = layers({ token: { value: 'abc', secret: true }, unused: { value: 'no', secret: true }, both: 'pre-{{token}}', wrapped: { value: 'x{{plain}}', secret: true }, plain: 'y' });
    expect(resolveVariables('{{both}} {{wrapped}}', stored)).toMatchObject({ text: 'pre-abc xy', secrets: ['abc', 'xy'] });
  });

  it('are written as their place asks, by layer', () => {
    expect(resolveVariables('{{a}}/{{b}}', layers({ a: 'x/{{b}}' }, { b: 'y/z' }), (value, layer) => `${layer}:${encodeURIComponent(value)}`).text).toBe('0:x%2Fy%2Fz/1:y%2Fz');
  });
});

describe('stored variables', () => {
  it.each([
    ['an object of values', { a: 'x', n: 1, none: null }, [['a', 'x', false], ['n', '1', false]]],
    ['an object of variables', { a: { value: 'x', secret: true }, b: { value: 'y' } }, [['a', 'x', true], ['b', 'y', false]]],
    ['variables that are switched off', { a: { value: 'x', enabled: false }, b: { value: null } }, []],
    ['a list', [{ name: 'a', value: 'x' }], []],
    ['a value that is an object', { a: { k: 1 } }, [['a', '{"k":1}', false]]],
    ['nothing', undefined, []],
    ['a text', 'a=b', []],
  ])('are read from %s', (_, stored, expected) => {
    expect([...layerOf(stored)].map(([name, { value, secret }]) => [name, value, secret])).toEqual(expected);
  });
});
