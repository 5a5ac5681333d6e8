import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LogLevel } from '../../../../shared/contract/task-logs.ts';
import { followLog, readLog, type LogPlace } from '../../../state/task-logs.ts';
import { useOffline } from '../../../state/platform.ts';
import { createLogRows, type LogKnown, type LogRows } from './log-rows.ts';

const unknown: LogKnown = { figures: undefined, error: undefined };
const never = () => () => undefined;

function held(key: string): { readonly key: string; readonly rows: LogRows | undefined } {
  if (key === '') return { key, rows: undefined };
  const [place, levels, text] = JSON.parse(key) as [LogPlace, LogLevel[], string];
  return { key, rows: createLogRows((window, signal) => readLog(place, { levels, text }, window, signal)) };
}

/** The rows of a log that match, while the component is there; nothing for no place. */
export function useLogRows(place: LogPlace | null, levels: readonly LogLevel[], text: string): { readonly rows: LogRows | undefined; readonly known: LogKnown } {
  const key = place === null ? '' : JSON.stringify([place, levels, text]);
  const [now, setNow] = useState(() => held(key));
  if (now.key !== key) setNow(held(key));
  const { rows } = now;
  useEffect(() => {
    rows?.look(0, 1);
    return () => rows?.close();
  }, [rows]);
  const known = useSyncExternalStore(rows?.listen ?? never, rows?.known ?? (() => unknown));
  const offline = useOffline();
  useEffect(() => {
    if (!offline && rows?.known().error) rows.retry();
  }, [offline, rows]);
  return { rows, known };
}

const visibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Has rows grow while the try runs and the window is seen. `isOpen` is what was said of it last. */
export function useFollowing(place: LogPlace, isOpen: boolean, grow: () => void): void {
  const isHidden = useSyncExternalStore(visibility, () => document.hidden);
  const offline = useOffline();
  const latest = useRef(grow);
  useEffect(() => {
    latest.current = grow;
  });
  const key = JSON.stringify(place);
  useEffect(() => {
    if (!isOpen || isHidden || offline) return;
    // The last word comes with the end: what was written meanwhile is read then, too.
    return followLog(JSON.parse(key) as LogPlace, { more: () => latest.current(), end: () => latest.current() });
  }, [key, isOpen, isHidden, offline]);
}
