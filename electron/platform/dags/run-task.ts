import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../domain.ts';
import { ancestorsOf, type Graph } from './graph.ts';
import { operators, type Deeds } from './operators.ts';
import { templated, type Task } from './task-definition.ts';
import { resolve, templatesIn } from './template.ts';

/** One try of one task: its templates resolved, its operator run, its time limit kept. */

export interface TryInput {
  readonly task: Task;
  readonly graph: Graph;
  /** The task's own `auth`, with its secrets in clear. */
  readonly auth: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly run: Readonly<Record<string, unknown>>;
  /** The result of a task that succeeded. */
  readonly resultOf: (task_id: string) => unknown;
  /** Throws where the one in whose name the run works may no longer do so. */
  readonly caller: () => Caller;
}

const largestResult = 16 * 1024 * 1024;

/** The task's result as JSON text. Throws what failed; `signal` ends it early. */
export async function runTask(deeds: Deeds, { task, graph, auth, params, run, resultOf, caller }: TryInput, signal: AbortSignal): Promise<string> {
  const operator = operators[task.operator];
  if (!operator) throw new AppError('invalid_input', `The operator “${task.operator}” does not run here.`);
  const withResults = (ids: Iterable<string>) => ({
    params,
    run,
    tasks: Object.fromEntries([...ids].map((id) => [id, { result: resultOf(id) }])),
  });
  const fields = { ...templated(task.fields), ...(auth === undefined ? {} : { auth }) };
  const named = new Set([...templatesIn(fields)].flatMap(({ path }) => (path?.[0] === 'tasks' && path[1] !== undefined ? [path[1]] : [])));
  const resolved = resolve(fields, withResults(named)) as Record<string, unknown>;
  for (const name of operator.verbatim) resolved[name] = task.fields[name];

  const limit = timeLimit(task.execution_timeout_seconds, signal);
  try {
    const context = { deeds, caller: caller(), data: () => withResults(ancestorsOf(graph, task.task_id)), signal: limit.signal };
    const result = await Promise.race([operator.run(resolved, context), limit.passed]);
    const text = JSON.stringify(result ?? null);
    if (text.length > largestResult) throw new AppError('too_large', `The result is larger than ${largestResult / 1024 / 1024} MB. Take less of it with a transform.`);
    return text;
  } finally {
    limit.end();
  }
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
