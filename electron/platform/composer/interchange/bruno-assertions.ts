import type { EndpointTest } from '../../../../shared/contract/endpoint-tests.ts';
import { field, textField } from '../openapi/tree.ts';
import type { Problem } from './collection.ts';
import { jsonataOf } from './script-path.ts';

/** Bruno's assertions as tests: they say what they look at and what they expect of it, so that nothing has to be run. */

type Looked = Pick<EndpointTest, 'source' | 'path'>;
type Expected = Pick<EndpointTest, 'comparison' | 'expected'> & { readonly path?: string };

/** Those that are switched on; what has no words here is told among the problems, as are those that are off. */
export function testsOfAssertions(list: unknown, where: string, problems: Problem[]): EndpointTest[] {
  const tests: EndpointTest[] = [];
  for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
    const said = `${textField(one, 'name')} ${textField(one, 'value')}`.trim().slice(0, 200);
    const looked = lookedAt(textField(one, 'name').trim());
    const expected = looked && expectedOf(textField(one, 'value').trim(), looked);
    if (field(one, 'enabled') === false) problems.push({ where, message: `Its assertion “${said}” is switched off, and is left out.` });
    else if (!expected) problems.push({ where, message: `Its assertion “${said}” has no words here, and is left out. Write a test in its place.` });
    else for (const test of expected) tests.push({ name: said, ...looked, ...test });
  }
  return tests;
}

function lookedAt(expression: string): Looked | undefined {
  if (expression === 'res.status') return { source: 'status' };
  if (expression === 'res.responseTime') return { source: 'duration' };
  const header = /^res\.headers(?:\.(\w+)|\[(["'])([^"']+)\2\])$/.exec(expression);
  if (header) return { source: 'header', path: header[1] ?? header[3] ?? '' };
  const body = /^res\.body(.*)$/s.exec(expression)?.[1] ?? /^res\((["'])([^"']+)\1\)$/.exec(expression)?.[2]?.replace(/^(?!\[)/, '.');
  const path = body === undefined ? undefined : jsonataOf(body);
  return path === undefined ? undefined : { source: 'body', ...(path === '' ? {} : { path }) };
}

const number = (text: string): number | undefined => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined);

function literal(text: string): unknown {
  if (/^(["']).*\1$/s.test(text) && text.length > 1) return text.slice(1, -1);
  const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
  return Object.hasOwn(words, text) ? words[text] : (number(text) ?? text);
}

const list = (text: string): unknown[] => text.replace(/^\[(.*)\]$/s, '$1').split(',').map((one) => literal(one.trim()));
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const is = (path: string, expected: unknown = true): Expected[] => [{ path, comparison: 'equals', expected }];

/** What has no comparison of its own is asked of a body by JSONata; undefined where there is no way to ask. */
function expectedOf(text: string, looked: Looked): Expected[] | undefined {
  const [first = '', ...others] = text.split(' ');
  const [operator, rest] = operators.has(first) ? [first, others.join(' ')] : ['eq', text];
  const value = literal(rest);
  return plain(operator, rest, value) ?? (looked.source === 'body' ? ofBody(operator, rest, value, looked.path || '$') : ofNumber(operator, rest, looked));
}

function plain(operator: string, rest: string, value: unknown): Expected[] | undefined {
  switch (operator) {
    case 'eq':
      return [{ comparison: 'equals', expected: value }];
    case 'neq':
      return [{ comparison: 'not_equals', expected: value }];
    case 'contains':
      return [{ comparison: 'contains', expected: value }];
    case 'gt':
      return number(rest) === undefined ? undefined : [{ comparison: 'greater', expected: number(rest) }];
    case 'lt':
      return number(rest) === undefined ? undefined : [{ comparison: 'less', expected: number(rest) }];
    case 'startsWith':
      return [{ comparison: 'matches', expected: `^${escaped(String(value))}` }];
    case 'endsWith':
      return [{ comparison: 'matches', expected: `${escaped(String(value))}$` }];
    case 'matches': {
      const pattern = rest.replace(/^\/(.*)\/$/s, '$1');
      return isPattern(pattern) ? [{ comparison: 'matches', expected: pattern }] : undefined;
    }
    default:
      return undefined;
  }
}

function ofBody(operator: string, rest: string, value: unknown, path: string): Expected[] | undefined {
  const said = JSON.stringify(value);
  const [low, high] = list(rest);
  switch (operator) {
    case 'gte':
      return typeof value === 'number' ? is(`${path} >= ${said}`) : undefined;
    case 'lte':
      return typeof value === 'number' ? is(`${path} <= ${said}`) : undefined;
    case 'between':
      return typeof low === 'number' && typeof high === 'number' ? is(`${path} >= ${low} and ${path} <= ${high}`) : undefined;
    case 'in':
      return is(`${path} in ${JSON.stringify(list(rest))}`);
    case 'notIn':
      return is(`$not(${path} in ${JSON.stringify(list(rest))})`);
    case 'notContains':
      return is(`$type(${path}) = "array" ? $not(${said} in ${path}) : $not($contains(${path}, ${JSON.stringify(String(value))}))`);
    case 'length':
      return typeof value === 'number' ? is(sizeOf(path), value) : undefined;
    case 'isEmpty':
      return is(sizeOf(path), 0);
    case 'isNotEmpty':
      return [{ path: sizeOf(path), comparison: 'greater', expected: 0 }];
    case 'isNull':
      return is(`$type(${path})`, 'null');
    case 'isDefined':
      return is(`$exists(${path})`);
    case 'isUndefined':
      return is(`$exists(${path})`, false);
    case 'isTruthy':
      return is(path);
    case 'isFalsy':
      return is(path, false);
    case 'isJson':
      return [{ path: `$type(${path})`, comparison: 'matches', expected: '^(?:object|array)$' }];
    case 'isNumber':
    case 'isString':
    case 'isBoolean':
    case 'isArray':
      return is(`$type(${path})`, operator.slice(2).toLowerCase());
    default:
      return undefined;
  }
}

const sizeOf = (path: string) => `$type(${path}) = "string" ? $length(${path}) : $type(${path}) = "array" ? $count(${path}) : $count($keys(${path}))`;

/** Of a status, which is a whole number, of a header, or of how long it took. */
function ofNumber(operator: string, rest: string, { source }: Looked): Expected[] | undefined {
  const [low, high] = list(rest);
  const [atLeast, atMost] = [(from: number): Expected => ({ comparison: 'greater', expected: from - 1 }), (to: number): Expected => ({ comparison: 'less', expected: to + 1 })];
  if (source === 'header') return operator === 'isDefined' ? [{ comparison: 'exists', expected: true }] : operator === 'isUndefined' ? [{ comparison: 'exists', expected: false }] : undefined;
  if (operator === 'isDefined' || operator === 'isNumber') return [{ comparison: 'exists', expected: true }];
  if (source !== 'status' || typeof low !== 'number') return undefined;
  if (operator === 'gte') return [atLeast(low)];
  if (operator === 'lte') return [atMost(low)];
  if (operator === 'between' && typeof high === 'number') return [atLeast(low), atMost(high)];
  if (operator === 'in') return [{ comparison: 'matches', expected: `^(?:${list(rest).map((one) => escaped(String(one))).join('|')})$` }];
  return undefined;
}

/** A first word that is none of these is part of the value. */
const operators = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'contains', 'notContains', 'length', 'matches', 'notMatches', 'startsWith', 'endsWith', 'between', 'isEmpty', 'isNotEmpty', 'isNull', 'isUndefined', 'isDefined', 'isTruthy', 'isFalsy', 'isJson', 'isNumber', 'isString', 'isBoolean', 'isArray']);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
