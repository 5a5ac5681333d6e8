import { stripVTControlCharacters } from 'node:util';

/**
 * What the reports of the test runners come to. `remarks` says what failed, and what passed only when it was tried again:
 * the end of a long output is all that some machines keep.
 * @typedef {{ passed: number, failed: number, remarks?: string[] }} Count
 */

/**
 * @param {any} report of vitest's JSON reporter
 * @returns {Count}
 */
export const ofVitest = ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests, failed: numFailedTests, remarks: testResults.flatMap(failuresOf),
});

/**
 * @param {any} report of Playwright's JSON reporter
 * @returns {Count}
 */
export const ofPlaywright = ({ stats, suites }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, remarks: suites.flatMap(specsOf) });

/**
 * The failures of one file of vitest's report.
 * @param {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file
 * @returns {string[]}
 */
function failuresOf({ name, status, message, assertionResults }) {
  const failures = assertionResults.filter((test) => test.status === 'failed').map(({ fullName, failureMessages }) => `${fullName}\n${beginning(failureMessages[0])}`);
  return failures.length === 0 && status === 'failed' ? [`${name}\n${beginning(message)}`] : failures;
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
    return [`${title}${status === 'flaky' ? ' (passed when tried again)' : ''}\n${beginning(error?.message)}`];
  });
}

/** The first lines of an error, without colours. @param {string | undefined} text */
function beginning(text = 'It says nothing of why') {
  return stripVTControlCharacters(text).split('\n').slice(0, 8).join('\n');
}
