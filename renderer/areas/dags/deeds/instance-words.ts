import type { InstanceDeed } from '../../../state/dag-desk.ts';

/** What is done to task instances, in words: on the button, as a title, and when it is done. */
export const instanceWords: Readonly<Record<InstanceDeed, { readonly button: string; readonly title: string; readonly done: string; readonly preview: string }>> = {
  clear: { button: 'Clear', title: 'Clear', done: 'cleared', preview: 'These forget what they came to and run again. A run that had ended goes on.' },
  success: { button: 'Mark success', title: 'Mark as success', done: 'marked as success', preview: 'These count as success from now on, without being run. One that runs is stopped.' },
  failed: { button: 'Mark failed', title: 'Mark as failed', done: 'marked as failed', preview: 'These count as failed from now on. One that runs is stopped.' },
  skipped: { button: 'Mark skipped', title: 'Mark as skipped', done: 'marked as skipped', preview: 'These count as skipped from now on, without being run. One that runs is stopped.' },
};

export const deeds = ['clear', 'success', 'failed', 'skipped'] as const satisfies readonly InstanceDeed[];

export const countOf = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString()} ${count === 1 ? one : many}`;
