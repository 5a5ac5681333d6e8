import { describe, expect, it } from 'vitest';
import type { SuiteReport, SuiteResult } from '../../../../shared/contract/suites.ts';
import { junitOf, suiteSummary } from '../../../../shared/rules/suite-report.ts';

const result = (more: Partial<SuiteResult>): SuiteResult => ({ iteration: 1, endpoint_id: 'e', name: 'One', method: 'GET', path: '/one', state: 'passed', duration: 12, status: 200, statusText: 'OK', error: null, assertions: [], ...more });
const report = (results: SuiteResult[], iterations = 1): SuiteReport => ({ name: 'Pets <&> "all"', started_at: '2026-01-02T03:04:05.000Z', duration_ms: 1500, iterations, passed: 1, failed: 2, skipped: 3, stopped: false, results });
const test = (name: string, passed: boolean, more: object = {}) => ({ name, source: 'body', path: 'a', comparison: 'not_equals', expected: 1, actual: '<b>\u0000', passed, ...more });

describe('a report as JUnit', () => {
  it('has a case for each test, and one for an endpoint without tests', () => {
    const xml = junitOf(report([result({}), result({ assertions: [test('x', true), test('y', false)], state: 'failed' })]));
    expect(xml).toContain('<testsuites name="Pets &lt;&amp;&gt; &quot;all&quot;" tests="3" failures="1" errors="0" skipped="0" time="1.500" timestamp="2026-01-02T03:04:05.000Z">');
    expect(xml).toContain('<testcase classname="GET /one" name="One" time="0.012"/>');
    expect(xml).toContain('<testcase classname="GET /one" name="One: x" time="0.012"/>');
    expect(xml).toContain('<failure message="Expected body a not equals 1, found &quot;&lt;b&gt;\\u0000&quot; (status 200 OK)"/>');
  });

  it('has a suite for each iteration', () => {
    const xml = junitOf(report([result({}), result({ iteration: 2, state: 'skipped', error: 'Off\u0007', duration: undefined })], 2));
    expect(xml).toContain(', iteration 1" tests="1" failures="0" errors="0" skipped="0"');
    expect(xml).toContain('name="One" time="0.000"><skipped message="Off\uFFFD"/></testcase>');
  });

  it('fails what did not answer, whatever its tests say', () => {
    expect(junitOf(report([result({ state: 'failed', error: 'Refused', assertions: [test('x', true)] })]))).toContain('name="One: answers" time="0"><failure message="Refused"/>');
  });
});

describe('the summary of a report', () => {
  it('leaves out what there is not', () => {
    expect(suiteSummary({ passed: 1200, failed: 0, skipped: 0 })).toBe('1,200 passed');
    expect(suiteSummary({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 not run');
  });
});
