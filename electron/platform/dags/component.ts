import { AppError, toErrorValue } from '../../../shared/errors.ts';
import type { HandlerContext } from '../domain.ts';
import { operators } from './operators/index.ts';
import type { Deeds, Values } from './operators/operator.ts';
import type { RunData } from './run-data.ts';
import { runTask } from './run-task.ts';
import { hasTemplate } from './template.ts';
import { openNoLog } from './task-log.ts';

export interface ComponentInput {
  /** `{operator, …its fields}`, as a task of a DAG has them. */
  readonly component: Values;
  readonly params?: Values | undefined;
  /** What stands for the results of tasks, by task: `{a: …}` is `tasks.a.result`. */
  readonly input?: Values | undefined;
}

const longestSeconds = 300;

/** Runs one component by itself, with no DAG around it. A component that fails is an answer; one that cannot be read is not. */
export async function executeComponent(deeds: Deeds, { component, params = {}, input = {} }: ComponentInput, { caller, signal }: Pick<HandlerContext, 'caller' | 'signal'>) {
  const name = component['operator'];
  const operator = typeof name === 'string' && Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (!operator) throw new AppError('invalid_input', `component.operator must be one of ${Object.keys(operators).join(', ')}`);
  const problems = (operator.fields.safeParse(component).error?.issues ?? [])
    .filter(({ path }) => !hasTemplate(component[path[0] as string]))
    .map(({ path, message }) => ({ path: ['component', ...(path as (string | number)[])], message: `component.${path.join('.')} ${message}` }));
  if (problems.length > 0) throw new AppError('invalid_input', problems[0]!.message, { problems });

  const tasks = Object.fromEntries(Object.entries(input).map(([id, result]) => [id, { result }]));
  const seen = { params, run: { conf: params }, tasks };
  const data: RunData = { named: () => seen, upstreamOf: () => seen };
  const task = { task_id: 'component', operator: name as string, execution_timeout_seconds: longestSeconds, is_mapped: false, fields: component };
  const begun = performance.now();
  const duration = () => Math.round(performance.now() - begun) / 1000;
  try {
    const result = await runTask(deeds, { task, map_index: -1, auth: component['auth'], data, targetsOf: (id) => [id], caller: () => caller, log: openNoLog(0, 0) }, signal);
    return { result: JSON.parse(result) as unknown, duration: duration() };
  } catch (thrown) {
    return { result: null, duration: duration(), error: toErrorValue(thrown).message };
  }
}
