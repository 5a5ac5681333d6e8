import { z } from 'zod';
import type { FieldProblem } from '../../../shared/errors.ts';
import { must } from './operators.ts';
import { scheduleProblem } from './schedule.ts';
import { id, judgeGraph, judgeNames, judgeOperators, nameOf, perTask, taskSchema, type Complain } from './task-definition.ts';

/** A DAG's definition: read, and judged in words that name the task and the field. */

type Raw = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

const dagSchema = z.looseObject({
  dag_id: id,
  description: z.string(must('a text')).nullish(),
  schedule: z.string(must('a cron expression, a preset such as @daily, or null')).nullish(),
  start_date: z.string(must('an ISO 8601 date')).refine((text) => !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 date').nullish(),
  catchup: z.literal(false, { error: 'does not run on the embedded platform yet; it must be false' }).default(false),
  max_active_runs: z.int(must('a whole number')).min(1, 'must be at least 1').default(1),
  is_paused: z.boolean(must('true or false')).optional(),
  tags: z.array(z.string(must('a text')), must('a list of texts')).default([]),
  params: z.record(z.string(), z.unknown(), must('an object')).default({}),
  default_args: z.looseObject(perTask, must('an object')).default({}),
  tasks: z.array(taskSchema, must('a list of tasks')).min(1, 'must hold at least one task'),
});

export type Dag = z.output<typeof dagSchema>;

/** A stored definition, which was judged when it was added. */
export const readDag = (raw: unknown): Dag => dagSchema.parse(raw);

const mostProblems = 100;

/** Everything that is wrong with a definition that stands at `at` in its input; empty if it can be added. */
export function problemsOf(raw: Raw, at: Path): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const dagName = `DAG ${nameOf(raw['dag_id'], Number(at.at(-1) ?? 0))}`;
  const complain: Complain = (path, words) => {
    if (problems.length >= mostProblems) return;
    const inTask = path[0] === 'tasks' && typeof path[1] === 'number';
    const task = inTask ? (raw['tasks'] as unknown[])[path[1] as number] : undefined;
    const where = inTask ? `${dagName}, task ${nameOf((task as Raw | null)?.['task_id'], path[1] as number)}` : dagName;
    const field = path.slice(inTask ? 2 : 0).join('.');
    problems.push({ path: [...at, ...path], message: `${where}: ${field}${field && ' '}${words}` });
  };

  const parsed = dagSchema.safeParse(raw);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) complain(path as Path, message);
    return problems;
  }
  const dag = parsed.data;
  if (typeof dag.schedule === 'string') {
    const wrong = scheduleProblem(dag.schedule);
    if (wrong !== undefined) complain(['schedule'], wrong);
  }
  judgeNames(dag, complain);
  judgeOperators(dag, complain);
  if (problems.length > 0) return problems;
  judgeGraph(dag, complain);
  return problems;
}
