import { describe, expect, it, vi } from 'vitest';
import type { LogAnswer, LogWindow } from '../../../../../../renderer/state/task-logs.ts';
import { createLogRows, pageRows, type ReadLog } from '../../../../../../renderer/areas/dags/logs/log-rows.ts';
import { AppError } from '../../../../../../shared/errors.ts';

/** A log of so many lines, of which the platform has looked through `seen`; each seventh line is an error from 70 on. */
function log(lines: number, more: Partial<LogAnswer> = {}) {
  const asked: LogWindow[] = [];
  const state = { lines, seen: lines, ...more };
  const read: ReadLog = async (window, signal) => {
    asked.push(window);
    await Promise.resolve();
    signal.throwIfAborted();
    const { seen } = state;
    const wanted = 'from' in window ? window.from : window.at_line;
    const from = wanted < 0 ? Math.max(0, seen + wanted) : wanted;
    const rows = Array.from({ length: Math.max(0, Math.min(window.count, seen - from)) }, (_, at) => ({ line: from + at, level: 'info' as const, text: `line ${from + at}`, bytes: 10 }));
    return { from, rows, total_rows: seen, lines: seen, counts: {}, first_error: seen > 70 ? 70 : null, bytes: seen * 10, total_bytes: state.lines * 10, complete: seen === state.lines, is_open: false, ...more };
  };
  return { asked, state, read };
}
const settled = () => vi.waitFor(() => undefined);
const pagesOf = (asked: readonly LogWindow[]) => asked.flatMap((window) => ('from' in window && window.count === pageRows ? [window.from / pageRows] : []));

describe('the rows of a log', () => {
  it('are asked for by pages: those in sight, then their neighbours, each once', async () => {
    const { asked, read } = log(10_000_000);
    const rows = createLogRows(read);
    rows.look(0, 60);
    await vi.waitFor(() => expect(rows.row(59)?.text).toBe('line 59'));
    rows.look(5_000_010, 5_000_070);
    await vi.waitFor(() => expect(rows.row(5_000_069)?.text).toBe('line 5000069'));
    await vi.waitFor(() => expect(rows.row(5_000_300)).toBeDefined());
    rows.look(5_000_020, 5_000_080);
    await settled();
    expect(pagesOf(asked).toSorted((a, b) => a - b)).toEqual([0, 1, 24_999, 25_000, 25_001]);
    expect(rows.row(9_000_000)).toBeUndefined();
    rows.close();
  });

  it('of a fling are given up, but for those where it ends', async () => {
    const { read } = log(1_000_000);
    const signals: AbortSignal[] = [];
    const rows = createLogRows((window, signal) => {
      signals.push(signal);
      return read(window, signal);
    });
    rows.look(0, 60);
    await vi.waitFor(() => expect(rows.row(0)).toBeDefined());
    for (let at = 1; at <= 50; at += 1) rows.look(at * 10_000, at * 10_000 + 60);
    await vi.waitFor(() => expect(rows.row(500_000)?.line).toBe(500_000));
    expect(rows.row(250_000)).toBeUndefined();
    expect(signals.some(({ aborted }) => aborted)).toBe(true);
    expect(rows.known().error).toBeUndefined();
    rows.close();
  });

  it('that are far away are let go, so that a long way through a log does not fill the memory', async () => {
    const { read } = log(1_000_000);
    const rows = createLogRows(read);
    for (let page = 0; page < 100; page += 1) {
      rows.look(page * pageRows, page * pageRows + 60);
      await vi.waitFor(() => expect(rows.row(page * pageRows)).toBeDefined());
    }
    expect(rows.row(0)).toBeUndefined();
    expect(rows.row(99 * pageRows)).toBeDefined();
    rows.close();
  });

  it('come in while the platform still looks through the log, and its figures with them', async () => {
    const { state, read } = log(1000);
    state.seen = 30;
    const rows = createLogRows(read);
    const heard = vi.fn<() => void>();
    rows.listen(heard);
    rows.look(0, 60);
    await vi.waitFor(() => expect(rows.row(29)).toBeDefined());
    expect(rows.row(30)).toBeUndefined();
    expect(rows.known().figures?.complete).toBe(false);
    state.seen = 1000;
    await vi.waitFor(() => expect(rows.row(59)?.line).toBe(59));
    expect(rows.known().figures).toMatchObject({ complete: true, total_rows: 1000, first_error: 70 });
    expect(heard).toHaveBeenCalled();
    rows.close();
  });

  it('that were written meanwhile stand at the end once it is said that there are more', async () => {
    const { state, read } = log(10);
    const rows = createLogRows(read);
    rows.look(0, 60);
    await vi.waitFor(() => expect(rows.row(9)).toBeDefined());
    state.lines = state.seen = 215;
    rows.grow();
    await vi.waitFor(() => expect(rows.row(214)?.line).toBe(214));
    rows.look(0, 215);
    await vi.waitFor(() => expect(rows.row(12)?.line).toBe(12));
    rows.close();
  });

  it('are found by a line that is not looked at yet', async () => {
    const { state, read } = log(500);
    state.seen = 20;
    const rows = createLogRows(read);
    const [found, error] = [rows.find(400), rows.firstError()];
    state.seen = 500;
    expect(await found).toEqual({ row: 400, line: 400 });
    expect(await error).toBe(70);
    expect(await rows.find(500)).toBeUndefined();
    rows.close();
  });

  it('say why they cannot be read, and are asked for again', async () => {
    const { read } = log(10);
    const fault = { is: true };
    const rows = createLogRows((window, signal) => (fault.is ? Promise.reject(new AppError('unreachable', 'The platform is away')) : read(window, signal)));
    rows.look(0, 60);
    await vi.waitFor(() => expect(rows.known().error).toMatchObject({ code: 'unreachable' }));
    fault.is = false;
    rows.retry();
    await vi.waitFor(() => expect(rows.row(9)).toBeDefined());
    expect(rows.known().error).toBeUndefined();
    rows.close();
  });
});
