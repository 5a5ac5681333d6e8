import type { Dag } from '../airflow.ts';
import { runPath } from '../paths.ts';
import { nothing } from '../row-table.tsx';
import { barsOf } from './run-bars.ts';
import './list.css';

/**
 * The last runs as small bars, oldest first, each of which leads to its run. They carry no style and no handlers of their own:
 * hundreds of them come and go while a list is scrolled.
 */
export function RunStrip({ dag, now }: { readonly dag: Dag; readonly now: number }) {
  if (dag.latest.length === 0) return nothing;
  return (
    <span className="run-strip">
      {barsOf(dag.latest, now).map(({ id, state, level, title }) => (
        <a key={id} href={runPath(dag.id, id)} tabIndex={-1} title={title} aria-label={title} data-state={state} data-level={level} />
      ))}
    </span>
  );
}
