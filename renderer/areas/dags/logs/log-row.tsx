import { Error as ErrorIcon, InfoSign, WarningSign, Wrench } from '@blueprintjs/icons';
import { memo, type ComponentType } from 'react';
import type { LogLevel } from '../../../../shared/contract/task-logs.ts';
import { size } from '../../../components/measures.ts';
import type { LogLine } from '../../../state/task-logs.ts';
import { clockTime, marked, shownLine, sinceTime } from './log-text.ts';

export const levelIcons: Readonly<Record<LogLevel, ComponentType<{ readonly size?: number }>>> = { debug: Wrench, info: InfoSign, warning: WarningSign, error: ErrorIcon };

/** How rows are shown. */
export interface LogLook {
  /** What is marked in them. */
  readonly wanted: string;
  readonly wraps: boolean;
  /** Milliseconds since the epoch from which times count; null for times by the clock. */
  readonly since: number | null;
}

interface LogRowProps {
  readonly id: string;
  readonly row: number;
  /** Undefined while it is under way. */
  readonly line: LogLine | undefined;
  readonly look: LogLook;
  /** Of the largest line number. */
  readonly digits: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onOpen: (line: LogLine) => void;
}

/** One line of a log: its number, time, level and text. */
export const LogRow = memo(function LogRow({ id, row, line, look: { wanted, since }, digits, isActive, isSelected, onOpen }: LogRowProps) {
  const shown = line && shownLine(line.text);
  const Icon = line && levelIcons[line.level];
  const hasHead = shown?.at !== null && shown !== undefined;
  return (
    // The grid around it has the focus, the keys and the clicks.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div className="log-row" role="row" id={id} aria-rowindex={row + 1} aria-selected={isSelected} data-active={isActive || undefined} data-level={line?.level} data-row={row}>
      <span className="log-number" role="rowheader" aria-label={line ? `Line ${line.line + 1}` : undefined} style={{ minWidth: `${digits}ch` }}>{line ? line.line + 1 : ''}</span>
      <span className="log-time" role="gridcell">{hasHead && <time dateTime={new Date(shown.at!).toISOString()} title={new Date(shown.at!).toISOString()}>{since === null ? clockTime(shown.at!) : sinceTime(shown.at!, since)}</time>}</span>
      <span className="log-level" role="gridcell" aria-label={line?.level}>{hasHead && Icon && <><Icon size={12} /> {line.level}</>}</span>
      <span className="log-text" role="gridcell">
        {shown ? marked(shown, wanted).map(({ from, text, color, bold, isMatch }) => (isMatch
          ? <mark key={from}>{text}</mark>
          : <span key={from} data-color={color} data-bold={bold}>{text}</span>)) : <span className="log-waiting" aria-label="Loading" />}
        {line && shown?.isCut && <button type="button" className="log-more" tabIndex={-1} onClick={() => onOpen(line)}>Show all {size(line.bytes)}</button>}
      </span>
    </div>
  );
}, (before, after) => before.line === after.line && before.look === after.look && before.isActive === after.isActive && before.isSelected === after.isSelected && before.digits === after.digits && before.row === after.row);
