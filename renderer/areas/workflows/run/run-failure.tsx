import { Button, Callout } from '@blueprintjs/core';
import type { WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';

interface RunFailureProps {
  readonly run: WorkflowRun;
  readonly title: (node_id: string) => string;
  /** The node that is looked at. */
  readonly shown: string | null;
  readonly onGo: (node_id: string) => void;
}

/** Why a run failed, and the way to the node that did. */
export function RunFailure({ run: { error, failed_node_id }, title, shown, onGo }: RunFailureProps) {
  if (error === null || error === undefined) return null;
  const isElsewhere = failed_node_id !== null && failed_node_id !== undefined && failed_node_id !== shown;
  return (
    <Callout compact intent="danger" role="alert" className="run-failure">
      <p>{error}</p>
      {isElsewhere && <Button size="small" text={`Show ${title(failed_node_id)}`} onClick={() => onGo(failed_node_id)} />}
    </Callout>
  );
}
