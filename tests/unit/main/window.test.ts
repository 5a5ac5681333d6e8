import { describe, expect, it } from 'vitest';
import type { BrowserWindow } from 'electron';
import { keepState, restoredState } from '../../../electron/main/window-state.ts';
import { reviveOnCrash } from '../../../electron/main/window.ts';
import { FakeContents } from './fake-electron.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const store = (window?: unknown) => {
  const values: Record<string, unknown> = { window };
  return { get: (key: string) => values[key], set: (key: string, value: unknown) => void (values[key] = value) };
};

describe('window state', () => {
  it('is restored where it was', () => {
    const kept = { x: 10, y: 20, width: 900, height: 700, maximized: true };
    expect(restoredState(store(kept), [screen])).toEqual({ bounds: { x: 10, y: 20, width: 900, height: 700 }, maximized: true });
  });

  it.each([[5000, 20], [-2000, 20], [10, 2000], [10, -50]])('comes to a screen that is there from %i, %i', (x, y) => {
    expect(restoredState(store({ x, y, width: 900, height: 700, maximized: false }), [screen]).bounds).toEqual({ width: 900, height: 700 });
  });

  it.each([undefined, 'x', {}, { x: 0, y: 0, width: 1, height: 1, maximized: false }])('starts anew from %j', (kept) => {
    expect(restoredState(store(kept), [screen])).toEqual({ bounds: { width: 1280, height: 820 }, maximized: false });
  });

  it('is kept when the window closes', () => {
    const values = store();
    const listeners: (() => void)[] = [];
    const bounds = { x: 1, y: 2, width: 800, height: 600 };
    const window = { on: (_event: string, listener: () => void) => listeners.push(listener), getNormalBounds: () => bounds, isMaximized: () => false };
    keepState(values, window as unknown as BrowserWindow);
    for (const listener of listeners) listener();
    expect(values.get('window')).toEqual({ ...bounds, maximized: false });
  });
});

describe('a page whose process dies [F-27]', () => {
  const crash = (contents: FakeContents, reason = 'crashed') => contents.emit('render-process-gone', {}, { reason });

  it('is loaded again', () => {
    const contents = new FakeContents();
    reviveOnCrash(contents.asContents, () => 0, () => undefined);
    crash(contents);
    expect(contents.reloads).toBe(1);
  });

  it('is left alone when it ended as it should', () => {
    const contents = new FakeContents();
    reviveOnCrash(contents.asContents, () => 0, () => undefined);
    crash(contents, 'clean-exit');
    expect(contents.reloads).toBe(0);
  });

  it('is given up when it keeps dying, and taken up again a minute later', () => {
    const contents = new FakeContents();
    const given: string[] = [];
    let now = 0;
    reviveOnCrash(contents.asContents, () => now, (reason) => given.push(reason));
    for (let n = 0; n < 4; n++) crash(contents);
    expect([contents.reloads, given]).toEqual([3, ['crashed']]);
    now = 60_001;
    crash(contents);
    expect(contents.reloads).toBe(4);
  });
});
