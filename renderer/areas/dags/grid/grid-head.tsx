import { History, Person, Time } from '@blueprintjs/icons';
import { memo } from 'react';
import { durationText, elapsed } from '../../../components/rows/duration.ts';
import { cellId } from './grid-cells.ts';
import { runLabel, type GridModel } from './grid-model.ts';

interface GridHeadProps {
  readonly model: GridModel;
  readonly firstRun: number;
  readonly lastRun: number;
  readonly selected: string;
  readonly active: number;
  /** CSS pixels of the runs before those that are drawn. */
  readonly before: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** CSS pixels of the longest bar. */
const tallest = 48;

const types: Readonly<Record<string, typeof Time>> = { scheduled: Time, manual: Person, backfill: History };

/** A bar for each run, as long as it took, with a sign of why it ran. */
export const GridHead = memo(function GridHead({ model, firstRun, lastRun, selected, active, before, now }: GridHeadProps) {
  const took = model.runs.map(({ start, end }) => elapsed(start, end, now) ?? 0);
  const longest = Math.max(1, ...took);
  return (
    <div role="row" aria-rowindex={1} className="grid-line grid-head">
      <div role="columnheader" aria-colindex={1} className="grid-name">
        <span className="grid-scale" title="How long the longest of these runs took">{longest > 1 && durationText(longest)}</span>
        <span>Task</span>
      </div>
      <div className="grid-before" role="presentation" style={{ width: before }} />
      {model.runs.slice(firstRun, lastRun).map((run, place) => {
        const at = firstRun + place;
        const Type = types[run.type ?? ''];
        return (
          <div
            key={run.id} id={at === active ? cellId(-1, at) : undefined} role="columnheader" aria-colindex={at + 2} aria-label={runLabel(run, now)} aria-selected={selected[place] === '1'}
            className="grid-run" data-active={at === active || undefined} data-noted={run.note === null ? undefined : ''}
          >
            <span className="grid-bar" data-state={run.state} style={{ height: Math.max(4, (tallest * took[at]!) / longest) }} />
            <span className="grid-type">{Type && <Type size={12} />}</span>
          </div>
        );
      })}
    </div>
  );
});
