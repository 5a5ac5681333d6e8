import type { Pool } from '../../../state/pools.ts';

/** What is said of a pool's slots. */

export const slotWords = (slots: number): string => (slots < 0 ? 'unlimited' : slots.toLocaleString());
export const openWords = ({ slots, open_slots }: Pick<Pool, 'slots' | 'open_slots'>): string => (slots < 0 ? '–' : open_slots.toLocaleString());
export const isDefault = ({ name }: Pick<Pool, 'name'>): boolean => name === 'default_pool';

/** Why a text is no number of slots, or undefined; -1 is without end. */
export function slotsProblem(text: string): string | undefined {
  const slots = Number(text);
  return text.trim() !== '' && Number.isInteger(slots) && slots >= -1 ? undefined : 'Enter a whole number of slots, or -1 for no limit';
}
