import { useCommand } from '../../state/commands.ts';

/** A DAG's tabs by their numbers; `show` is null where there is nothing to show yet. */
export function useTabKeys(show: ((tab: string) => void) | null): void {
  const to = (tab: string) => (show ? () => show(tab) : null);
  useCommand('dag.overview', to('overview'));
  useCommand('dag.grid', to('grid'));
  useCommand('dag.graph', to('graph'));
  useCommand('dag.runs', to('runs'));
  useCommand('dag.backfills', to('backfills'));
  useCommand('dag.charts', to('charts'));
  useCommand('dag.tasks', to('tasks'));
  useCommand('dag.events', to('events'));
  useCommand('dag.definition', to('definition'));
  useCommand('dag.versions', to('versions'));
}
