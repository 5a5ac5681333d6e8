import { useParams } from 'react-router-dom';
import { useList } from '../../../state/lists.ts';

/** One run of a workflow, at `/workflows/runs/:run_id`. */
export function RunPage() {
  const { run_id = '' } = useParams();
  const { data: [run] } = useList({ group: 'workflowRuns', method: 'get', input: { run_id } });
  return <h1>{String(run?.['state'] ?? run_id)}</h1>;
}
