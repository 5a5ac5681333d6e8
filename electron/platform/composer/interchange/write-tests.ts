import { endpointTests, type EndpointTest } from '../../../../shared/contract/endpoint-tests.ts';
import type { Problem } from './collection.ts';
import { scriptWayOf } from './script-path.ts';

/** Tests as other tools have them. What they have no words for is told among the problems. */

/** As Bruno's assertions, without the names of the tests, for which there is no place. */
export function brunoAssertions(tests: unknown, where: string, problems: Problem[]): { readonly name: string; readonly value: string; readonly enabled: true }[] {
  return testsIn(tests).map(asExistence).flatMap((test) => {
    const [name, value] = [lookedAt(test, 'res.status', 'res.responseTime', (header) => `res.headers[${JSON.stringify(header.toLowerCase())}]`, 'res.body'), assertionOf(test)];
    if (name !== undefined && value !== undefined) return [{ name, value, enabled: true as const }];
    problems.push({ where, message: `Its test “${test.name.slice(0, 100)}” is left out: Bruno’s assertions cannot say it.` });
    return [];
  });
}

/** As a script that Postman runs after the answer; empty where there is nothing to run. */
export function postmanScript(tests: unknown, where: string, problems: Problem[]): string[] {
  return testsIn(tests).flatMap((test) => {
    const [found, expectation] = [lookedAt(test, 'pm.response.code', 'pm.response.responseTime', (header) => `pm.response.headers.get(${JSON.stringify(header)})`, 'pm.response.json()'), expectationOf(test)];
    if (found !== undefined && expectation !== undefined) return [`pm.test(${JSON.stringify(test.name)}, () => pm.expect(${found}).${expectation});`];
    problems.push({ where, message: `Its test “${test.name.slice(0, 100)}” is left out: it cannot be said in a script of Postman’s.` });
    return [];
  });
}

/** As its own assertion that something is defined comes in. */
function asExistence(test: EndpointTest): EndpointTest {
  const inner = test.comparison === 'equals' && typeof test.expected === 'boolean' ? /^\$exists\((.+)\)$/.exec(test.path ?? '')?.[1] : undefined;
  return inner === undefined ? test : { ...test, path: inner, comparison: 'exists' };
}

const testsIn = (tests: unknown): EndpointTest[] => endpointTests.safeParse(tests).data ?? [];

function lookedAt({ source, path }: EndpointTest, status: string, duration: string, header: (name: string) => string, body: string): string | undefined {
  if (source === 'status') return status;
  if (source === 'duration') return duration;
  if (source === 'header') return header(path?.trim() ?? '');
  const way = scriptWayOf(path?.trim() ?? '');
  return way === undefined ? undefined : `${body}${way}`;
}

/** A status is a number and a header a text, however it was typed in. */
const typed = ({ source, expected }: EndpointTest): unknown => (source === 'status' && Number.isFinite(Number(expected)) ? Number(expected) : source === 'header' && expected !== null && typeof expected !== 'object' ? String(expected as string | number | boolean) : expected);

function assertionOf(test: EndpointTest): string | undefined {
  const expected = typed(test);
  const literal = expected !== null && typeof expected === 'object' ? undefined : typeof expected === 'string' ? (/[\n\r]/.test(expected) ? undefined : `"${expected}"`) : String(expected);
  switch (test.comparison) {
    case 'equals':
      return literal && `eq ${literal}`;
    case 'not_equals':
      return literal && `neq ${literal}`;
    case 'contains':
      return literal && `contains ${literal}`;
    case 'matches':
      return /[\n\r]/.test(String(expected)) ? undefined : `matches ${String(expected)}`;
    case 'exists':
      return expected === false ? 'isUndefined' : 'isDefined';
    case 'less':
      return `lt ${Number(expected)}`;
    case 'greater':
      return `gt ${Number(expected)}`;
    case 'schema':
      return undefined;
  }
}

function expectationOf(test: EndpointTest): string | undefined {
  const expected = typed(test);
  const literal = JSON.stringify(expected);
  switch (test.comparison) {
    case 'equals':
      return `to.eql(${literal})`;
    case 'not_equals':
      return `to.not.eql(${literal})`;
    case 'contains':
      return `to.include(${literal})`;
    case 'matches':
      return `to.match(new RegExp(${JSON.stringify(String(expected))}))`;
    case 'exists':
      return expected === false ? 'to.be.oneOf([undefined, null])' : 'to.not.be.oneOf([undefined, null])';
    case 'less':
      return `to.be.below(${Number(expected)})`;
    case 'greater':
      return `to.be.above(${Number(expected)})`;
    case 'schema':
      return (expected ?? null) === null ? undefined : `to.have.jsonSchema(${literal})`;
  }
}
