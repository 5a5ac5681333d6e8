import type { FieldProblem } from '../../../../shared/errors.ts';
import { confProblems, type ParamProblem } from '../../../../shared/rules/dag-params.ts';
import { problemsOf, readDag } from '../definition.ts';
import { graphOf } from '../graph.ts';
import { summaryOf, type Scheduling, type Summary } from '../summary.ts';
import { tasksOf } from '../task-definition.ts';
import { weightsOf } from '../weights.ts';

/** What is judged of DAGs and of what their runs are given; pure, so that it can be done in a thread of its own. */

type Raw = Readonly<Record<string, unknown>>;

export interface DefinitionsQuestion {
  readonly definitions: readonly Raw[];
  /** Where each of them stands in its input. */
  readonly places: readonly (readonly (string | number)[])[];
  /** The pools that there are. */
  readonly pools: readonly string[];
  /** Who writes them. */
  readonly user_id: string;
  /** Of which of them the params have been judged before, and fit their schemas. */
  readonly paramsFit?: readonly boolean[];
}

/** What is kept of a definition beside it, so that nobody has to read all of it again. */
export interface Digest {
  readonly summary: Summary & Scheduling;
  /** In the order of its tasks. */
  readonly weights: readonly number[];
}

export interface Judgement {
  /** Empty if it can be added. */
  readonly problems: FieldProblem[];
  /** Undefined where there are problems. */
  readonly digest: Digest | undefined;
}

export function judgeDefinitions({ definitions, places, pools, user_id, paramsFit = [] }: DefinitionsQuestion): Judgement[] {
  const known = new Set(pools);
  return definitions.map((definition, index) => {
    const problems = problemsOf(definition, places[index]!, (pool) => known.has(pool), paramsFit[index]);
    if (problems.length > 0) return { problems, digest: undefined };
    const dag = readDag(definition);
    const tasks = tasksOf(dag);
    const weights = weightsOf(graphOf(tasks), tasks);
    return { problems, digest: { summary: summaryOf(dag, user_id), weights: tasks.map(({ task_id }) => weights.get(task_id)!) } };
  });
}

export interface ConfQuestion {
  readonly params: Raw;
  readonly conf: Raw;
}

export const judgeConf = ({ params, conf }: ConfQuestion): ParamProblem[] => confProblems(params, conf);
