import { EventEmitter } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { AppError, toErrorValue } from '../../shared/errors.ts';
import { allows } from '../../shared/rules/permissions.ts';
import { patiently } from '../storage/patience.ts';
import { transaction } from '../storage/transaction.ts';
import { statements } from './database.ts';
import type { Caller, Jobs, Migration } from './domain.ts';
import { notFound } from './kinds.ts';
import { uuidv7 } from './ids.ts';

/** Long work, kept as rows: what was running when the platform ended is marked as failed at the next start. */

export const jobMigrations: readonly Migration[] = [
  {
    id: 'jobs-1',
    sql: `
      CREATE TABLE jobs (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, user_id TEXT NOT NULL,
        state TEXT NOT NULL, progress REAL NOT NULL, note TEXT, result TEXT, error TEXT, started_at TEXT NOT NULL, ended_at TEXT
      ) STRICT;
      CREATE INDEX jobs_by_tenant ON jobs (tenant_id, started_at);
    `,
  },
];

/** Thrown by the work of a job that was cancelled, with what was done until then, which becomes its result. */
export class CutShort extends AppError {
  readonly done: unknown;
  constructor(done: unknown) {
    super('cancelled', 'Cancelled');
    this.done = done;
  }
}

export type JobState = 'running' | 'success' | 'failed' | 'cancelled';

export interface JobRow {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly tenant_id: string;
  readonly environment_id: string | null;
  readonly user_id: string;
  readonly state: JobState;
  /** 0 to 1. */
  readonly progress: number;
  readonly note: string | null;
  readonly result: unknown;
  readonly error: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
}

export interface JobBoard extends Jobs {
  list(caller: Caller): JobRow[];
  find(id: string, caller: Caller): JobRow;
  cancel(id: string, caller: Caller): JobRow;
  /** The job as it is, then after each change, until it ends. */
  follow(id: string, caller: Caller, signal: AbortSignal): AsyncIterable<JobRow>;
  /** Aborts what runs, and waits for it. */
  stop(): Promise<void>;
}

const kept = 500;
const patienceMs = 1000;
const columns = 'id, kind, title, tenant_id, environment_id, user_id, state, progress, note, result, error, started_at, ended_at';

export function createJobs(db: DatabaseSync, now: () => number, log: (line: string) => void): JobBoard {
  const sql = statements(db);
  const changes = new EventEmitter().setMaxListeners(0);
  const running = new Map<string, { controller: AbortController; done: Promise<void>; progress: number; note: string | null }>();
  const time = () => new Date(now()).toISOString();
  let stopping = false;

  sql(`UPDATE jobs SET state = 'failed', error = 'The platform ended while this was running. Start it again.', ended_at = ? WHERE state = 'running'`).run(time());

  const toRow = (row: Record<string, unknown>): JobRow => {
    const live = running.get(row['id'] as string);
    const result = row['result'] === null ? null : (JSON.parse(row['result'] as string) as unknown);
    const environment = row['environment_id'] === '' ? null : row['environment_id'];
    return { ...row, environment_id: environment, result, ...(live ? { progress: live.progress, note: live.note } : {}) } as JobRow;
  };
  const read = (id: string): JobRow | undefined => {
    const row = sql(`SELECT ${columns} FROM jobs WHERE id = ?`).get(id);
    return row && toRow(row);
  };
  const find = (id: string, caller: Caller): JobRow => {
    const row = read(id);
    // A caller without a tenant sees their own.
    const visible = row && (caller.tenant_id === '' ? row.user_id === caller.user_id : row.tenant_id === caller.tenant_id);
    if (!visible) throw notFound('job', id);
    return row;
  };
  const list = (caller: Caller): JobRow[] =>
    sql(`SELECT ${columns} FROM jobs WHERE tenant_id = ? ORDER BY started_at DESC, id DESC LIMIT ${kept}`).all(caller.tenant_id).map(toRow);

  const finish = (id: string, state: JobState, result: unknown, error: string | null) => {
    const progress = state === 'success' ? 1 : (running.get(id)?.progress ?? 0);
    sql('UPDATE jobs SET state = ?, progress = ?, result = ?, error = ?, ended_at = ? WHERE id = ?')
      .run(state, progress, result === undefined ? null : JSON.stringify(result), error, time(), id);
    running.delete(id);
    changes.emit(id);
  };

  return {
    start(kind, title, caller, work) {
      const id = uuidv7(now());
      const controller = new AbortController();
      transaction(db, () => {
        sql(`INSERT INTO jobs (${columns}) VALUES (?, ?, ?, ?, ?, ?, 'running', 0, NULL, NULL, NULL, ?, NULL)`)
          .run(id, kind, title, caller.tenant_id, caller.environment_id, caller.user_id, time());
        sql(`DELETE FROM jobs WHERE tenant_id = ?1 AND state <> 'running' AND id NOT IN (SELECT id FROM jobs WHERE tenant_id = ?1 ORDER BY started_at DESC LIMIT ${kept})`).run(caller.tenant_id);
      });
      const progress = (part: number, note?: string) => {
        const live = running.get(id);
        if (!live) return;
        live.progress = Math.min(1, Math.max(0, part));
        live.note = note ?? live.note;
        changes.emit(id);
      };
      const run = async () => {
        try {
          controller.signal.throwIfAborted();
          const result = await work({ id, signal: controller.signal, progress });
          await patiently(() => finish(id, 'success', result, null));
        } catch (thrown) {
          const error = toErrorValue(thrown);
          if (error.code === 'internal') log(`job ${kind}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
          if (stopping) return; // Still `running` in its row: the next start says that it was interrupted.
          await patiently(() => finish(id, controller.signal.aborted ? 'cancelled' : 'failed', thrown instanceof CutShort ? thrown.done : undefined, error.message));
        }
      };
      const entry = { controller, done: Promise.resolve(), progress: 0, note: null };
      running.set(id, entry);
      entry.done = Promise.resolve().then(run).catch((thrown: unknown) => {
        running.delete(id); // its row says `running` until the next start, which takes it for interrupted
        log(`job ${kind}: its end could not be kept: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      });
      changes.emit(id);
      return id;
    },
    list,
    find,
    cancel(id, caller) {
      if (find(id, caller).user_id !== caller.user_id && !allows(caller.permissions, 'admin:write')) {
        throw new AppError('forbidden', 'Only whoever started a job, or an admin of the tenant, can cancel it.');
      }
      running.get(id)?.controller.abort(new AppError('cancelled', 'Cancelled'));
      return find(id, caller);
    },
    async *follow(id, caller, signal) {
      let changed = false;
      let wake: (() => void) | undefined;
      const notice = () => {
        changed = true;
        wake?.();
      };
      changes.on(id, notice);
      signal.addEventListener('abort', notice);
      try {
        while (!signal.aborted) {
          changed = false;
          const row = find(id, caller);
          yield row;
          if (row.state !== 'running') return;
          // What changed while the event was on its way is not waited for.
          if (!changed) await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        changes.off(id, notice);
        signal.removeEventListener('abort', notice);
      }
    },
    async stop() {
      stopping = true;
      for (const { controller } of running.values()) controller.abort(new AppError('cancelled', 'The platform ends'));
      const ended = Promise.allSettled([...running.values()].map(({ done }) => done));
      // Work that does not heed its signal must not hold up the end.
      await Promise.race([ended, setTimeout(patienceMs, undefined, { ref: false })]);
    },
  };
}
