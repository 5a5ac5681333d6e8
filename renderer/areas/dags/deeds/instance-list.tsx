import { Tick } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { TaskInstance } from '../../../state/dag-desk.ts';
import { StateBadge } from '../state-badge.tsx';

const line = 26;

interface InstanceListProps {
  readonly instances: readonly TaskInstance[];
  /** What was done to each; undefined before it is. */
  readonly done: string | undefined;
}

/** Task instances that something is or was done to: thousands, of which only those in sight are drawn. */
export function InstanceList({ instances, done }: InstanceListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // It keeps its own state and changes under React's eyes, which is what it is for.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({ count: instances.length, getScrollElement: () => scroller.current, estimateSize: () => line, overscan: 8 });
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className="deed-list" role="list" aria-label="Task instances" tabIndex={0}>
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const { dag_run_id, task_id, map_index, state } = instances[index]!;
          return (
            <div key={index} role="listitem" aria-setsize={instances.length} aria-posinset={index + 1} className="deed-line" style={{ transform: `translateY(${start}px)` }}>
              <span className="tr-mono deed-task" title={task_id}>{task_id}{map_index >= 0 && ` [${map_index}]`}</span>
              <span className="tr-mono tr-muted deed-run" title={dag_run_id}>{dag_run_id}</span>
              {done === undefined ? <StateBadge state={state ?? 'none'} /> : <span className="bulk-done"><Tick size={12} /> {done}</span>}
            </div>
          );
        })}
      </div>
    </div>
  );
}
