import { runOf as runSource } from '../../../state/dag-desk.ts';
import { runsOf } from '../../../state/dags.ts';
import { useAbsence } from '../../../state/list-permission.ts';
import { useList } from '../../../state/lists.ts';
import { runOf, type Run } from '../airflow.ts';

/** A run by its id: asked for by itself, and until that is answered as the list of runs knows it. */
export function useFoundRun(dag_id: string, run_id: string): Run | undefined {
  const isAbsent = useAbsence('dagRuns', 'get') !== undefined;
  const alone = useList(isAbsent ? null : runSource(dag_id, run_id)).data[0];
  const listed = useList(alone ? null : runsOf(dag_id)).data.find(({ id }) => id === run_id);
  const found = alone ?? listed;
  return found && runOf(found);
}
