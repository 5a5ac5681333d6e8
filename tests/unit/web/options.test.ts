import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultDataFolder } from '../../../electron/hosting/data-folder.ts';
import { openBrowser } from '../../../electron/web/open-browser.ts';
import { hostOptions } from '../../../electron/web/options.ts';

describe('the browser host’s options', () => {
  it('are a folder and a port', () => {
    expect(hostOptions(['--data', 'here', '--port', '8080'])).toEqual({ dataFolder: resolve('here'), port: 8080 });
    expect(hostOptions([])).toEqual({ dataFolder: defaultDataFolder(), port: 0 });
  });

  it.each([[['--port', '-1']], [['--port', '1e3']], [['--port', '65536']], [['--what']], [['loose']]])('are refused when they are %j', (args) => {
    expect(() => hostOptions(args)).toThrow(/--port/);
  });

  it.each([
    ['linux', { XDG_CONFIG_HOME: '/x' }, join('/x', 'Trellis', 'data')],
    ['linux', {}, join('/home/u', '.config', 'Trellis', 'data')],
    ['darwin', {}, join('/home/u', 'Library', 'Application Support', 'Trellis', 'data')],
    ['win32', { APPDATA: '/roaming' }, join('/roaming', 'Trellis', 'data')],
  ] as const)('keep data on %s with %j in %s', (platform, env, folder) => {
    expect(defaultDataFolder(platform, env, '/home/u')).toBe(folder);
  });
});

it.each(['http://example.com', 'file:///etc/passwd', 'javascript:1', '--help', ''])('opens no browser at %j [F-18]', async (address) => {
  await expect(openBrowser(address)).rejects.toMatchObject({ code: 'invalid_input' });
});
