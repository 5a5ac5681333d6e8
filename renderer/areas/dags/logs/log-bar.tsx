import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Comparison, Download as DownloadIcon, Error as ErrorIcon, Filter, NumberedList, Paragraph, Search, Time } from '@blueprintjs/icons';
import { useRef, useState, type KeyboardEvent } from 'react';
import { logLevels, type LogLevel } from '../../../../shared/contract/task-logs.ts';
import { durationText, elapsed } from '../../../components/rows/duration.ts';
import { useCommand } from '../../../state/commands.ts';
import type { Instance } from '../airflow.ts';
import { stateWord } from '../state-badge.tsx';
import type { LogView } from './log-address.ts';
import { turnTimes, turnWrap, useLogLook } from './log-look.ts';
import { levelIcons } from './log-row.tsx';
import type { Figures } from './log-rows.ts';
import type { Download } from './use-download.ts';

/** A try, as the list of tries has it; without times where the platform does not tell of tries. */
export type Try = Pick<Instance, 'tryNumber' | 'state' | 'start' | 'end'>;

interface TriesProps {
  readonly tries: readonly Try[];
  readonly shown: number;
  readonly against: number | null;
  readonly now: number;
  readonly onTry: (tryNumber: number) => void;
  readonly onCompare: (against: number | null) => void;
}

const tryText = ({ tryNumber, state, start, end }: Try, now: number) => {
  const took = elapsed(start, end, now);
  return [`Try ${tryNumber}`, stateWord(state), ...(took === null ? [] : [durationText(took)])].join(', ');
};

/** Which try's log is shown, and with which other it is compared. */
export function LogTries({ tries, shown, against, now, onTry, onCompare }: TriesProps) {
  const others = tries.filter(({ tryNumber }) => tryNumber !== shown);
  const nearest = others.find(({ tryNumber }) => tryNumber === shown - 1) ?? others[0];
  const step = (by: number) => (tries.some(({ tryNumber }) => tryNumber === shown + by) ? () => onTry(shown + by) : null);
  const compare = () => onCompare(against === null ? nearest!.tryNumber : null);
  useCommand('log.tryBefore', step(-1));
  useCommand('log.tryAfter', step(1));
  useCommand('log.compare', nearest ? compare : null);
  const options = (some: readonly Try[]) => some.map((one) => <option key={one.tryNumber} value={one.tryNumber}>{tryText(one, now)}</option>);
  return (
    <>
      <HTMLSelect aria-label="Try" value={shown} onChange={({ currentTarget }) => onTry(Number(currentTarget.value))}>{options(tries)}</HTMLSelect>
      {nearest && <Button size="small" variant="minimal" icon={<Comparison size={14} />} text="Compare" active={against !== null} aria-pressed={against !== null} onClick={compare} />}
      {against !== null && <HTMLSelect aria-label="Compared with" value={against} onChange={({ currentTarget }) => onCompare(Number(currentTarget.value))}>{options(others)}</HTMLSelect>}
    </>
  );
}

interface BarProps {
  readonly view: LogView;
  readonly figures: Figures | undefined;
  /** "3 of 20". */
  readonly said: string;
  readonly hasMatches: boolean;
  readonly onLevels: (levels: readonly LogLevel[]) => void;
  readonly onFind: (text: string) => void;
  readonly onOnly: () => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onLeave: () => void;
}

/** Milliseconds after the last key until what is typed is looked for. */
const rest = 200;

/** What narrows a log: a text and levels. */
export function LogBar({ view, figures, said, hasMatches, onLevels, onFind, onOnly, onStep, onLeave }: BarProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(view.find);
  const [told, setTold] = useState(view.find);
  if (told !== view.find) {
    setTold(view.find);
    setTyped(view.find);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onFind(text), rest);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed !== view.find) {
      clearTimeout(timer.current);
      onFind(typed);
    } else if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && typed !== '') {
      clearTimeout(timer.current);
      setTyped('');
      onFind('');
    } else if (event.key === 'Escape' || event.key === 'ArrowDown') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useCommand('log.find', () => {
    field.current?.focus();
    field.current?.select();
  });
  useCommand('log.next', hasMatches ? () => onStep(1) : null);
  useCommand('log.previous', hasMatches ? () => onStep(-1) : null);
  useCommand('log.only', view.find === '' ? null : onOnly);
  const turn = (level: LogLevel) => onLevels(view.levels.includes(level) ? view.levels.filter((one) => one !== level) : logLevels.filter((one) => one === level || view.levels.includes(one)));
  return (
    <div className="log-bar" role="search" aria-label="Search the log">
      <InputGroup
        inputRef={field} type="search" size="small" className="log-find" leftIcon={<Search size={14} />} placeholder="Search the log" aria-label="Search the log" value={typed} onValueChange={type} onKeyDown={press}
        rightElement={<Button size="small" variant="minimal" icon={<Filter size={12} />} active={view.isOnly} aria-pressed={view.isOnly} aria-label="Only lines that match" title="Only lines that match (Alt+L)" onClick={onOnly} />}
      />
      <span className="log-said" role="status" aria-label="Matches">{said}</span>
      {hasMatches && <Button size="small" variant="minimal" icon={<ArrowUp size={14} />} aria-label="Previous match" title="Previous match (Shift+F3)" onClick={() => onStep(-1)} />}
      {hasMatches && <Button size="small" variant="minimal" icon={<ArrowDown size={14} />} aria-label="Next match" title="Next match (F3)" onClick={() => onStep(1)} />}
      <span role="group" aria-label="Levels" className="log-levels">
        {logLevels.map((level) => {
          const Icon = levelIcons[level];
          const count = figures?.counts[level] ?? 0;
          return (
            <button key={level} type="button" className="log-chip" data-level={level} aria-pressed={view.levels.includes(level)} title={`${view.levels.includes(level) ? 'Leave out' : 'Show'} lines of the level ${level}`} onClick={() => turn(level)}>
              <Icon size={12} /> {level} <span className="tr-number">{count.toLocaleString()}</span>
            </button>
          );
        })}
      </span>
    </div>
  );
}

interface ToolsProps {
  readonly figures: Figures | undefined;
  readonly download: Download;
  readonly onError: () => void;
  readonly onLine: (line: number) => void;
  readonly onEnd: () => void;
  readonly onLeave: () => void;
}

/** What jumps in a log, how it is shown, and what saves it. */
export function LogTools({ figures, download, onError, onLine, onEnd, onLeave }: ToolsProps) {
  const { wraps, isRelative } = useLogLook();
  const [asksLine, setAsksLine] = useState(false);
  useCommand('log.error', onError);
  useCommand('log.line', () => setAsksLine(true));
  useCommand('log.wrap', turnWrap);
  useCommand('log.times', turnTimes);
  useCommand('log.save', download.share === null ? download.start : null);
  const noErrors = figures?.complete === true && figures.first_error === null;
  return (
    <>
      <span className="filter-space" />
      <Button size="small" variant="minimal" intent={noErrors ? 'none' : 'danger'} icon={<ErrorIcon size={14} />} text="First error" title="Jump to the first error (Shift+E)" disabled={noErrors} onClick={onError} />
      <Button size="small" variant="minimal" icon={<ArrowDown size={14} />} text="End" title="Jump to the end (Ctrl+End)" onClick={onEnd} />
      {asksLine
        ? <LineField lines={figures?.lines ?? 0} onLine={onLine} onClose={() => { setAsksLine(false); onLeave(); }} />
        : <Button size="small" variant="minimal" icon={<NumberedList size={14} />} aria-label="Jump to a line" title="Jump to a line (Ctrl+G)" onClick={() => setAsksLine(true)} />}
      <Button size="small" variant="minimal" icon={<Paragraph size={14} />} active={wraps} aria-pressed={wraps} aria-label="Wrap lines" title="Wrap lines (Alt+Z)" onClick={turnWrap} />
      <Button size="small" variant="minimal" icon={<Time size={14} />} active={isRelative} aria-pressed={isRelative} aria-label="Times since the beginning" title="Times since the beginning (Alt+R)" onClick={turnTimes} />
      {download.share === null
        ? <Button size="small" variant="minimal" icon={<DownloadIcon size={14} />} aria-label="Download the log" title="Download the log (Ctrl+Shift+S)" onClick={download.start} />
        : <Button size="small" variant="minimal" text={`${Math.floor(download.share * 100)} % downloaded, cancel`} onClick={download.cancel} />}
    </>
  );
}

function LineField({ lines, onLine, onClose }: { readonly lines: number; readonly onLine: (line: number) => void; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const number = Number(text.replaceAll(/[\s,.’']/g, ''));
  const isGood = Number.isInteger(number) && number >= 1;
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isGood) onLine(number - 1);
    if (event.key === 'Escape' || (event.key === 'Enter' && isGood)) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is opened to be typed into
  return <InputGroup autoFocus size="small" className="log-line" inputMode="numeric" placeholder={`1 to ${lines.toLocaleString()}`} aria-label="Line to jump to" aria-invalid={text !== '' && !isGood} value={text} onValueChange={setText} onKeyDown={press} onBlur={() => text === '' && onClose()} />;
}
