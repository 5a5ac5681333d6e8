import { describe, expect, it } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { menuTemplate } from '../../../electron/main/menu.ts';
import { commands, isCommand } from '../../../renderer/state/command-table.ts';

const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (os) => {
  const given: string[] = [];
  const items = flat(menuTemplate({ os, devTools: false, give: (command) => given.push(command) }));
  const withCommand = items.filter(({ id }) => id !== undefined);

  it('names only commands that the page knows', () => {
    expect(withCommand.length).toBeGreaterThan(20);
    expect(withCommand.map(({ id }) => id).filter((id) => !isCommand(id as string))).toEqual([]);
  });

  it('gives the command of an item that is chosen', () => {
    for (const item of withCommand) item.click?.({} as never, undefined, {} as never);
    expect(given).toEqual(withCommand.map(({ id }) => id));
  });

  it('shows the keys that the page has', () => {
    const names: Readonly<Record<string, string>> = { CmdOrCtrl: 'Mod', 'Shift+/': '?' };
    for (const { id, accelerator } of withCommand) {
      if (typeof accelerator !== 'string') continue;
      const chord = names[accelerator] ?? accelerator.replace('CmdOrCtrl', 'Mod');
      expect(commands[id as keyof typeof commands].keys, id).toContain(chord);
    }
  });

  it('leaves the keys to the page, where they can be changed', () => {
    expect(withCommand.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  });

  it('offers the developer tools only while developing [F-19]', () => {
    expect(items.some(({ role }) => role === 'toggleDevTools' || role === 'reload' || role === 'forceReload')).toBe(false);
    expect(flat(menuTemplate({ os, devTools: true, give: () => undefined })).some(({ role }) => role === 'toggleDevTools')).toBe(true);
  });
});
