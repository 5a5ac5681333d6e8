import { isDeepStrictEqual } from 'node:util';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { endpointTests, type Assertion, type EndpointTest } from '../../../shared/contract/endpoint-tests.ts';
import { AppError, toErrorValue, type FieldProblem } from '../../../shared/errors.ts';
import type { Evaluator } from '../expressions/evaluator.ts';

/** Holds results against the tests of their endpoint. */

export interface Judgement {
  /** Did it answer, and do all tests pass? */
  readonly passed: boolean;
  readonly assertions: Assertion[];
}

type Answered = Pick<ExecutionResult, 'status' | 'headers' | 'duration' | 'error'>;

/** How results are held against tests. */
export interface Judging {
  readonly evaluator: Evaluator;
  /** The answer itself; what it throws fails the tests that look at it. */
  readonly data: () => unknown;
  /** What the endpoint's document says of such an answer's body; what it throws fails the tests that ask for it. */
  readonly schema: () => Promise<unknown>;
  readonly signal?: AbortSignal | undefined;
}

/** Characters of what was found that an assertion shows. */
const shownChars = 4_000;

/** Users' paths and patterns are evaluated where they can be stopped: in the evaluator's workers. */
export async function judge(result: Answered, tests: readonly EndpointTest[], judging: Judging): Promise<Judgement> {
  const assertions = await Promise.all(tests.map((test) => assert(test, result, judging)));
  return { passed: result.error === null && assertions.every(({ passed }) => passed), assertions };
}

async function assert(test: EndpointTest, result: Answered, judging: Judging): Promise<Assertion> {
  const { name, source, path, comparison, expected } = test;
  const said = { name, source, ...(path ? { path } : {}), comparison, ...(expected === undefined ? {} : { expected }) };
  try {
    const actual = (await found(test, result, judging)) ?? null;
    const { passed, error } = await compare(test, actual, judging);
    return { ...said, actual: shown(actual), passed, ...(error === undefined ? {} : { error }) };
  } catch (thrown) {
    return { ...said, actual: null, passed: false, error: toErrorValue(thrown).message };
  }
}

function found({ source, path }: EndpointTest, { status, headers, duration }: Answered, { evaluator, data, signal }: Judging): unknown {
  switch (source) {
    case 'status':
      return status;
    case 'duration':
      return duration;
    case 'header':
      return Object.entries(headers).find(([name]) => name.toLowerCase() === path?.trim().toLowerCase())?.[1];
    case 'body':
      return path ? evaluator.evaluate(path, data() ?? null, signal) : data();
  }
}

interface Compared {
  readonly passed: boolean;
  /** What was wrong, where what was found does not say it. */
  readonly error?: string;
}

async function compare({ comparison, expected }: EndpointTest, actual: unknown, judging: Judging): Promise<Compared> {
  return comparison === 'schema' ? matchesSchema(expected, actual, judging) : { passed: await holds(comparison, expected, actual, judging) };
}

async function matchesSchema(expected: unknown, actual: unknown, { evaluator, schema, signal }: Judging): Promise<Compared> {
  const { count, problems } = await evaluator.check(expected ?? (await schema()), actual, signal);
  if (count === 0) return { passed: true };
  const more = count > problems.length ? [`and ${count - problems.length} more`] : [];
  return { passed: false, error: [`The body does not match the schema in ${count === 1 ? 'one place' : `${count} places`}:`, ...problems, ...more].join('\n') };
}

function holds(comparison: Exclude<EndpointTest['comparison'], 'schema'>, expected: unknown, actual: unknown, { evaluator, signal }: Judging): boolean | Promise<boolean> {
  switch (comparison) {
    case 'equals':
      return same(actual, expected);
    case 'not_equals':
      return !same(actual, expected);
    case 'contains':
      return contains(actual, expected);
    case 'exists':
      return (actual !== null) === (expected !== false);
    case 'less':
      return isNumber(actual) && Number(actual) < Number(expected);
    case 'greater':
      return isNumber(actual) && Number(actual) > Number(expected);
    case 'matches':
      return actual === null ? false : evaluator.evaluate('$matches(text, pattern)', { text: textOf(actual), pattern: expected }, signal) as Promise<boolean>;
  }
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const isNumber = (value: unknown) => isScalar(value) && value !== '' && Number.isFinite(Number(value));
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Headers are texts, and forms know nothing else: scalars are the same where their texts are. */
const same = (actual: unknown, expected: unknown): boolean =>
  isScalar(actual) && isScalar(expected) ? String(actual) === String(expected) : isDeepStrictEqual(actual, expected);

/** A text in a text, an item in a list, a name or some of its fields in an object. */
function contains(actual: unknown, expected: unknown): boolean {
  if (typeof actual === 'string') return actual.includes(textOf(expected));
  if (Array.isArray(actual)) return actual.some((item) => same(item, expected));
  if (typeof actual !== 'object' || actual === null) return isScalar(actual) && String(actual).includes(String(expected));
  if (typeof expected === 'string') return Object.hasOwn(actual, expected);
  if (typeof expected !== 'object' || expected === null) return false;
  return Object.entries(expected).every(([name, value]) => same((actual as Record<string, unknown>)[name] ?? null, value));
}

function shown(actual: unknown): unknown {
  const text = textOf(actual);
  return text.length <= shownChars ? actual : `${text.slice(0, shownChars)}…`;
}

/** What is wrong with a list of tests; nothing, if it is one. None at all is right, too. */
export function testProblems(tests: unknown): FieldProblem[] {
  if (tests === undefined || tests === null) return [];
  const read = endpointTests.safeParse(tests);
  return read.success ? [] : read.error.issues.map(({ path, message }) => ({ path: ['tests', ...(path as (string | number)[])], message }));
}

/** The tests of an endpoint. Throws `invalid_input` where they are none. */
export function testsOf(tests: unknown): EndpointTest[] {
  if (tests === undefined || tests === null) return [];
  const problems = testProblems(tests);
  const [first] = problems;
  if (!first) return endpointTests.parse(tests);
  const { path, message } = first;
  throw new AppError('invalid_input', `The endpoint's tests cannot be run: ${path.join('.')}: ${message}. Correct them and try again.`, { problems });
}
