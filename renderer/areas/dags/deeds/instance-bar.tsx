import { Button } from '@blueprintjs/core';
import { Cross, Disable, Eraser, FastForward, Tick } from '@blueprintjs/icons';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { useCommand } from '../../../state/commands.ts';
import { mostInstances, type InstanceDeed, type InstanceKey } from '../../../state/dag-desk.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { DeedDialog } from './deed-dialog.tsx';
import { countOf, deeds, instanceWords } from './instance-words.ts';
import './deeds.css';

const icons = { clear: Eraser, success: Tick, failed: Disable, skipped: FastForward } as const;

interface InstanceBarProps {
  readonly dag_id: string;
  readonly keys: readonly InstanceKey[];
  /** What else can be done with them. */
  readonly children?: ReactNode;
  readonly onDrop?: () => void;
}

/** What can be done with the task instances that are selected, in a grid, a graph or a run. */
export function InstanceBar({ dag_id, keys, children, onDrop }: InstanceBarProps) {
  // The dialog is about what was selected when it opened, whatever is selected meanwhile.
  const [asked, setAsked] = useState<{ readonly deed: InstanceDeed; readonly keys: readonly InstanceKey[] } | null>(null);
  const tooMany = keys.length > mostInstances ? `At most ${mostInstances.toLocaleString()} can be changed at once.` : undefined;
  const toClear = useObstacle('taskInstances', 'clear') ?? tooMany;
  const toSet = useObstacle('taskInstances', 'setState') ?? tooMany;
  const obstacleOf = (deed: InstanceDeed) => (deed === 'clear' ? toClear : toSet);
  const ask = (deed: InstanceDeed) => (keys.length > 0 && obstacleOf(deed) === undefined ? () => setAsked({ deed, keys }) : null);
  useCommand('instances.clear', ask('clear'));
  useCommand('instances.success', ask('success'));
  useCommand('instances.failed', ask('failed'));
  useCommand('instances.skipped', ask('skipped'));
  const runs = new Set(keys.map(({ dag_run_id }) => dag_run_id)).size;
  return (
    <>
      {keys.length > 0 && (
        <div className="selection-bar" role="toolbar" aria-label="Selected task instances">
          <strong>{countOf(keys.length, 'task instance')}{runs > 1 && ` in ${runs.toLocaleString()} runs`}</strong>
          {deeds.map((deed) => {
            const Icon = icons[deed];
            return <ActionButton key={deed} size="small" variant="minimal" icon={<Icon size={14} />} text={`${instanceWords[deed].button}…`} obstacle={obstacleOf(deed)} onClick={() => setAsked({ deed, keys })} />;
          })}
          {children}
          <span className="filter-space" />
          {onDrop && <Button size="small" variant="minimal" icon={<Cross size={14} />} text="Select nothing" onClick={onDrop} />}
        </div>
      )}
      {asked && <DeedDialog dag_id={dag_id} deed={asked.deed} keys={asked.keys} onClose={() => setAsked(null)} />}
    </>
  );
}
