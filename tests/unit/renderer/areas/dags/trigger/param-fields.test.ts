import { expect, test } from 'vitest';
import { problemsOf } from '../../../../../../renderer/areas/dags/trigger/conf-problems.ts';
import { confOf, fieldsOf, instantOfLocal, localMoment, ownConf } from '../../../../../../renderer/areas/dags/trigger/param-fields.ts';

const params = {
  plain: 'x', many: ['a'], on: true, script: 'a\nb',
  n: { value: 3, schema: { type: 'integer', minimum: 1, maximum: 9 }, description: 'How many' },
  size: { value: 'small', schema: { enum: ['small', 'large', null], title: 'Size' } },
  at: { schema: { type: 'string', format: 'date-time' } },
  day: { value: '2026-03-29', schema: { type: 'string', format: 'date' } },
  rows: { value: [], schema: { type: 'array', minItems: 1 } },
  either: { value: 1, schema: { type: ['integer', 'string'] } },
  maybe: { value: null, schema: { type: ['boolean', 'null'] } },
};

test('makes a field of each param by its schema, or by its value where it has none', () => {
  expect(Object.fromEntries(fieldsOf(params).map(({ name, kind }) => [name, kind]))).toEqual({
    plain: 'text', many: 'json', on: 'flag', script: 'lines', n: 'number', size: 'choice', at: 'moment', day: 'day', rows: 'json', either: 'json', maybe: 'json',
  });
});

test('says of a field what it means, what it allows, and whether each run must give it', () => {
  const [n, size, at, rows] = ['n', 'size', 'at', 'rows'].map((name) => fieldsOf(params).find((field) => field.name === name)!);
  expect(n).toMatchObject({ title: 'n', description: 'How many', limits: 'whole number, at least 1, at most 9', required: false, initial: 3 });
  expect(size).toMatchObject({ title: 'Size', choices: ['small', 'large', null], initial: 'small' });
  expect(at).toMatchObject({ required: true, initial: undefined });
  expect(rows).toMatchObject({ limits: 'JSON, 1 items or more' });
});

test('finds what is wrong in the words of the platform, one for each param', () => {
  expect(problemsOf(params, { n: 'x', at: '2026-03-29T10:00:00Z', size: 'huge' })).toEqual(new Map([['n', 'n must be integer, not string'], ['size', 'size must be one of "small", "large", null']]));
  expect(problemsOf(params, { n: 2 })).toEqual(new Map([['at', 'at is required, since the DAG gives it no value']]));
  expect(problemsOf({ odd: { value: 1, schema: { type: 'no such type' } } }, { odd: 2 })).toEqual(new Map());
});

test('begins with the DAG’s own values, but not with marks of secrets', () => {
  expect(ownConf({ a: 1, b: { value: 2, schema: {} }, key: { $secret: true }, at: { schema: { type: 'string' } } })).toEqual({ a: 1, b: 2 });
});

test.each([['', {}], ['{"a": 1}', { a: 1 }], ['[1]', undefined], ['7', undefined], ['{', undefined]])('reads %j as the conf %j', (text, conf) => {
  expect(confOf(text)).toEqual(conf);
});

test('takes an instant to the field of a date and time, and back', () => {
  const instant = '2026-03-29T10:00:30.000Z';
  expect(instantOfLocal(localMoment(instant))).toBe(instant);
  expect(localMoment('soon')).toBe('');
  expect(instantOfLocal('soon')).toBe('soon');
});
