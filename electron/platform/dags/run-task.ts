import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../domain.ts';
import { mappedTo } from './expansion.ts';
import { hideSecrets } from './hide-secrets.ts';
import { operators } from './operators/index.ts';
import type { Deeds } from './operators/operator.ts';
import type { RunData, TaskData } from './run-data.ts';
import { templated, type Task } from './task-definition.ts';
import type { TaskLog } from './task-log.ts';
import { resolve, templatesIn } from './template.ts';

/** One try of one task: its templates resolved, its operator run, its time limit kept. */

export interface TryInput {
  readonly task: Pick<Task, 'task_id' | 'operator' | 'execution_timeout_seconds' | 'is_mapped' | 'fields'>;
  readonly map_index: number;
  /** The task's own `auth`, with its secrets in clear. */
  readonly auth: unknown;
  readonly data: RunData;
  /** The tasks that an id of the DAG stands for; undefined for none. */
  readonly targetsOf: (id: string) => readonly string[] | undefined;
  /** Throws where the one in whose name the run works may no longer do so. */
  readonly caller: () => Caller;
  readonly log: TaskLog;
  readonly key?: string | undefined;
}

const largestResult = 16 * 1024 * 1024;

/** The task's result as JSON text. Throws what failed; `signal` ends it early. */
export async function runTask(deeds: Deeds, input: TryInput, signal: AbortSignal): Promise<string> {
  const { task, data, targetsOf, caller, log } = input;
  const operator = operators[task.operator];
  if (!operator) throw new AppError('invalid_input', `The operator “${task.operator}” does not run here.`);
  const map = mapOf(input);
  const fields = resolved(input, map);
  for (const name of operator.verbatim) fields[name] ??= task.fields[name];

  const limit = timeLimit(task.execution_timeout_seconds, signal);
  try {
    const seen = () => ({ ...data.upstreamOf(task.task_id), ...(map && { map }) });
    const context = { deeds, caller: caller(), data: seen, targetsOf, signal: limit.signal, log, key: input.key };
    const result = await Promise.race([operator.run(fields, context), limit.passed]);
    const text = JSON.stringify(result ?? null);
    if (text.length > largestResult) throw new AppError('too_large', `The result is larger than ${largestResult / 1024 / 1024} MB. Take less of it with a transform.`);
    log.write('info', `The result has ${text.length} characters`);
    return text;
  } catch (thrown) {
    throw withoutSecrets(thrown, task.fields['auth'], input.auth);
  } finally {
    limit.end();
  }
}

/** What failed may hold what a target said, who may say back what it was sent. */
function withoutSecrets(thrown: unknown, marked: unknown, clear: unknown): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  const message = hideSecrets(thrown.message, marked, clear);
  return message === thrown.message ? thrown : new AppError(thrown.code, message);
}

type MapFields = Readonly<Record<string, unknown>> & { readonly index: number };

/** What this instance of a mapped task has of its own. */
function mapOf({ task, map_index, data, log }: TryInput): MapFields | undefined {
  if (!task.is_mapped) return undefined;
  const { expand, expand_kwargs } = task.fields;
  log.write('info', `Instance ${map_index} of what the task maps to`);
  return { ...mappedTo(task.fields, data.named({ expand, expand_kwargs })).at(map_index), index: map_index };
}

/** The fields with their templates resolved; what is mapped is data already, and is not read as a template again. */
function resolved({ task, auth, data, log }: TryInput, map: MapFields | undefined): Record<string, unknown> {
  const { index: _, ...mapped } = map ?? { index: -1 };
  const fields = { ...templated(task.fields), ...(auth === undefined ? {} : { auth }) };
  const found = [...new Set([...templatesIn(fields)].map(({ text }) => text))];
  if (found.length > 0) log.write('debug', `Looks up ${found.join(', ')}`);
  const from: TaskData & { readonly map?: MapFields } = { ...data.named(fields), ...(map && { map }) };
  return { ...(resolve(fields, from) as Record<string, unknown>), ...mapped };
}

/** `passed` rejects when the limit is reached or `outer` is aborted, even if what was started does not heed the signal. */
function timeLimit(seconds: number | undefined, outer: AbortSignal) {
  const controller = new AbortController();
  const relay = () => controller.abort(outer.reason);
  if (outer.aborted) relay();
  outer.addEventListener('abort', relay, { once: true });
  const timer =
    seconds === undefined
      ? undefined
      : setTimeout(() => controller.abort(new AppError('timeout', `The task took longer than its execution timeout of ${seconds} s.`)), seconds * 1000);
  const { promise: passed, reject } = Promise.withResolvers<never>();
  controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  if (controller.signal.aborted) reject(controller.signal.reason);
  passed.catch(() => undefined); // Told through the race, or to nobody when the task never came to it.
  return {
    signal: controller.signal,
    passed,
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', relay);
    },
  };
}
