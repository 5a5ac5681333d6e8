import type { SuiteReport, SuiteResult } from '../contract/suites.ts';

/** A report of tests in the forms that other tools read. */

/** As JUnit's XML: an iteration is a suite, and a test a case; an endpoint without tests is a case of its own. */
export function junitOf(report: SuiteReport): string {
  const suites = [...Map.groupBy(report.results, ({ iteration }) => iteration)].map(([iteration, results]) => {
    const cases = results.flatMap(casesOf);
    const name = report.iterations === 1 ? report.name : `${report.name}, iteration ${iteration}`;
    return { counts: countsOf(cases), time: seconds(results.reduce((sum, { duration = 0 }) => sum + duration, 0)), name, cases };
  });
  const all = countsOf(suites.flatMap(({ cases }) => cases));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(report.name)}" ${all} time="${seconds(report.duration_ms)}" timestamp="${escaped(report.started_at)}">`,
    ...suites.map(({ name, counts, time, cases }) => `  <testsuite name="${escaped(name)}" ${counts} time="${time}">\n${cases.map((one) => `${xmlOf(one)}\n`).join('')}  </testsuite>`),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Case {
  readonly of: string;
  readonly name: string;
  readonly time: string;
  readonly state: SuiteResult['state'];
  readonly says: string;
}

function casesOf({ name, method, path, state, duration = 0, error, status, statusText, assertions = [] }: SuiteResult): Case[] {
  const of = `${method} ${path}`;
  const said = error ?? '';
  if (state === 'skipped' || assertions.length === 0) return [{ of, name, time: seconds(duration), state, says: said }];
  const cases = assertions.map((one, at): Case => ({
    of, name: `${name}: ${one.name}`, time: at === 0 ? seconds(duration) : '0', state: one.passed ? 'passed' : 'failed',
    says: one.error ?? `Expected ${one.source}${one.path ? ` ${one.path}` : ''} ${one.comparison.replace('_', ' ')} ${textOf(one.expected)}, found ${textOf(one.actual)} (status ${status ?? '–'} ${statusText ?? ''})`.trim(),
  }));
  // What could not be called fails, whatever its tests say.
  return said === '' ? cases : [{ of, name: `${name}: answers`, time: '0', state: 'failed', says: said }, ...cases];
}

const textOf = (value: unknown) => (value === undefined ? '' : (JSON.stringify(value) ?? ''));
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

function countsOf(cases: readonly Case[]): string {
  const count = (state: Case['state']) => cases.filter((one) => one.state === state).length;
  return `tests="${cases.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}"`;
}

function xmlOf({ of, name, time, state, says }: Case): string {
  const open = `    <testcase classname="${escaped(of)}" name="${escaped(name)}" time="${time}"`;
  if (state === 'passed') return `${open}/>`;
  return `${open}><${state === 'failed' ? 'failure' : 'skipped'} message="${escaped(says)}"/></testcase>`;
}

/** XML 1.0 has no place for most control characters, not even escaped, nor for half of a character. */
// oxlint-disable-next-line no-control-regex -- those are what is looked for
const impossible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;', '\r': '&#13;', '\t': '&#9;' };
const escaped = (text: string) => text.replace(impossible, '\uFFFD').replaceAll(/[&<>"\n\r\t]/g, (one) => names[one]!);

/** "3 passed, 1 failed, 2 not run". */
export const suiteSummary = ({ passed, failed, skipped }: Pick<SuiteReport, 'passed' | 'failed' | 'skipped'>): string =>
  [`${passed.toLocaleString('en')} passed`, ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : []), ...(skipped > 0 ? [`${skipped.toLocaleString('en')} not run`] : [])].join(', ');
