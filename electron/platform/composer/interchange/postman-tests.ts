import type { EndpointTest } from '../../../../shared/contract/endpoint-tests.ts';
import { jsonataOf } from './script-path.ts';

/** Tests of Postman's that say one thing each, in the words that its own snippets and our exports have; none is run. */

// All are bounded, so that no script takes long to be found to be none.
const text = /"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}'/.source;
const space = /\s{0,40}/.source;
const statement = /([^\n;]{1,1000}?)/.source;
const one = new RegExp(`${space}pm\\.test\\(${space}(${text})${space},${space}(?:function${space}\\(${space}\\)|\\(${space}\\)${space}=>)${space}(?:\\{${space}${statement};?${space}\\}|${statement})${space}\\)[ \\t]{0,40}(?:;|(?=\\n)|$)${space}`, 'y');

export interface PostmanTests {
  readonly tests: EndpointTest[];
  /** All of the script was understood. */
  readonly whole: boolean;
}

/** Those that stand before the first line that says anything else. */
export function testsOfScript(given: string): PostmanTests {
  const script = given.trim();
  const tests: EndpointTest[] = [];
  let at = 0;
  while (at < script.length) {
    one.lastIndex = at;
    const found = one.exec(script);
    const name = found && literal(found[1] ?? '');
    const said = found && saidBy((found[2] ?? found[3] ?? '').trim());
    if (!found || !said || typeof name !== 'string') break;
    tests.push({ name: name.trim() || 'Test', ...said });
    at = one.lastIndex;
  }
  return { tests, whole: at >= script.length };
}

type Said = Omit<EndpointTest, 'name'> & Pick<EndpointTest, 'source' | 'comparison'>;

function saidBy(statement: string): Said | undefined {
  const status = /^pm\.response\.to\.have\.status\((\d+)\)$/.exec(statement)?.[1];
  if (status !== undefined) return { source: 'status', comparison: 'equals', expected: Number(status) };
  const header = /^pm\.response\.to\.have\.header\((.+)\)$/.exec(statement)?.[1];
  if (header !== undefined) return typeof literal(header) === 'string' ? { source: 'header', path: literal(header) as string, comparison: 'exists', expected: true } : undefined;
  const [, looked = '', expectation = '', given = ''] = /^pm\.expect\((.+?)\)\.(to\.[\w.]+)\((.*)\)$/.exec(statement) ?? [];
  const what = lookedAt(looked);
  const expected = expectationOf(expectation, given);
  return what && expected && { ...what, ...expected };
}

function lookedAt(expression: string): Pick<EndpointTest, 'source' | 'path'> | undefined {
  if (expression === 'pm.response.code') return { source: 'status' };
  if (expression === 'pm.response.responseTime') return { source: 'duration' };
  const header = /^pm\.response\.headers\.get\((.+)\)$/.exec(expression)?.[1];
  if (header !== undefined) return typeof literal(header) === 'string' ? { source: 'header', path: literal(header) as string } : undefined;
  const body = /^pm\.response\.json\(\)(.*)$/.exec(expression)?.[1];
  const path = body === undefined ? undefined : jsonataOf(body);
  return path === undefined ? undefined : { source: 'body', ...(path === '' ? {} : { path }) };
}

function expectationOf(way: string, given: string): Pick<EndpointTest, 'comparison' | 'expected'> | undefined {
  const expected = literal(given);
  switch (way) {
    case 'to.eql':
    case 'to.equal':
      return expected === undefined ? undefined : { comparison: 'equals', expected };
    case 'to.not.eql':
    case 'to.not.equal':
      return expected === undefined ? undefined : { comparison: 'not_equals', expected };
    case 'to.include':
      return expected === undefined ? undefined : { comparison: 'contains', expected };
    case 'to.be.below':
      return typeof expected === 'number' ? { comparison: 'less', expected } : undefined;
    case 'to.be.above':
      return typeof expected === 'number' ? { comparison: 'greater', expected } : undefined;
    case 'to.match': {
      const pattern = literal(/^new RegExp\((.*)\)$/.exec(given)?.[1] ?? '');
      return typeof pattern === 'string' && isPattern(pattern) ? { comparison: 'matches', expected: pattern } : undefined;
    }
    case 'to.be.oneOf':
    case 'to.not.be.oneOf':
      return given === '[undefined, null]' ? { comparison: 'exists', expected: way === 'to.not.be.oneOf' } : undefined;
    case 'to.have.jsonSchema':
      return typeof expected === 'object' && expected !== null ? { comparison: 'schema', expected } : undefined;
    default:
      return undefined;
  }
}

/** JSON, or a text in single quotes; undefined for anything that would have to be run. */
function literal(written: string): unknown {
  const single = /^'((?:[^'\\"]|\\')*)'$/.exec(written)?.[1];
  try {
    return JSON.parse(single === undefined ? written : `"${single.replaceAll("\\'", "'")}"`) as unknown;
  } catch {
    return undefined;
  }
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
