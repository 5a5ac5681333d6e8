import { describe, expect, it } from 'vitest';
import type { Session } from 'electron';
import { guardContents, guardSession, openExternal } from '../../../electron/main/guards.ts';
import { FakeContents } from './fake-electron.ts';

const hostile = [
  'file:///etc/passwd', 'javascript:alert(1)', 'smb://server/share', 'data:text/html,<script>1</script>', 'blob:app://trellis/1',
  'ms-msdt:/id', 'vbscript:x', 'ftp://example.com/', 'http://example.com/', 'https://user:pass@example.com/', '', 'no address', '//example.com',
];

function guarded() {
  const contents = new FakeContents();
  const opened: string[] = [];
  guardContents(contents.asContents, (address) => opened.push(address));
  /** Whether a page is kept from what it wants. */
  const prevented = (event: string, details: object) => {
    let stopped = false;
    contents.emit(event, { ...details, preventDefault: () => (stopped = true) });
    return stopped;
  };
  return { contents, opened, prevented };
}

describe('guards [F-18]', () => {
  it.each([...hostile, 'https://example.com/', 'app://other/', 'app://trellis.example/'])('keep the page from leaving for %s', (url) => {
    const { prevented } = guarded();
    expect(prevented('will-frame-navigate', { url, isMainFrame: true })).toBe(true);
    expect(prevented('will-redirect', { url })).toBe(true);
  });

  it('let the page move within the app, and frames nowhere', () => {
    const { prevented } = guarded();
    expect(prevented('will-frame-navigate', { url: 'app://trellis/dags', isMainFrame: true })).toBe(false);
    expect(prevented('will-frame-navigate', { url: 'app://trellis/dags', isMainFrame: false })).toBe(true);
  });

  it('open no window, and hand its address over', () => {
    const { contents, opened } = guarded();
    expect(contents.openHandler?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
    expect(opened).toEqual(['https://example.com/']);
  });

  it('embed nothing', () => {
    expect(guarded().prevented('will-attach-webview', {})).toBe(true);
  });

  it.each([...hostile, undefined, 7, { toString: () => 'https://example.com' }])('do not hand %s to the system', async (address) => {
    const opened: string[] = [];
    const shell = { openExternal: (url: string) => Promise.resolve(void opened.push(url)) };
    await expect(openExternal(shell, address)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(opened).toEqual([]);
  });

  it('hand https to the system', async () => {
    const opened: string[] = [];
    await openExternal({ openExternal: (url) => Promise.resolve(void opened.push(url)) }, 'https://example.com/a?b#c');
    expect(opened).toEqual(['https://example.com/a?b#c']);
  });

  it('grant no permission but copying, and that to the own page alone [F-19]', () => {
    type Handlers = { [K in 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler']: Parameters<Session[K]>[0] };
    const set: Partial<Handlers> = {};
    const keep = <K extends keyof Handlers>(name: K) => (handler: Handlers[K]) => void (set[name] = handler);
    guardSession({
      setPermissionRequestHandler: keep('setPermissionRequestHandler'),
      setPermissionCheckHandler: keep('setPermissionCheckHandler'),
      setDevicePermissionHandler: keep('setDevicePermissionHandler'),
      setDisplayMediaRequestHandler: () => undefined,
    });
    const asked = (permission: string, requestingUrl: string) => {
      let answer: boolean | undefined;
      set.setPermissionRequestHandler?.(null as never, permission as never, (granted) => (answer = granted), { requestingUrl } as never);
      const checked = set.setPermissionCheckHandler?.(null, permission as never, requestingUrl, {} as never);
      expect(checked).toBe(answer);
      return answer;
    };
    expect(asked('clipboard-sanitized-write', 'app://trellis/')).toBe(true);
    expect(asked('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem', 'hid', 'usb', 'serial', 'unknown']) {
      expect(asked(permission, 'app://trellis/')).toBe(false);
    }
    expect(set.setDevicePermissionHandler?.({} as never)).toBe(false);
  });
});
