import { readDag, type Dag } from './definition.ts';
import { graphOf, type Graph } from './graph.ts';
import type { StoredVersion } from './store.ts';
import { tasksOf, type Task } from './task-definition.ts';
import { weightsOf } from './weights.ts';

/** A version of a DAG as it is run: read once, and shared by all of its runs. */
export interface Plan {
  readonly definition: Dag;
  readonly tasks: ReadonlyMap<string, Task>;
  readonly graph: Graph;
  /** Which tasks come first where not all can: higher ones. */
  readonly weights: ReadonlyMap<string, number>;
}

export function planOf({ definition, weights }: StoredVersion): Plan {
  const dag = readDag(JSON.parse(definition));
  const tasks = tasksOf(dag);
  const graph = graphOf(tasks);
  const kept = weights === null ? undefined : (JSON.parse(weights) as number[]);
  return {
    definition: dag, graph,
    tasks: new Map(tasks.map((task) => [task.task_id, task])),
    weights: kept ? new Map(tasks.map(({ task_id }, index) => [task_id, kept[index]!])) : weightsOf(graph, tasks),
  };
}

/** Tasks of the plans that are kept. */
const kept = 100_000;

export type Plans = (dag: number, version: number) => Plan;

/** The plans that were asked for last. A version never changes, so one that is kept is right. */
export function createPlans(versionOf: (dag: number, version: number) => StoredVersion): Plans {
  const plans = new Map<string, Plan>();
  let size = 0;
  return (dag, version) => {
    const key = `${dag}/${version}`;
    const known = plans.get(key);
    if (known) {
      plans.delete(key);
      plans.set(key, known);
      return known;
    }
    const plan = planOf(versionOf(dag, version));
    plans.set(key, plan);
    size += plan.tasks.size;
    for (const [oldest, { tasks }] of plans) {
      if (size <= kept || oldest === key) break;
      plans.delete(oldest);
      size -= tasks.size;
    }
    return plan;
  };
}
