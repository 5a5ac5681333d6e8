import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Download as DownloadIcon } from '@blueprintjs/icons';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { toErrorValue } from '../../../../shared/errors.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { size } from '../../../components/measures.ts';
import { Absent, Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import type { InstanceKey } from '../../../state/dag-desk.ts';
import { useAbsence } from '../../../state/list-permission.ts';
import { notify, notifyError } from '../../../state/toasts.ts';
import type { LogLine, LogPlace } from '../../../state/task-logs.ts';
import { useAddress } from '../../../components/use-address.ts';
import { logView, type LogView } from './log-address.ts';
import { LogBar, LogTools, LogTries, type Try } from './log-bar.tsx';
import { LogDiff } from './log-diff.tsx';
import { LogList, type LogListHandle } from './log-list.tsx';
import { useLogLook } from './log-look.ts';
import { matchBefore, matchFrom, type LogMatch } from './log-matches.ts';
import { printable } from './log-text.ts';
import { useDownload } from './use-download.ts';
import { useFollowing, useLogRows } from './use-log-rows.ts';
import './logs.css';

interface TaskLogProps {
  readonly dag_id: string;
  readonly instance: InstanceKey;
  /** The latest try; 0 before the first. */
  readonly latest: number;
  /** In the order of their numbers; empty where the platform does not tell of them. */
  readonly tries: readonly Try[];
  readonly state: string;
  readonly now: number;
}

const marked = { title: 'There is no log', text: 'The task was marked by hand and never ran, so it wrote nothing.' };

/** Why a task that was never tried has no log, and gets none unless it is cleared. */
const untried: Readonly<Record<string, typeof marked>> = {
  skipped: { title: 'The task was skipped', text: 'A branch went another way, or what it waits for was skipped, too. It never ran, so it wrote nothing.' },
  upstream_failed: { title: 'The task did not run', text: 'Something that it waits for failed, so it wrote nothing. Clear what failed to have both run again.' },
  removed: { title: 'The task was removed', text: 'The DAG no longer has it. It never ran in this run, so it wrote nothing.' },
  success: marked, failed: marked,
};

/** What the tries of a task instance wrote: one of them, or two compared. */
export function TaskLog({ dag_id, instance, latest, tries, state, now }: TaskLogProps) {
  const absent = useAbsence('taskLogs', 'read');
  const { search, put } = useAddress();
  const { tryNumber, against } = logView(search);
  if (absent !== undefined) return <Absent reason={absent} />;
  if (latest === 0) return <EmptyState {...(untried[state] ?? { title: 'Nothing written yet', text: 'The task has not started. What it writes stands here, line by line, once it has.' })} />;
  const shown = Math.min(tryNumber ?? latest, latest);
  const known = Array.from({ length: latest }, (_, at) => tries.find((one) => one.tryNumber === at + 1) ?? { tryNumber: at + 1, state: at + 1 === latest ? state : 'none', start: null, end: null });
  const place = { dag_id, ...instance, try_number: shown };
  const compared = against !== null && against <= latest && against !== shown ? against : null;
  const head = (
    <LogTries
      tries={known} shown={shown} against={compared} now={now}
      onTry={(next) => put({ try: String(next), line: null, against: null })} onCompare={(next) => put({ against: next === null ? null : String(next) })}
    />
  );
  return (
    <div className="log">
      {compared === null
        ? <OneLog key={shown} head={head} place={place} start={known[shown - 1]!.start} onLine={(line) => put({ line: String(line + 1) })} />
        : <><div className="log-bar">{head}</div><LogDiff place={place} tries={compared < shown ? [compared, shown] : [shown, compared]} /></>}
    </div>
  );
}

/** Where one wants to be in the rows that are shown, as soon as they are known. */
type Goal = number | 'error' | { readonly find: string } | null;
/** Milliseconds for which the active line rests until it stands in the address. */
const rest = 300;
/** Bytes of a line that the platform tells. */
const mostTold = 16 * 1024;

function tell(thrown: unknown): void {
  const problem = toErrorValue(thrown);
  if (problem.code !== 'cancelled') notifyError(problem);
}

interface OneLogProps {
  readonly place: LogPlace;
  /** What chooses among tries. */
  readonly head: ReactNode;
  /** When the try began. */
  readonly start: string | null;
  readonly onLine: (line: number) => void;
}

function OneLog({ place, head, start, onLine }: OneLogProps) {
  const { search, put } = useAddress();
  const view = logView(search);
  const all = useLogRows(place, view.levels, '');
  const matches = useLogRows(view.find === '' ? null : place, view.levels, view.find);
  const isOnly = view.isOnly && view.find !== '';
  const { rows, known } = isOnly ? matches : all;
  const { figures, error } = known;
  const { wraps, isRelative } = useLogLook();
  const since = isRelative && start !== null ? Date.parse(start) : null;
  const look = useMemo(() => ({ wanted: view.find, wraps, since }), [view.find, wraps, since]);
  const list = useRef<LogListHandle>(null);
  const download = useDownload(place);
  const [opened, setOpened] = useState<LogLine | null>(null);
  const [goal, setGoal] = useState<Goal>(view.line);
  const [line, setLine] = useState<number | null>(null);
  const [match, setMatch] = useState<LogMatch | null>(null);
  const isOpen = all.known.figures?.is_open === true;
  useFollowing(place, isOpen, () => {
    all.rows?.grow();
    matches.rows?.grow();
  });

  // The address follows the line that is looked at, and leads where somebody else changes it.
  const told = useRef<LogView['line']>(view.line);
  useEffect(() => {
    if (line === null || line === told.current) return;
    const timer = setTimeout(() => {
      told.current = line;
      onLine(line);
    }, rest);
    return () => clearTimeout(timer);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- who is told is another function each time
  }, [line]);
  if (view.line !== null && view.line !== told.current && view.line !== goal) {
    told.current = view.line;
    setGoal(view.line);
  }

  const show = async (wanted: Exclude<Goal, null>) => {
    if (!rows) return;
    let at = wanted === 'error' ? await rows.firstError() : typeof wanted === 'object' ? line ?? 0 : wanted;
    if (at === null) return notify('The log has no error.');
    if (typeof wanted === 'object') {
      const found = matches.rows && (await matchFrom(matches.rows, at));
      if (!found) return;
      setMatch(found);
      at = found.line;
    }
    const found = await rows.find(at);
    if (found) list.current?.show(found.row, found.line);
    else list.current?.showEnd();
  };
  const isKnown = figures !== undefined;
  const lastShown = useRef(rows);
  useEffect(() => {
    // What is looked for comes with the address.
    if (!rows || !isKnown || (typeof goal === 'object' && goal !== null && goal.find !== view.find)) return;
    // Rows that are filtered anew are shown around the line that was looked at.
    const wanted = goal ?? (lastShown.current && lastShown.current !== rows ? line : null);
    lastShown.current = rows;
    if (wanted === null) return;
    setGoal(null);
    void show(wanted).catch(tell);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each goal, and once for each set of rows
  }, [rows, goal, isKnown, view.find]);

  const step = (by: 1 | -1) => {
    const go = async () => {
      if (!matches.rows) return;
      const at = match?.line ?? line;
      const next = by === 1 ? await matchFrom(matches.rows, at === null ? 0 : at + 1) : await matchBefore(matches.rows, at ?? 0);
      const found = isOnly ? next : next && (await rows?.find(next.line));
      if (!next || !found) return;
      setMatch(next);
      list.current?.show(found.row, found.line);
    };
    void go().catch(tell);
  };
  const active = (next: number) => {
    setLine(next);
    if (match && match.line !== next) setMatch(null);
  };
  const toError = () => {
    const hides = (view.levels.length > 0 && !view.levels.includes('error')) || isOnly;
    if (hides) put({ levels: null, only: null });
    setGoal('error');
  };
  const total = matches.known.figures?.total_rows ?? 0;
  const isLooking = view.find !== '' && matches.known.figures?.complete !== true;
  const more = isLooking ? '…' : '';
  const said = view.find === '' ? '' : total === 0 ? (isLooking ? 'Searching…' : 'Nothing found') : match ? `${(match.row + 1).toLocaleString()} of ${total.toLocaleString()}${more}` : `${total.toLocaleString()}${more} ${total === 1 ? 'match' : 'matches'}`;
  const narrowed = view.levels.length > 0 || isOnly;
  return (
    <>
      <div className="log-bar">
        {head}
        <LogTools figures={all.known.figures} download={download} onError={toError} onLine={setGoal} onEnd={() => list.current?.showEnd()} onLeave={() => list.current?.focus()} />
      </div>
      <LogBar
        view={view} figures={all.known.figures} said={said} hasMatches={total > 0}
        onLevels={(levels) => put({ levels: levels.join(',') })}
        onFind={(find) => {
          put({ find, ...(find === '' ? { only: null } : {}) });
          setMatch(null);
          if (find !== '') setGoal({ find });
        }}
        onOnly={() => put({ only: view.isOnly ? null : '1' })} onStep={step} onLeave={() => list.current?.focus()}
      />
      {error && <Failure failure={{ call: 'taskLogs.read', error }} onRetry={() => rows?.retry()} />}
      {rows && figures && (figures.total_rows > 0 || !figures.complete) && (
        <LogList key={isOnly ? 'matches' : 'all'} ref={list} rows={rows} known={known} label={`Log of try ${place.try_number}`} look={look} grows={isOpen} fromEnd={isOpen && view.line === null} onActive={active} onOpen={setOpened} />
      )}
      {figures?.complete && figures.total_rows === 0 && (narrowed && figures.lines > 0
        ? <EmptyState title="No line matches" text={`None of the ${figures.lines.toLocaleString()} lines has what the search and the levels want.`} actions={<Button text="Show all lines" onClick={() => put({ levels: null, only: null })} />} />
        : <EmptyState title={isOpen ? 'Nothing written yet' : 'Nothing was written'} text={isOpen ? 'The try runs; its lines stand here as they come.' : 'This try left no line, or its log was taken away to make room for newer ones.'} />)}
      {!figures && !error && <Skeleton label="Loading the log" />}
      {figures && <LogFoot lines={figures.lines} bytes={figures.total_bytes} read={figures.total_bytes === 0 ? 1 : figures.bytes / figures.total_bytes} isComplete={figures.complete} isOpen={isOpen} />}
      {opened && <LineDialog line={opened} onClose={() => setOpened(null)} onDownload={download.start} />}
    </>
  );
}

function LogFoot({ lines, bytes, read, isComplete, isOpen }: { readonly lines: number; readonly bytes: number; readonly read: number; readonly isComplete: boolean; readonly isOpen: boolean }) {
  return (
    <p className="log-note">
      {lines === 1 ? '1 line' : `${lines.toLocaleString()} lines`}, {size(bytes)}
      {!isComplete && ` (${Math.floor(read * 100)} % looked through)`}
      {isOpen && ', still being written'}
    </p>
  );
}

/** One line whole, or as much of it as is told. */
function LineDialog({ line: { line, text, bytes }, onClose, onDownload }: { readonly line: LogLine; readonly onClose: () => void; readonly onDownload: () => void }) {
  const isLonger = bytes > mostTold;
  return (
    <Dialog isOpen title={`Line ${(line + 1).toLocaleString()}`} onClose={onClose} className="log-dialog">
      <DialogBody>
        {isLonger && <p>These are the first {size(mostTold)} of it. Show all {size(bytes)}? Download the log: no screen holds a line of that length.</p>}
        {/* What scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className="tr-details" tabIndex={0}>{printable(text)}</pre>
      </DialogBody>
      <DialogFooter actions={<>{isLonger && <Button icon={<DownloadIcon size={14} />} text="Download the log" onClick={onDownload} />}<Button text="Close" onClick={onClose} /></>} />
    </Dialog>
  );
}
