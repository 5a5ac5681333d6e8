import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogPlace, LogSource } from '../logs/log-handlers.ts';
import type { Airflow } from './client.ts';

/** Logs of Airflow's tries: brought here once, so that they can be searched and paged like our own. */

interface Message {
  readonly event: string;
  readonly timestamp?: string | undefined;
  readonly level?: string | undefined;
}
interface Content {
  readonly content: readonly (Message | string)[];
  readonly continuation_token?: string | null | undefined;
}

const unfinished: ReadonlySet<unknown> = new Set(['running', 'queued', 'scheduled', 'deferred', 'restarting', 'up_for_reschedule', null]);
/** Milliseconds for which the log of a try that is under way is not brought anew. */
const fresh = 2000;
const mostKept = 20;

export function createAirflowLogs(folder: string): (airflow: Airflow, place: LogPlace) => Promise<LogSource> {
  // What an earlier start brought may have grown since.
  rmSync(folder, { recursive: true, force: true });
  const kept = new Map<string, { readonly at: number; readonly isOpen: boolean }>();

  async function bring(airflow: Airflow, { dag_id, dag_run_id, task_id, map_index = -1, try_number }: LogPlace, file: string): Promise<boolean> {
    const path = ['dags', dag_id, 'dagRuns', dag_run_id, 'taskInstances', task_id];
    const instance = (await airflow.ask('GET', map_index < 0 ? path : [...path, String(map_index)])) as { state: unknown; try_number: number };
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, '', { mode: 0o600 });
    for (let token: string | null | undefined; ;) {
      const { content, continuation_token } = (await airflow.ask('GET', [...path, 'logs', String(try_number)], { query: { map_index, token, full_content: token === undefined ? true : undefined } })) as Content;
      appendFileSync(file, content.map(lineOf).join(''));
      if (!continuation_token || continuation_token === token || content.length === 0) break;
      token = continuation_token;
    }
    return instance.try_number === try_number && unfinished.has(instance.state);
  }

  return async (airflow, place) => {
    const { dag_id, dag_run_id, task_id, map_index = -1, try_number } = place;
    const name = createHash('sha256').update(JSON.stringify([airflow.connection.url, dag_id, dag_run_id, task_id, map_index, try_number])).digest('hex');
    const file = join(folder, `${name}.log`);
    const known = kept.get(file);
    if (!known || !existsSync(file) || (known.isOpen && Date.now() - known.at > fresh)) {
      const isOpen = await bring(airflow, place, file);
      kept.delete(file);
      kept.set(file, { at: Date.now(), isOpen });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
        rmSync(oldest, { force: true });
      }
    }
    return { file, isOpen: kept.get(file)!.isOpen, changed: (signal) => wait(fresh, undefined, { signal }) };
  };
}

const words: Readonly<Record<string, string>> = { debug: 'DEBUG  ', info: 'INFO   ', warning: 'WARNING', warn: 'WARNING', error: 'ERROR  ', critical: 'ERROR  ', exception: 'ERROR  ' };

/** As our own logs have it; a text without a level is worth as much as any. */
function lineOf(message: Message | string): string {
  if (typeof message === 'string') return `${message}\n`;
  const { event, timestamp, level = 'info' } = message;
  if (timestamp === undefined || Number.isNaN(Date.parse(timestamp))) return `${event}\n`;
  return `${new Date(timestamp).toISOString()} ${words[level.toLowerCase()] ?? words['info']} ${event}\n`;
}
