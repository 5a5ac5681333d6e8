import { z } from 'zod';
import type { FieldProblem } from '../../../shared/errors.ts';
import { paramProblems, requiredParams } from '../../../shared/rules/dag-params.ts';
import { scheduleProblem, timetableOf, unitSeconds, type Delta } from '../../../shared/rules/dag-schedule.ts';
import { isZone, parseInstant } from '../../../shared/rules/time-zone.ts';
import { judgeGraph, judgeNames, judgeOperators, judgePools, nameOf, type Complain } from './judge-tasks.ts';
import { must } from './operators/operator.ts';
import { groupSchema, id, perTask, taskSchema } from './task-definition.ts';

/** A DAG's definition: read, and judged in words that name the task and the field. */

type Raw = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

const seconds = z.number(must('a number of seconds')).gt(0, 'must be more than 0');
const count = z.int(must('a whole number')).min(1, 'must be at least 1');
const texts = (what: string) => z.array(z.string(must('a text')).min(1, 'must not be empty'), must(what));
const date = z.string(must('an ISO 8601 date')).refine((text) => !Number.isNaN(parseInstant(text, 'UTC')), 'must be an ISO 8601 date').nullish();
const isDelta = (given: unknown): given is Delta =>
  typeof given === 'object' && given !== null && Object.entries(given).every(([unit, value]) => Object.hasOwn(unitSeconds, unit) && typeof value === 'number' && value >= 0);
const schedule = z.custom<string | Delta>(
  (given) => typeof given === 'string' || isDelta(given), must('a cron expression, a preset such as @daily, an interval such as PT15M or {"minutes": 15}, or null'),
);

const dagSchema = z.looseObject({
  dag_id: id,
  description: z.string(must('a text')).nullish(),
  doc_md: z.string(must('a text')).nullish(),
  schedule: schedule.nullish(),
  timezone: z.string(must('a time zone such as Europe/Berlin')).refine(isZone, { error: ({ input }) => `“${String(input).slice(0, 100)}” is not a time zone such as Europe/Berlin` }).default('UTC'),
  start_date: date,
  end_date: date,
  /** Whether all that a schedule missed is made up for, or only the last of it. */
  catchup: z.boolean(must('true or false')).default(false),
  max_active_runs: count.default(1),
  /** Tasks of one run at the same time. */
  max_active_tasks: count.optional(),
  /** After how long a run fails that is under way. */
  dagrun_timeout_seconds: seconds.nullish(),
  is_paused: z.boolean(must('true or false')).optional(),
  owner: z.string(must('a text')).optional(),
  owners: texts('a list of texts').optional(),
  tags: texts('a list of texts').default([]),
  params: z.record(z.string(), z.unknown(), must('an object')).default({}),
  default_args: z.looseObject({ ...perTask, owner: z.string(must('a text')).optional() }, must('an object')).default({}),
  /** What is to be said of groups; they are there by the tasks that name them. */
  task_groups: z.array(groupSchema, must('a list of task groups')).default([]),
  tasks: z.array(taskSchema, must('a list of tasks')).min(1, 'must hold at least one task'),
});

export type Dag = z.output<typeof dagSchema>;

const storedSchema = dagSchema.extend({ tasks: z.array(z.unknown()) });

/**
 * A stored definition, which was judged when it was added: its tasks, of which there may be many, are not judged again. What
 * an older version let pass, because it did not read the field, counts as not said.
 */
export function readDag(raw: unknown): Dag {
  const parsed = storedSchema.safeParse(raw);
  const unread = new Set(parsed.error?.issues.map(({ path }) => path[0]));
  const dag = parsed.data ?? storedSchema.parse(Object.fromEntries(Object.entries(raw as Raw).filter(([name]) => !unread.has(name))));
  return { ...dag, tasks: (dag.tasks as Dag['tasks']).map((task) => ('depends_on' in task ? task : Object.assign({ depends_on: [] }, task))) };
}

/** Who answers for a DAG, as its definition says. */
export const ownersOf = ({ owners, owner, default_args }: Dag): string[] => owners ?? [owner ?? default_args.owner ?? []].flat();

const mostProblems = 100;

/** Everything that is wrong with a definition that stands at `at` in its input; empty if it can be added. Where `paramsFit`, the values of its params have been judged before. */
export function problemsOf(raw: Raw, at: Path, isKnownPool: (pool: string) => boolean = () => true, paramsFit = false): FieldProblem[] {
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
  judgeSchedule(dag, complain);
  if (!paramsFit) for (const { path, words } of paramProblems(dag.params)) complain(['params', ...path], words);
  judgeNames(dag, complain);
  judgeOperators(dag, complain);
  judgePools(dag, isKnownPool, complain);
  if (problems.length > 0) return problems;
  judgeGraph(dag, complain);
  return problems;
}

function judgeSchedule(dag: Dag, complain: Complain): void {
  const wrong = scheduleProblem(dag);
  if (wrong !== undefined) complain(['schedule'], wrong);
  else if (dag.max_active_runs > 1 && timetableOf(dag)?.continuous) complain(['max_active_runs'], 'must be 1 with the schedule “@continuous”, whose next run begins when the last one has ended');
  const { start_date, end_date, timezone } = dag;
  if (start_date && end_date && parseInstant(end_date, timezone) < parseInstant(start_date, timezone)) complain(['end_date'], 'must not be before start_date');
  if (dag.schedule === null || dag.schedule === undefined) return;
  for (const name of requiredParams(dag.params)) complain(['params', name], 'has no value; a DAG with a schedule needs one for each of its params');
}
