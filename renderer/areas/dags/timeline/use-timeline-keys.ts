import { useCommand } from '../../../state/commands.ts';
import type { Bar } from './timeline-bars.ts';

/** Where the cursor is: a line, and in it the run that began then; null for the line alone. */
export interface Cursor {
  readonly row: number;
  readonly bar: number | null;
}

interface TimelineKeys {
  readonly count: number;
  /** Of the line under the cursor. */
  readonly bars: readonly Bar[];
  /** The bar under the cursor; -1 for none. */
  readonly place: number;
  readonly onRow: (step: number) => void;
  readonly onBar: (bar: Bar | undefined) => void;
  readonly onOpen: () => void;
}

const screenful = 12;

/** The timeline's commands, with the keys of every grid. */
export function useTimelineKeys({ count, bars, place, onRow, onBar, onOpen }: TimelineKeys): void {
  const rows = (step: number) => (count > 0 ? () => onRow(step) : null);
  const go = (to: number) => (bars.length > 0 ? () => onBar(bars[Math.max(0, Math.min(bars.length - 1, to))]) : null);
  useCommand('grid.up', rows(-1));
  useCommand('grid.down', rows(1));
  useCommand('grid.extendUp', rows(-screenful));
  useCommand('grid.extendDown', rows(screenful));
  // The newest run is where one begins to look.
  useCommand('grid.left', go(place < 0 ? bars.length - 1 : place - 1));
  useCommand('grid.right', go(place < 0 ? bars.length - 1 : place + 1));
  useCommand('grid.first', go(0));
  useCommand('grid.last', go(bars.length - 1));
  useCommand('grid.drop', place >= 0 ? () => onBar(undefined) : null);
  useCommand('grid.open', count > 0 ? onOpen : null);
}
