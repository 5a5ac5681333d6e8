import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { contentPolicy } from '../../../electron/hosting/content-policy.ts';
import { isTrusted } from '../../../electron/main/ipc.ts';
import { origin } from '../../../electron/main/origin.ts';
import { privilegedSchemes } from '../../../electron/main/protocol.ts';
import { windowOptions } from '../../../electron/main/window.ts';
import { sourceFiles } from '../../../build/layers.ts';

/** Electron's security checklist, item by item, as far as it shows in the configuration and the code [F-19]. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const builder = parse(read('build/electron-builder.yml')) as { electronFuses: Record<string, boolean>; files: string[]; asar: boolean };
const manifest = JSON.parse(read('package.json')) as { devDependencies: Record<string, string>; dependencies: Record<string, string>; optionalDependencies: Record<string, string> };
const main = [...sourceFiles(root)].filter(([file]) => file.startsWith('electron/main/'));
const mainText = main.map(([, source]) => source).join('\n');
const wiring = read('electron/main/index.ts');
const web = windowOptions({ state: { bounds: { width: 1, height: 1 }, maximized: false }, preload: '/preload.cjs', devTools: false, dark: false }).webPreferences;
const policy = new Map(contentPolicy('N').split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]));

describe('Electron’s security checklist [F-19]', () => {
  it('1: loads only its own page', () => {
    expect(origin).toBe('app://trellis');
    expect(mainText.match(/\.loadURL\(/g)).toHaveLength(1);
    expect(wiring).toContain('loadURL(`${origin}${');
    expect(mainText).not.toMatch(/\.loadFile\(/);
  });
  it('2: has no Node in the page', () => expect(web).toMatchObject({ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false }));
  it('3: isolates the preload’s context', () => expect(web).toMatchObject({ contextIsolation: true }));
  it('4: sandboxes every process', () => {
    expect(web).toMatchObject({ sandbox: true });
    expect(wiring).toContain('app.enableSandbox()');
    expect(mainText).not.toContain('no-sandbox');
  });
  it('5: decides on permissions', () => expect(wiring).toContain('guardSession(session.defaultSession)'));
  it('6: keeps web security', () => expect(web).toMatchObject({ webSecurity: true }));
  it('7: has a content policy without inline or evaluated code', () => {
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect([...policy.values()].flat().filter((source) => /unsafe|\*|https?:|blob:/.test(source))).toEqual([]);
  });
  it('8: runs no insecure content', () => expect(web).toMatchObject({ allowRunningInsecureContent: false }));
  it('9, 10: switches no experiment on', () => {
    expect(web).toMatchObject({ experimentalFeatures: false });
    expect(web).not.toHaveProperty('enableBlinkFeatures');
    expect(mainText).not.toMatch(/enable-blink-features|appendSwitch/);
  });
  it('11, 12: has no webviews', () => expect(web).toMatchObject({ webviewTag: false }));
  it('13, 14: guards every page’s navigation and windows', () => {
    expect(wiring).toMatch(/web-contents-created.*guardContents\(contents/);
    expect(web).toMatchObject({ navigateOnDragDrop: false });
  });
  it('15: hands addresses to the system in one place, which checks them', () => {
    const places = main.filter(([, source]) => /shell\.openExternal\(/.test(source)).map(([file]) => file);
    expect(places).toEqual(['electron/main/guards.ts']);
  });
  it('16: pins a current Electron', () => {
    expect(manifest.devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number(manifest.devDependencies['electron']?.split('.')[0])).toBeGreaterThanOrEqual(45);
  });
  it('17: checks who sends', () => {
    const frame = { url: 'app://trellis/' };
    const event = { sender: { mainFrame: frame }, senderFrame: frame };
    expect(isTrusted(event as never)).toBe(true);
    expect(isTrusted({ ...event, senderFrame: null } as never)).toBe(false);
    expect(isTrusted({ ...event, senderFrame: { url: 'app://trellis/' } } as never)).toBe(false);
    const answering = main.filter(([, source]) => /ipcMain\.(handle|on)\(/.test(source)).map(([file]) => file);
    expect(answering).toEqual(['electron/main/ipc.ts']);
  });
  it('18: serves the page by a protocol of its own, without the file protocol’s rights', () => {
    expect(privilegedSchemes).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]);
    expect(mainText).not.toContain('file://');
  });
  it('19: sets the fuses', () => {
    expect(builder.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(builder.asar).toBe(true);
  });
  it('20: shows the page no part of Electron', () => {
    const preload = read('electron/preload/index.ts');
    expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1);
    expect(preload).not.toMatch(/exposeInMainWorld\([^)]*ipcRenderer|bridge[^=]*= *ipcRenderer/);
  });
  it('accepts no certificate that the system refuses', () => {
    expect(mainText).not.toMatch(/certificate-error|setCertificateVerifyProc|ignore-certificate-errors|NODE_TLS_REJECT/);
  });
  it('opens the developer tools only while developing', () => {
    expect(web).toMatchObject({ devTools: false });
    expect(wiring).toContain('const devTools = !app.isPackaged');
  });
});

describe('the package', () => {
  it('holds the built code, and no Node for working on it', () => {
    expect(builder.files.filter((pattern) => !pattern.startsWith('!'))).toEqual(['out/main/**/*.js', 'out/preload/index.cjs', 'out/renderer/**', 'package.json']);
    const excluded = builder.files.join('\n');
    for (const name of Object.keys(manifest.optionalDependencies)) {
      expect(excluded, name).toMatch(/node-\{linux,win,darwin\}-\*/);
      expect(name).toMatch(/^node-(linux|win|darwin)-|^node-bin-/);
    }
  });
  it('pins every version [F-29]', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies });
    expect(versions.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
