import { describe, expect, it } from 'vitest';
import { confProblems, defaultsOf, hasPattern, paramProblems, requiredParams } from '../../../shared/rules/dag-params.ts';

const words = (problems: ReturnType<typeof paramProblems>) => problems.map(({ path, words: said }) => `${path.join('.')} ${said}`);

describe('params in Airflow’s form', () => {
  it('takes a value as it stands, also an object, and the value of a param that says more', () => {
    const params = { plain: 1, object: { a: 1 }, list: [1], spec: { value: 2, description: 'd' }, default: { default: 3, schema: { type: 'integer' } }, inner: { schema: { type: 'string', default: 'x' } }, empty: { value: null, schema: { type: ['string', 'null'] } } };
    expect(defaultsOf(params)).toEqual({ plain: 1, object: { a: 1 }, list: [1], spec: 2, default: 3, inner: 'x', empty: null });
    expect(requiredParams(params)).toEqual([]);
  });

  it('has no value where only a schema is given, and asks each run for it', () => {
    const params = { day: { schema: { type: 'string', format: 'date' } } };
    expect(defaultsOf(params)).toEqual({});
    expect(requiredParams(params)).toEqual(['day']);
    expect(words(confProblems(params, {}))).toEqual(['day is required, since the DAG gives it no value']);
    expect(confProblems(params, { day: '2026-03-29' })).toEqual([]);
  });

  it.each<[Record<string, unknown>, unknown, string]>([
    [{ type: 'integer', minimum: 3 }, 2, 'does not fit its schema: Too small'],
    [{ type: 'integer' }, 2.5, 'must be integer, not number'],
    [{ type: ['string', 'null'] }, 4, 'must be string or null, not integer'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'must be one of "a", "b"'],
    [{ enum: [1, 2] }, 3, 'must be one of 1, 2'],
    [{ type: 'string', format: 'date-time' }, 'soon', 'does not fit its schema'],
    [{ type: 'string', pattern: '^a' }, 'b', 'does not fit its schema'],
    [{ minimum: 5 }, 4, 'does not fit its schema: Too small'],
    [{ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }, {}, 'does not fit its schema'],
  ])('holds a conf against %j', (schema, given, said) => {
    expect(words(confProblems({ p: { value: null, schema: { ...schema } } }, { p: given }))[0]).toContain(said);
  });

  it('lets pass what a schema does not speak of, and what is no param', () => {
    const params = { p: { value: 5, schema: { minimum: 5 } }, q: { value: 'x', schema: { type: 'string', format: 'multiline' } } };
    expect(confProblems(params, { p: 'a text', q: 'a\nb', other: 1 })).toEqual([]);
  });

  it('judges the values and the schemas of a definition', () => {
    expect(words(paramProblems({ p: { value: 'x', schema: { type: 'integer' } } }))).toEqual(['p must be integer, not string']);
    expect(words(paramProblems({ p: { value: 1, schema: { type: 'strin' } } }))[0]).toContain('p.schema cannot be read as JSON Schema');
    expect(words(paramProblems({ p: { schema: { if: {} } } }))[0]).toContain('p.schema cannot be read as JSON Schema');
    expect(paramProblems({ p: { value: 1, schema: { type: 'integer', title: 'T', description: 'd', examples: [1] } } })).toEqual([]);
  });

  it('are known to hold a pattern, however deep', () => {
    expect(hasPattern({ a: 1, b: { value: 'x', schema: { type: 'string' } } })).toBe(false);
    expect(hasPattern({ b: { value: [], schema: { type: 'array', items: { type: 'string', pattern: '^a' } } } })).toBe(true);
    expect(hasPattern({ b: { value: {}, schema: { type: 'object', patternProperties: { '^a': {} } } } })).toBe(true);
  });
});
