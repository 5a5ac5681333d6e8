import { describe, expect, it } from 'vitest';
import { commandIds, commandOf } from '../../../../renderer/state/command-table.ts';
import { belongsToField, chordOf, conflicts, keyCaps, keysOf } from '../../../../renderer/state/keymap.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('the keymap', () => {
  it.each([
    [press('k', { ctrlKey: true }), 'linux', 'Mod+K'],
    [press('k', { metaKey: true }), 'mac', 'Mod+K'],
    [press('k', { ctrlKey: true }), 'mac', 'Ctrl+K'],
    [press('K', { ctrlKey: true, shiftKey: true }), 'windows', 'Mod+Shift+K'],
    [press('Tab', { ctrlKey: true }), 'mac', 'Ctrl+Tab'],
    [press('Tab', { ctrlKey: true, shiftKey: true }), 'linux', 'Ctrl+Shift+Tab'],
    [press('?', { shiftKey: true }), 'linux', '?'],
    [press('+', { ctrlKey: true, shiftKey: true }), 'linux', 'Mod++'],
    [press(' '), 'linux', 'Space'],
    [press('ArrowDown'), 'linux', 'Down'],
    [press('x'), 'linux', 'x'],
    [press('Delete', { shiftKey: true }), 'linux', 'Shift+Delete'],
  ] as const)('names a key press %#', (event, os, chord) => expect(chordOf(event, os)).toBe(chord));

  it('says nothing for a modifier alone', () => expect(chordOf(press('Shift', { shiftKey: true }), 'linux')).toBeNull());

  it('has no conflicts unless the user makes one', () => expect([...conflicts({})]).toEqual([]));

  it('shows a conflict at both commands', () => {
    expect(conflicts({ 'panel.toggle': ['Mod+K'] }).get('Mod+K')).toEqual(['palette.open', 'panel.toggle']);
  });

  it('lets a key mean different things in places that never meet', () => {
    expect(keysOf('list.edit', {})).toEqual(keysOf('detail.edit', {}));
    expect(conflicts({}).has('e')).toBe(false);
    expect(conflicts({ 'help.keys': ['e'] }).get('e')).toEqual(['help.keys', 'list.edit', 'detail.edit']);
  });

  it('takes a key away with an empty list', () => {
    expect(keysOf('help.keys', { 'help.keys': [] })).toEqual([]);
    expect(conflicts({ 'panel.toggle': ['?'], 'help.keys': [] }).has('?')).toBe(false);
  });

  it('leaves a field the keys that write and edit text', () => {
    expect(['x', '?', 'Delete', 'Mod+C', 'Mod+A', 'Space', 'Mod+Left'].filter(belongsToField)).toHaveLength(7);
    expect(['Mod+K', 'Mod+S', 'Escape', 'Alt+1', 'Ctrl+Tab'].filter(belongsToField)).toEqual([]);
  });

  it('shows the keys as they stand on the keyboard', () => {
    expect(keyCaps('Mod+Shift+K', 'linux')).toEqual(['Ctrl', 'Shift', 'K']);
    expect(keyCaps('Mod++', 'mac')).toEqual(['⌘', '+']);
    expect(keyCaps('Alt+Left', 'windows')).toEqual(['Alt', '←']);
  });

  it('has a title for each command, in sentence case and without a full stop', () => {
    for (const id of commandIds) expect(commandOf(id).title, id).toMatch(/^[A-Z].*[^.!]$/);
  });
});
