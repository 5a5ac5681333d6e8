import type { Core } from '../core.ts';
import type { Handlers } from '../domain.ts';
import { pageOf } from '../kinds.ts';

/** The names of the active ones, with only the fields that were asked for [C-047][Q-009]. */
export const authConfigHandlers = ({ kinds }: Core): Handlers => ({
  'authConfigs.dropdown': ({ fields }, { caller }) => {
    const wanted = new Set(['id', ...(fields as string[])]);
    const active = kinds.of('authConfigs').all({}, caller).filter((row) => row['is_active'] !== false);
    return pageOf(active.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))));
  },
});
