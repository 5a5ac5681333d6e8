import { commandIds, commandOf, type CommandId } from './command-table.ts';

/** What a key press is called, and which command it gives. */

type Os = 'mac' | 'windows' | 'linux';

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const names: Readonly<Record<string, string>> = { ' ': 'Space', ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down', Esc: 'Escape' };
const modifiers = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified']);

/**
 * The name of a key press, such as `Mod+Shift+K`, or null for a modifier alone. Where Shift already shows in the
 * character (`?`), it is not said again.
 */
export function chordOf(press: KeyPress, os: Os): string | null {
  if (modifiers.has(press.key)) return null;
  const character = press.key.length === 1 && press.key !== ' ';
  const letter = character && press.key.toLowerCase() !== press.key.toUpperCase();
  const held = press.ctrlKey || press.metaKey || press.altKey || press.shiftKey;
  const key = names[press.key] ?? (letter ? (held ? press.key.toUpperCase() : press.key.toLowerCase()) : press.key);
  const mod = os === 'mac' ? press.metaKey : press.ctrlKey;
  const other = os === 'mac' ? press.ctrlKey : press.metaKey;
  // Ctrl+Tab is Ctrl on every system: Cmd+Tab belongs to the Mac itself.
  const tab = press.key === 'Tab' && press.ctrlKey;
  const parts = [
    ...(mod && !tab ? ['Mod'] : []),
    ...(tab ? ['Ctrl'] : []),
    ...(other && !tab ? [os === 'mac' ? 'Ctrl' : 'Meta'] : []),
    ...(press.altKey ? ['Alt'] : []),
    ...(press.shiftKey && (letter || !character) ? ['Shift'] : []),
    key,
  ];
  return parts.join('+');
}

/** True for keys that write text or move in it, and so are the field's own while one has the focus. */
export function belongsToField(chord: string): boolean {
  const plain = !/^(Mod|Ctrl|Meta|Alt)\+/.test(chord);
  return (plain && chord !== 'Escape' && !/^(Shift\+)?F\d/.test(chord)) || /^Mod\+(Shift\+)?([ACVXZ]|Left|Right|Up|Down|Home|End|Delete|Backspace)$/.test(chord);
}

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Delete: '⌦', Escape: 'esc' };
const arrows: Readonly<Record<string, string>> = { Left: '←', Right: '→', Up: '↑', Down: '↓' };

/** A chord's keys as they stand on the keyboard: `["Ctrl", "K"]`, or `["⌘", "K"]` on a Mac. */
export function keyCaps(chord: string, os: Os): string[] {
  const parts = chord === '+' ? ['+'] : chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+');
  return parts.map((part) => arrows[part] ?? (os === 'mac' ? (macSigns[part] ?? part.toUpperCase()) : part === 'Mod' ? 'Ctrl' : part.length === 1 ? part.toUpperCase() : part));
}

export type Overrides = Readonly<Record<string, readonly string[]>>;

/** The keys that a command has: the user's, else its own. */
export const keysOf = (id: CommandId, overrides: Overrides): readonly string[] => overrides[id] ?? commandOf(id).keys;

/** The commands that listen to a chord, in the table's order. */
export const commandsFor = (chord: string, overrides: Overrides): CommandId[] => commandIds.filter((id) => keysOf(id, overrides).includes(chord));

const meet = (one: CommandId, other: CommandId) => {
  const contexts = [commandOf(one).context, commandOf(other).context];
  return contexts[0] === contexts[1] || contexts.includes('everywhere');
};

/** Chords that more than one command would hear at the same place, with those commands. */
export function conflicts(overrides: Overrides): ReadonlyMap<string, readonly CommandId[]> {
  const chords = new Set(commandIds.flatMap((id) => keysOf(id, overrides)));
  const found = new Map<string, readonly CommandId[]>();
  for (const chord of chords) {
    const all = commandsFor(chord, overrides);
    const meeting = all.filter((id) => all.some((other) => other !== id && meet(id, other)));
    if (meeting.length > 0) found.set(chord, meeting);
  }
  return found;
}
