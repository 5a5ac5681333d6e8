import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { suiteFile, suiteOptions, type SuiteFile, type SuiteReport } from '../../shared/contract/suites.ts';
import { AppError } from '../../shared/errors.ts';
import { readDataRows, type DataRow } from '../../shared/rules/data-rows.ts';
import { junitOf, suiteSummary } from '../../shared/rules/suite-report.ts';
import { namesCredential } from '../execution/compose/secret-names.ts';
import { startPlatform, type Platform } from './start.ts';

/**
 * An exported suite without the app, as continuous integration runs it: on a platform of its own that is gone afterwards.
 * Exits with 0 where all passed, 1 where something failed, and 2 where the suite could not be run.
 */

const usage = `npm run suite -- FILE [--data FILE.csv|FILE.json] [--var NAME=VALUE …] [--iterations N] [--delay MS]
                     [--stop-on-failure] [--server URL] [--junit FILE] [--json FILE]
A variable can also stand in the environment, as TRELLIS_VAR_NAME. Ends with 0 where all passed, with 1 where
something failed, and with 2 where the suite could not be run.
`;

const refuse = (message: string) => new AppError('invalid_input', message);

const { values: given, positionals } = argumentsGiven();

function argumentsGiven() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'data': { type: 'string' }, 'var': { type: 'string', multiple: true }, 'iterations': { type: 'string' }, 'delay': { type: 'string' },
        'stop-on-failure': { type: 'boolean' }, 'server': { type: 'string' }, 'junit': { type: 'string' }, 'json': { type: 'string' }, 'help': { type: 'boolean' },
      },
    });
  } catch (thrown) {
    process.stderr.write(`${(thrown as Error).message.split('. ')[0]}.\n\n${usage}`);
    process.exit(2);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    throw refuse(`${path} cannot be read: ${(thrown as Error).message}`);
  }
}

function suiteIn(path: string): SuiteFile {
  let value: unknown;
  try {
    value = JSON.parse(read(path));
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : refuse(`${path} is not JSON: ${(thrown as Error).message}`);
  }
  const parsed = suiteFile.safeParse(value);
  if (!parsed.success) throw refuse(`${path}: ${parsed.error.issues[0]!.message}`);
  return parsed.data;
}

/** What was said on the command line goes before the environment. */
function variablesGiven(): Record<string, string> {
  const prefix = 'TRELLIS_VAR_';
  const known = Object.entries(process.env).flatMap(([name, value]) => (name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value]] : []));
  const said = (given.var ?? []).map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw refuse(`--var takes NAME=VALUE, and was given “${pair.slice(0, 40)}”.`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return Object.fromEntries([...known, ...said]) as Record<string, string>;
}

function number(option: 'iterations' | 'delay'): number | undefined {
  const text = given[option];
  if (text !== undefined && !/^\d{1,9}$/.test(text)) throw refuse(`--${option} takes a whole number, and was given “${text.slice(0, 40)}”.`);
  return text === undefined ? undefined : Number(text);
}

function options() {
  const parsed = z.object(suiteOptions).safeParse({ iterations: number('iterations'), delay_ms: number('delay'), stop_on_failure: given['stop-on-failure'] });
  if (!parsed.success) throw refuse(`${parsed.error.issues[0]!.message}.`);
  return parsed.data;
}

/** A request with a placeholder in it would be sent with the placeholder, and fail for a reason that nobody sees. */
function refuseMissing({ placeholders = [] }: SuiteFile, variables: object, data: readonly DataRow[]): void {
  const missing = placeholders.filter((name) => !(name in variables) && !(data.length > 0 && data.every((row) => name in row)));
  if (missing.length > 0) throw refuse(`The suite needs values that are not in it: ${missing.join(', ')}. Give them with --var NAME=VALUE, or in the environment as TRELLIS_VAR_NAME.`);
}

type Ask = <T>(method_name: string, data: object) => Promise<T>;

function router({ url, token, tenant_id, environment_id }: Platform): Ask {
  return async (method_name, data) => {
    const response = await fetch(`${url}/api/router/control_api_server/apiRouterV2`, {
      method: 'POST', body: JSON.stringify({ method_name, data: { tenant_id, environment_id, ...data } }),
      headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id },
    });
    const answer = (await response.json()) as { success?: boolean; data?: unknown; error?: string };
    if (!response.ok || answer.success === false) throw refuse(answer.error ?? `The platform answered ${response.status} to ${method_name}.`);
    return answer.data as never;
  };
}

/** What stands for a secret in the file, or is called like one, is masked wherever it comes back. */
const hidden = (values: DataRow, { placeholders = [] }: SuiteFile): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, placeholders.includes(name) || namesCredential(name) ? { value, secret: true } : value]));

async function run(file: SuiteFile, data: readonly DataRow[], variables: Record<string, string>): Promise<SuiteReport> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-suite-'));
  const leave = () => rmSync(folder, { recursive: true, force: true });
  // A job that is cancelled must leave nothing, either.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      leave();
      process.exit(128 + constants.signals[signal]);
    });
  }
  try {
    const platform = await startPlatform({ data: folder, log: () => undefined });
    try {
      const ask = router(platform);
      // As an environment's, they may say where the API is.
      const known = { ...(file.api['variables'] as object | undefined), ...file.variables, ...hidden(variables, file) };
      const api = await ask<{ id: string }>('create-api', { ...file.api, variables: known, ...(given.server === undefined ? {} : { server_url: given.server }) });
      const made = await ask<{ endpoints: { id: string }[] }>('bulk-create-endpoints', { api_id: api.id, endpoints: file.endpoints });
      return await ask('run-suite', { api_id: api.id, endpoint_ids: made.endpoints.map(({ id }) => id), data: data.map((row) => hidden(row, file)), ...options() });
    } finally {
      await platform.close();
    }
  } finally {
    leave();
  }
}

/** Into a folder that may not be there yet. */
function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (thrown) {
    throw refuse(`The report cannot be written to ${path}: ${(thrown as Error).message}`);
  }
}

function tell(report: SuiteReport): void {
  const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' };
  for (const { state, iteration, name, method, path, status, duration, error, assertions = [] } of report.results) {
    const round = report.iterations === 1 ? '' : `[${iteration}] `;
    process.stdout.write(`${marks[state]} ${round}${name} (${method} ${path})${status === undefined ? '' : ` ${status}, ${Math.round(duration ?? 0)} ms`}${error ? `: ${error}` : ''}\n`);
    for (const one of assertions) if (!one.passed) process.stdout.write(`       ${one.name}: ${one.error ?? `expected ${one.comparison.replace('_', ' ')} ${JSON.stringify(one.expected)}, found ${JSON.stringify(one.actual)}`}\n`);
  }
  process.stdout.write(`${report.name}: ${suiteSummary(report)}, in ${(report.duration_ms / 1000).toFixed(1)} s${report.stopped ? '; stopped at the first failure' : ''}\n`);
}

try {
  const [path] = positionals;
  if (given.help || path === undefined) {
    process.stdout.write(usage);
    process.exitCode = given.help ? 0 : 2;
  } else {
    const file = suiteIn(path);
    const data = given.data === undefined ? [] : readDataRows(read(given.data));
    const variables = variablesGiven();
    options();
    refuseMissing(file, variables, data);
    const report = await run(file, data, variables);
    tell(report);
    if (given.junit !== undefined) write(given.junit, junitOf(report));
    if (given.json !== undefined) write(given.json, `${JSON.stringify(report, null, 2)}\n`);
    if (report.passed + report.failed === 0) throw refuse('Nothing was run: all endpoints of the suite are disabled.');
    process.exitCode = report.failed > 0 ? 1 : 0;
  }
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 2;
}
