import { afterAll, expect, it } from 'vitest';
import { endpointTests } from '../../../../shared/contract/endpoint-tests.ts';
import { testsOfAssertions } from '../../../../electron/platform/composer/interchange/bruno-assertions.ts';
import type { Problem } from '../../../../electron/platform/composer/interchange/collection.ts';
import { judge } from '../../../../electron/platform/composer/judge.ts';
import { createEvaluator } from '../../../../electron/platform/expressions/evaluator.ts';
import { answer, assertions } from './assertion-sample.ts';

const evaluator = createEvaluator({ timeout_ms: 60_000 });
afterAll(() => evaluator.close());

const read = (name: string, value: string, enabled = true) => {
  const problems: Problem[] = [];
  return { tests: testsOfAssertions([{ name, value, enabled }], 'here', problems), problems };
};

it.each(assertions)('%s %s becomes a test that passes: %s', async (name, value, passes) => {
  const { tests, problems } = read(name, value);
  expect([endpointTests.safeParse(tests).error, problems]).toEqual([undefined, []]);
  const result = { status: answer.status, headers: { 'content-type': answer.type }, duration: 12, error: null };
  const { assertions: judged } = await judge(result, tests, { evaluator, data: () => answer.data, schema: () => Promise.resolve(null) });
  expect(judged.map(({ error }) => error).filter((error) => error !== undefined)).toEqual([]);
  expect(judged.every(({ passed }) => passed)).toBe(passes);
});

it.each([
  ['res.body.items.filter(x => x)', 'eq 1'], ['req.method', 'eq GET'], ['res.getStatus()', 'eq 200'], ['res.headers.content-type', 'contains json'], ['res.body[`x`]', 'eq 1'], ['res.status', 'length 3'], ['res.body.id', 'gt many'], ['res.body.name', 'matches ('], ['res.body.name', 'notMatches a'],
])('%s %s is told of, since it cannot be asked here', (name, value) => {
  expect(read(name, value)).toEqual({ tests: [], problems: [{ where: 'here', message: expect.stringContaining(`“${name} ${value}” has no words here`) as string }] });
});

it('leaves out what is switched off, and says so', () => {
  expect(read('res.status', 'eq 200', false)).toEqual({ tests: [], problems: [{ where: 'here', message: expect.stringContaining('switched off') as string }] });
});
