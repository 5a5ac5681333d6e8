import { describe, expect, it } from 'vitest';
import { pathOfArguments, pathOfLink } from '../../../electron/main/deep-links.ts';
import { claimSingleInstance } from '../../../electron/main/single-instance.ts';
import { foldersOf } from '../../../electron/main/arguments.ts';
import type { App } from 'electron';
import { join, resolve } from 'node:path';

describe('deep links', () => {
  it.each([
    ['trellis://dags/my_dag?tab=runs', '/dags/my_dag?tab=runs'],
    ['trellis://settings', '/settings'],
    ['trellis://settings/', '/settings'],
    ['trellis:///apis/7', '/apis/7'],
    ['trellis://', '/'],
    ['trellis://dags//x', '/dags/x'],
  ])('%s names the screen %s', (link, path) => {
    expect(pathOfLink(link)).toBe(path);
  });

  it.each(['https://example.com/', 'javascript:alert(1)', 'trellis://a@b/c', 'trellis://a:80/c', 'no link', '', `trellis://${'x'.repeat(3000)}`])('%s names none [F-18]', (link) => {
    expect(pathOfLink(link)).toBeUndefined();
  });

  it.each(['trellis:////evil.example/x', 'trellis://../../x', 'trellis://dags/..%2f..%2fx', 'trellis:https://evil.example'])('%s cannot lead out of the app [F-18]', (link) => {
    expect(new URL(pathOfLink(link) ?? '/', 'app://trellis').host).toBe('trellis');
  });

  it('are found among arguments', () => {
    expect(pathOfArguments(['/opt/Trellis', '--flag', 'trellis://dags'])).toBe('/dags');
    expect(pathOfArguments(['/opt/Trellis', '--flag'])).toBeUndefined();
  });
});

describe('a second start', () => {
  const fake = (first: boolean) => {
    const listeners: Record<string, (...args: unknown[]) => void> = {};
    const app = { requestSingleInstanceLock: () => first, on: (event: string, listener: (...args: unknown[]) => void) => void (listeners[event] = listener) };
    return { app: app as unknown as App, listeners };
  };

  it('leads to the first, at the screen that it names [F-3]', () => {
    const { app, listeners } = fake(true);
    const shown: (string | undefined)[] = [];
    expect(claimSingleInstance(app, (path) => shown.push(path))).toBe(true);
    listeners['second-instance']?.({}, ['trellis', 'trellis://dags/x']);
    listeners['second-instance']?.({}, ['trellis']);
    listeners['open-url']?.({ preventDefault: () => undefined }, 'trellis://apis');
    expect(shown).toEqual(['/dags/x', undefined, '/apis']);
  });

  it('is told that it is the second [F-3]', () => {
    expect(claimSingleInstance(fake(false).app, () => undefined)).toBe(false);
  });
});

describe('folders', () => {
  it('stand in the app’s own unless told otherwise', () => {
    expect(foldersOf(['trellis'], '/home/u/Trellis')).toEqual({ data: join('/home/u/Trellis', 'data'), chromium: '/home/u/Trellis' });
    expect(foldersOf(['trellis', '--data'], '/home/u/Trellis').data).toBe(join('/home/u/Trellis', 'data'));
  });
  it.each([[['--data', '/x/y']], [['--data=/x/y']]])('stand where %j says', (args) => {
    expect(foldersOf(args, '/home/u')).toEqual({ data: resolve('/x/y'), chromium: join(resolve('/x/y'), 'chromium') });
  });
});
