import { afterEach, describe, expect, it } from 'vitest';
import { createEvaluator, type Evaluator, type EvaluatorLimits } from '../../../../electron/platform/expressions/evaluator.ts';

let evaluator: Evaluator | undefined;
const made = (limits?: EvaluatorLimits) => (evaluator = createEvaluator(limits));
afterEach(() => evaluator?.close());

const draft7 = 'http://json-schema.org/draft-07/schema#';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

describe('a value held against a JSON Schema', () => {
  it.each([
    ['a type', { type: 'integer' }, 3, []],
    ['a type', { type: 'integer' }, 3.5, ['/ must be integer, and is 3.5']],
    ['a place deep inside', { properties: { pets: { items: { properties: { age: { minimum: 0 } } } } } }, { pets: [{ age: 1 }, { age: -1 }] }, ['/pets/1/age must be >= 0, and is -1']],
    ['what is missing', { required: ['id'] }, {}, ["/ must have required property 'id'"]],
    ['what is too much', { properties: {}, additionalProperties: false }, { extra: 1 }, ['/ must NOT have additional properties: "extra"']],
    ['a choice', { enum: ['a', 'b'] }, 'c', ['/ must be equal to one of the allowed values: "a", "b", and is "c"']],
    ['a format', { format: 'date' }, '2025-02-30', ['/ must match format "date", and is "2025-02-30"']],
    ['a format that is not known', { format: 'shoe-size' }, 'x', []],
    ['words of others', { type: 'object', xml: { name: 'pet' }, example: {} }, {}, []],
    ['2020-12 unless said', { prefixItems: [{ type: 'string' }] }, [1], ['/0 must be string, and is 1']],
    ['2020-12', { $schema: draft2020, prefixItems: [{ type: 'string' }], items: false }, ['a', 1], ['/ must NOT have more than 1 items, and is an array of 2']],
    ['draft-07', { $schema: draft7, items: [{ type: 'string' }] }, [1], ['/0 must be string, and is 1']],
    ['nullable', { type: 'string', nullable: true, enum: ['a'] }, null, []],
    ['not nullable', { type: 'string', nullable: false }, null, ['/ must be string, and is null']],
    ['nullable without a type', { nullable: true, allOf: [{ type: 'object' }] }, null, []],
    ['nullable inside', { properties: { nullable: { type: 'integer', nullable: true } } }, { nullable: null }, []],
    ['a limit that is exclusive by a flag', { minimum: 0, exclusiveMinimum: true }, 0, ['/ must be > 0, and is 0']],
    ['a pattern that is none for Unicode', { pattern: '^\\-\\d$' }, '-1', []],
    ['itself', { $defs: { tree: { properties: { next: { $ref: '#/$defs/tree' }, n: { type: 'integer' } } } }, $ref: '#/$defs/tree' }, { next: { next: { n: 'x' } } }, ['/next/next/n must be integer, and is "x"']],
  ])('%s: %j', async (_what, schema, value, problems) => {
    expect(await made().check(schema, value)).toEqual({ count: problems.length, problems });
  });

  it('says the first 20 of what is wrong, and how much there is', async () => {
    const { count, problems } = await made().check({ items: { type: 'string' } }, Array.from({ length: 50 }, (_, at) => at));
    expect(count).toBe(50);
    expect(problems).toHaveLength(20);
    expect(problems[19]).toBe('/19 must be string, and is 19');
  });

  it.each([
    [{ type: 'strng' }, 'type must be'],
    [{ pattern: '(' }, 'regular expression'],
    [{ $ref: 'elsewhere.json#/Pet' }, 'elsewhere.json#/Pet'],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, 'draft-04'],
  ])('refuses what is no schema, with the reason: %j', async (schema, words) => {
    await expect(made().check(schema, {})).rejects.toMatchObject({ code: 'rejected', message: expect.stringMatching(new RegExp(`The schema cannot be used: .*${words.replaceAll(/[/.]/g, '\\$&')}`, 's')) as string });
  });

  it('stops a pattern that never ends, and serves the next', async () => {
    const one = made({ workers: 1, timeout_ms: 2000 });
    const endless = one.check({ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`);
    const next = one.check({ type: 'string' }, 'x');
    await expect(endless).rejects.toMatchObject({ code: 'rejected', message: 'The schema took longer than 2 s and was stopped.' });
    expect(await next).toEqual({ count: 0, problems: [] });
  });
});
