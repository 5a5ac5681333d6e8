import { stripVTControlCharacters } from 'node:util';

/**
 * What the reports of the test runners come to. `remarks` says what failed, and what passed only when it was tried again:
 * the end of a long output is all that some machines keep.
 * @typedef {{ passed: number, failed: number, remarks?: string[] }} Count
 * @typedef {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} FileReport
 */

/**
 * A file that did not load, or whose process ended, is one failure.
 * @param {any} report of vitest's JSON reporter
 * @returns {Required<Count>}
 */
export function ofVitest({ numPassedTests, testResults }) {
  const remarks = testResults.flatMap(failuresOf);
  return { passed: numPassedTests, failed: remarks.length, remarks };
}

/**
 * The files with a failure, and the same report without them.
 * @param {any} report of vitest's JSON reporter
 * @returns {{ files: string[], others: any }}
 */
export function failedFiles(report) {
  /** @type {FileReport[]} */
  const all = report.testResults;
  const others = all.filter(({ status }) => status !== 'failed');
  const numPassedTests = others.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed').length;
  return { files: all.filter(({ status }) => status === 'failed').map(({ name }) => name), others: { numPassedTests, testResults: others } };
}

/**
 * @param {any} report of Playwright's JSON reporter
 * @returns {Count}
 */
export const ofPlaywright = ({ stats, suites }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, remarks: suites.flatMap(specsOf) });

/**
 * The failures of one file of vitest's report.
 * @param {FileReport} file
 * @returns {string[]}
 */
function failuresOf({ name, status, message, assertionResults }) {
  const failures = assertionResults.filter((test) => test.status === 'failed').map(({ fullName, failureMessages }) => `${fullName}\n${beginning(failureMessages[0])}`);
  return failures.length === 0 && status === 'failed' ? [`${name}\n${beginning(message || 'Its process ended before its tests did')}`] : failures;
}

/**
 * What Playwright's report says of specs that failed, or passed only when they were tried again.
 * @param {any} suite
 * @returns {string[]}
 */
function specsOf({ suites = [], specs = [] }) {
  return [...specs.flatMap(remarksOf), ...suites.flatMap(specsOf)];
}

/**
 * @param {any} spec
 * @returns {string[]}
 */
function remarksOf({ title, tests }) {
  return tests.flatMap((/** @type {any} */ { status, results }) => {
    if (status !== 'unexpected' && status !== 'flaky') return [];
    const { error } = results.find((/** @type {any} */ result) => result.status !== 'passed');
    const remark = `${title}\n${beginning(error?.message)}`;
    return [status === 'flaky' ? passedAgain(remark) : remark];
  });
}

const passed = ' (passed when tried again)';

/** The same remark, of what passed when it was tried again. @param {string} remark */
export const passedAgain = (remark) => remark.replace('\n', `${passed}\n`);

/** Whether a remark is of what passed in the end. @param {string} remark */
export const isPassed = (remark) => title(remark).endsWith(passed);

/** Whether two remarks are of one test. @param {string} one @param {string} other */
export const sameTest = (one, other) => title(one) === title(other);

/** @param {string} remark */
const title = (remark) => remark.slice(0, remark.indexOf('\n'));

/** The first lines of an error, without colours and what the runner called. @param {string | undefined} text */
function beginning(text = 'It says nothing of why') {
  return stripVTControlCharacters(text).split('\n').filter((line) => !line.includes('/node_modules/')).slice(0, 8).join('\n');
}
