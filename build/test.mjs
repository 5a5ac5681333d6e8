import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { node24, pathWith } from './setup/node24.mjs';
import { ofPlaywright, ofVitest } from './reports.mjs';
import { build } from './setup/output.mjs';
import { install } from './setup/packages.mjs';
import { compiled, root, run } from './setup/run.mjs';
import { prepareSystem } from './setup/system.mjs';

/**
 * `npm test [-- step …]`: installs what is missing, then takes every step, also after one has failed. The last line is
 * `N passed, N failed`: each test counts as one, and so does each of the checks without tests.
 */
const reports = join(root, 'node_modules', '.cache', 'trellis', 'reports');
/** @typedef {import('./reports.mjs').Count} Count */

/** @param {number} count */
const minutes = (count) => count * 60_000;

if (!(await install())) process.exit(1);
const node = node24();
const env = { PATH: pathWith(node), CI: process.env.CI ?? '', ...compiled };
/** @param {string} path */
const bin = (path) => join('node_modules', path);

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
for (const { name, remarks } of results) for (const remark of remarks) process.stdout.write(`${name}: ${remark}\n\n`);
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
 * @param {string} name
 * @param {string[]} projects
 * @param {number} limit in minutes
 */
async function vitest(name, projects, limit) {
  const args = [bin('vitest/vitest.mjs'), 'run', '--config', 'build/vitest.config.ts', '--passWithNoTests', '--reporter=default', '--reporter=json'];
  const report = fresh(name);
  const ok = await run(node, [...args, `--outputFile.json=${report}`, ...projects.flatMap((project) => ['--project', project])], { env, limit: minutes(limit) });
  return counted(ok, report, ofVitest);
}

async function playwright() {
  if (!isBuilt) return { passed: 0, failed: 1 };
  const report = fresh('e2e');
  const args = [bin('@playwright/test/cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json', '--pass-with-no-tests'];
  const ok = await run(node, args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, limit: minutes(20) });
  return counted(ok, report, ofPlaywright);
}

/** @param {string} name */
function fresh(name) {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/**
 * What a report counts; a run that failed without a failed test (a file that does not load, a crash) is one failure.
 * @param {boolean} ok
 * @param {string} report
 * @param {(report: any) => Count} count
 * @returns {Count}
 */
function counted(ok, report, count) {
  if (!existsSync(report)) return { passed: 0, failed: ok ? 0 : 1 };
  const { passed, failed, remarks = [] } = count(JSON.parse(readFileSync(report, 'utf8')));
  return { passed, failed: ok || failed > 0 ? failed : 1, remarks };
}
