import type { RunWithNodes } from '../../../../shared/contract/workflow-runs.ts';
import { executionKey } from './run-events.ts';

interface SaidSoFarProps {
  readonly run: RunWithNodes;
  readonly texts: ReadonlyMap<string, string>;
  readonly title: (node_id: string) => string;
}

/** What the models that are asked now have said, where no node is looked at. */
export function SaidSoFar({ run, texts, title }: SaidSoFarProps) {
  const saying = run.executions.filter((execution) => execution.state === 'running' && texts.has(executionKey(execution)));
  return saying.map((execution) => (
    <section key={executionKey(execution)} aria-label={`${title(execution.node_id)}, so far`}>
      <h2>{title(execution.node_id)}, so far</h2>
      <pre className="run-value" aria-live="polite">{texts.get(executionKey(execution))}</pre>
    </section>
  ));
}
