import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { node24, pathWith } from './setup/node24.mjs';
import { failedFiles, isPassed, ofPlaywright, ofVitest, passedAgain, sameTest } from './reports.mjs';
import { build } from './setup/output.mjs';
import { install } from './setup/packages.mjs';
import { compiled, root, run } from './setup/run.mjs';
import { prepareSystem } from './setup/system.mjs';

/**
 * `npm test [-- step …]`: installs what is missing, then takes every step, also after one has failed. The last line is
 * `N passed, N failed`: each test counts as one, and so does each of the checks without tests.
 */
const reports = join(root, 'node_modules', '.cache', 'trellis', 'reports');
/**
 * @typedef {import('./reports.mjs').Count} Count
 * @typedef {{ ok: boolean, report: any }} Run
 */

/** @param {number} count */
const minutes = (count) => count * 60_000;

if (!(await install())) process.exit(1);
const node = node24();
const env = { PATH: pathWith(node), CI: process.env.CI ?? '', ...compiled };
/** @param {string} path */
const bin = (path) => join('node_modules', path);

/** @type {Record<string, () => Promise<Count>>} */
const steps = {
  types: () => check([bin('typescript/bin/tsc'), '-b']),
  lint: () => check([bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']),
  layers: () => check(['build/layers.ts']),
  unit: () => vitest('unit', ['unit', 'renderer'], 10),
  contract: () => vitest('contract', ['contract'], 5),
  integration: () => vitest('integration', ['integration'], 15),
  e2e: playwright,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  process.stderr.write(`No such step: ${unknown.join(', ')}. There are ${Object.keys(steps).join(', ')}.\n`);
  process.exit(1);
}
mkdirSync(reports, { recursive: true });
await prepareSystem();
if (existsSync(join(root, 'tests', 'peers', 'package-lock.json'))) await install(join(root, 'tests', 'peers'));
const isBuilt = await build(node); // tests of the build's output, and end to end, look at it

/** @type {(Required<Count> & { name: string, seconds: number })[]} */
const results = [];
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n── ${name} ──\n`);
  const start = Date.now();
  const { passed, failed, remarks = [] } = await step();
  results.push({ name, passed, failed, remarks, seconds: Math.round((Date.now() - start) / 1000) });
}

process.stdout.write('\n');
const remarks = results.flatMap((result) => result.remarks.map((remark) => `${result.name}: ${remark}\n\n`));
for (const remark of remarks.toSorted((one, other) => Number(isPassed(other)) - Number(isPassed(one)))) process.stdout.write(remark); // what failed stands last
for (const { name, passed, failed, seconds } of results) {
  process.stdout.write(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${passed} passed, ${failed} failed, ${seconds} s\n`);
}
/** @param {'passed' | 'failed'} key */
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const failed = sum('failed') + (isBuilt ? 0 : 1);
process.exitCode = failed === 0 ? 0 : 1;
process.stdout.write(`\n${sum('passed') + (isBuilt ? 1 : 0)} passed, ${failed} failed\n`);

/**
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function check(args) {
  return (await run(node, args, { env, limit: minutes(10) })) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * A file with a failure is tried once more by itself on CI, as specs are: what passes only then is named as such.
 * @param {string} name
 * @param {string[]} projects
 * @param {number} limit in minutes
 */
async function vitest(name, projects, limit) {
  const first = await attempt(name, projects, limit, []);
  if (first.ok || first.report === undefined || env.CI === '') return counted(first, ofVitest);
  const { files, others } = failedFiles(first.report);
  if (files.length === 0 || files.length > 5) return counted(first, ofVitest); // that many are no matter of luck
  process.stdout.write(`\nTried again: ${files.join(', ')}\n`);
  const again = counted(await attempt(name, projects, limit, files), ofVitest);
  const before = ofVitest(first.report).remarks.filter((remark) => !again.remarks.some((failure) => sameTest(failure, remark)));
  return {
    passed: ofVitest(others).passed + again.passed,
    failed: again.failed,
    remarks: [...before.map(passedAgain), ...again.remarks],
  };
}

/**
 * One run of vitest, over these files or all, with its report; there is none when it did not come to its end.
 * @param {string} name
 * @param {string[]} projects
 * @param {number} limit in minutes
 * @param {string[]} files
 * @returns {Promise<Run>}
 */
async function attempt(name, projects, limit, files) {
  const file = fresh(name);
  const args = [bin('vitest/vitest.mjs'), 'run', '--config', 'build/vitest.config.ts', '--passWithNoTests', '--reporter=default', '--reporter=json'];
  const ok = await run(node, [...args, `--outputFile.json=${file}`, ...projects.flatMap((project) => ['--project', project]), ...files], { env, limit: minutes(limit) });
  return { ok, report: read(file) };
}

async function playwright() {
  if (!isBuilt) return { passed: 0, failed: 1 };
  const file = fresh('e2e');
  const args = [bin('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json', '--pass-with-no-tests'];
  const ok = await run(node, args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }, limit: minutes(20) });
  return counted({ ok, report: read(file) }, ofPlaywright);
}

/** @param {string} name */
function fresh(name) {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * What a run counts; one that failed without a failure in its report, or without a report, is one failure.
 * @param {Run} run
 * @param {(report: any) => Count} count
 * @returns {Required<Count>}
 */
function counted({ ok, report }, count) {
  if (report === undefined) return { passed: 0, failed: ok ? 0 : 1, remarks: [] };
  const { passed, failed, remarks = [] } = count(report);
  return { passed, failed: ok || failed > 0 ? failed : 1, remarks };
}
