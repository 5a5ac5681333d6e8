import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSettings } from '../../../electron/hosting/settings-file.ts';

let folder: string;
const told: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-settings-'));
  told.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openSettings(folder, ({ cwd, name }) => new Conf<Record<string, unknown>>({ cwd, configName: name, projectName: 'trellis' }), (notice) => told.push(notice));

describe('the settings file', () => {
  it('keeps values between starts', () => {
    open().set('preferences', { theme: 'dark' });
    expect(open().get('preferences')).toEqual({ theme: 'dark' });
    expect(told).toEqual([]);
  });

  it.each(['{"preferences": {', 'garbage', '\u0000\u0000'])('is set aside and named when it reads %j [F-2]', (content) => {
    writeFileSync(join(folder, 'settings.json'), content);
    const settings = open();
    expect(settings.get('preferences')).toBeUndefined();
    const aside = readdirSync(folder).find((name) => name.startsWith('settings.unreadable-'));
    expect(readFileSync(join(folder, aside!), 'utf8')).toBe(content);
    expect(told.join()).toContain(aside);
    settings.set('preferences', { theme: 'dark' });
    expect(open().get('preferences')).toEqual({ theme: 'dark' });
  });
});
