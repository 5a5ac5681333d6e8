import { useLayoutEffect, useRef } from 'react';
import { commandIds, commandOf, isCommand, type CommandId, type Context } from './command-table.ts';
import { belongsToField, chordOf, commandsFor, type KeyPress } from './keymap.ts';
import { useSettings } from './settings.ts';

type Run = () => void;

/** Who can carry out a command now; whoever came last goes first. */
const bound = new Map<CommandId, Run[]>();

/** Binds a command until the returned function is called. */
export function bindCommand(id: CommandId, run: Run): () => void {
  bound.set(id, [...(bound.get(id) ?? []), run]);
  return () => bound.set(id, (bound.get(id) ?? []).filter((other) => other !== run));
}

/** Binds a command while the component is there; null while it cannot be carried out. */
export function useCommand(id: CommandId, run: Run | null): void {
  const latest = useRef(run);
  const can = run !== null;
  // At once: a key that is pressed right after something was drawn or typed means what now stands there.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => (can ? bindCommand(id, () => latest.current?.()) : undefined), [id, can]);
}

export const canRun = (id: CommandId): boolean => (bound.get(id)?.length ?? 0) > 0;

/** The commands that something on the screen can carry out now. */
export const runnable = (): CommandId[] => commandIds.filter(canRun);

/** Carries out a command, if something can; returns whether. Ids come from menus too, so unknown ones are refused. */
export function runCommand(id: string): boolean {
  const run = isCommand(id) ? bound.get(id)?.at(-1) : undefined;
  run?.();
  return run !== undefined;
}

const field = 'input, textarea, select, [contenteditable="true"], .cm-editor';
const pressed = 'button, a[href], summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"]';

/** What lies under a dialog is not acted on by keys while it is open. */
const behindDialogs: ReadonlySet<Context> = new Set(['list', 'detail', 'grid', 'canvas', 'log']);
const none: ReadonlySet<Context> = new Set();

/** Gives the command of a key press; returns whether there was one, so that the press is spent. */
export function pressKey(press: KeyPress, target: Element | null, os: 'mac' | 'windows' | 'linux'): boolean {
  const chord = chordOf(press, os);
  if (chord === null) return false;
  if (belongsToField(chord) && target?.closest(field)) return false;
  if ((chord === 'Enter' || chord === 'Space') && target?.closest(pressed)) return false;
  const covered = document.querySelector('[role="dialog"][aria-modal="true"]') ? behindDialogs : none;
  const id = commandsFor(chord, useSettings.get().keys).find((id) => canRun(id) && !covered.has(commandOf(id).context));
  return id !== undefined && runCommand(id);
}
