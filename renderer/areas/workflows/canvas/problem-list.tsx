import { Error as ErrorIcon, Tick, WarningSign } from '@blueprintjs/icons';
import { useMemo } from 'react';
import type { GraphProblem } from '../../../../shared/rules/workflow-graph.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { nodesById, titleOfNode, type Graph } from './graph.ts';

interface ProblemListProps {
  readonly graph: Graph;
  readonly problems: readonly GraphProblem[];
  readonly onGo: (problem: GraphProblem) => void;
}

/** What is wrong with the graph; pressing one shows where. */
export function ProblemList({ graph, problems, onGo }: ProblemListProps) {
  const byId = useMemo(() => nodesById(graph), [graph]);
  const titleOf = (id: string) => (byId.has(id) ? titleOfNode(byId.get(id)!) : id);
  if (problems.length === 0) return <EmptyState icon={<Tick size={20} />} title="No problems" text="The workflow can be run." />;
  return (
    <ul className="problem-rows" aria-label="Problems">
      {problems.map((problem, at) => (
        // Two nodes of one id have the same problems.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${at} ${problem.message}`}>
          <button type="button" onClick={() => onGo(problem)}>
            {problem.severity === 'error' ? <ErrorIcon size={14} className="node-error" title="Error" /> : <WarningSign size={14} className="node-warning" title="Warning" />}
            <span>{problem.message}{problem.field !== undefined && problem.node_id !== undefined && <span className="tr-muted"> – {titleOf(problem.node_id)}</span>}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
