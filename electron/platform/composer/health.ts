import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toErrorValue } from '../../../shared/errors.ts';
import { execute } from '../../execution/execute.ts';
import type { Core } from '../core.ts';
import { fileReason } from '../database.ts';
import type { Caller, Migration } from '../domain.ts';
import type { Evaluator } from '../expressions/evaluator.ts';

export const healthMigrations: readonly Migration[] = [
  { id: 'composer-probe-1', sql: 'CREATE TABLE composer_probe (id INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT' },
];

export interface Check {
  readonly status: 'ok' | 'failed';
  readonly duration_ms: number;
  readonly error?: string;
  readonly [detail: string]: unknown;
}

/** Tries each part of the platform that a run needs, and says how it went [C-115]. */
export async function checkHealth(core: Core, evaluator: Evaluator, caller: Caller, signal: AbortSignal) {
  const [storage, engine, expressions, jobs] = await Promise.all([
    tried(() => writeOne(core)),
    tried(() => sendOne(signal)),
    tried(() => evaluateOne(evaluator, signal)),
    tried(() => ({ running: core.jobs.list(caller).filter(({ state }) => state === 'running').length })),
  ]);
  const checks = { storage, engine, expressions, jobs };
  const status = Object.values(checks).every((check) => check.status === 'ok') ? 'ok' : 'failed';
  return { status, timestamp: new Date(core.now()).toISOString(), uptime_ms: Math.round(process.uptime() * 1000), checks };
}

async function tried(work: () => object | Promise<object>): Promise<Check> {
  const started = performance.now();
  const took = () => Math.round((performance.now() - started) * 100) / 100;
  try {
    const details = await work();
    return { status: 'ok', duration_ms: took(), ...details };
  } catch (thrown) {
    return { status: 'failed', duration_ms: took(), error: reasonOf(thrown) };
  }
}

function reasonOf(thrown: unknown): string {
  const reason = fileReason(thrown);
  if (reason !== undefined) return `The platform's data file cannot be used: ${reason}.`;
  return thrown instanceof Error ? thrown.message : toErrorValue(thrown).message;
}

/** A write that goes to the disk, and is read back: a full disk, a read-only file or one that another program holds locked shows here. */
function writeOne({ db, now }: Core): object {
  const at = now();
  db.prepare('INSERT INTO composer_probe VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at').run(at);
  const row = db.prepare('SELECT at, page_count * page_size AS bytes FROM composer_probe, pragma_page_count(), pragma_page_size()').get();
  if (row?.['at'] !== at) throw new Error('What was written could not be read back.');
  return { bytes: row['bytes'] };
}

/** A request to a server of its own, through the same engine as any other. */
async function sendOne(signal: AbortSignal): Promise<object> {
  const server = createServer((_request, response) => void response.setHeader('connection', 'close').end('ok'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  try {
    const { port } = server.address() as AddressInfo;
    const { status, data } = await execute({ method: 'GET', url: `http://127.0.0.1:${port}/`, timeout_ms: 5000 }, { signal });
    if (status !== 200 || data !== 'ok') throw new Error(`The engine read ${status} where 200 was sent.`);
    return {};
  } finally {
    server.close();
  }
}

async function evaluateOne(evaluator: Evaluator, signal: AbortSignal): Promise<object> {
  if ((await evaluator.evaluate('1 + 1', null, signal)) !== 2) throw new Error('The evaluator of expressions gave a wrong answer.');
  return {};
}
