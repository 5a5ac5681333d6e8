import type { Cache } from './cache.ts';
import type { Fields } from './send.ts';
import type { Question } from './watch.ts';

/** Keeps lists that nobody looks at as new as what was changed here: while the platform is away there is only what was read last. */
export interface StayCurrent {
  /** Something in this group was changed, with this input. */
  touched(reader: { readonly profile: string; readonly user: string }, group: string, input: Fields): void;
  close(): void;
}

/** Changes that come close together are read once, this many milliseconds after the last. */
const pause = 300;
/** Lists of a group that are read anew: those that were read last. */
const atMost = 2;

/** Groups that change what another one lists. */
const lists: Readonly<Record<string, string>> = { securedDags: 'dags', composerTenants: 'tenants', composerEnvironments: 'environments' };

export function stayCurrent({ cache, isWatched, ask }: {
  readonly cache: Pick<Cache, 'kept'>;
  readonly isWatched: (question: Question) => boolean;
  readonly ask: (question: Question, signal: AbortSignal) => Promise<unknown>;
}): StayCurrent {
  const timers = new Map<string, NodeJS.Timeout>();
  const ended = new AbortController();

  const readAnew = (question: Question) => {
    // What goes wrong stands in the activity log, and the list stays as it was.
    if (!isWatched(question)) ask(question, ended.signal).catch(() => undefined);
  };

  return {
    touched(reader, group, input) {
      const call = `${lists[group] ?? group}.list`;
      const tenant = typeof input['tenant_id'] === 'string' ? input['tenant_id'] : '';
      const key = JSON.stringify([reader, call, tenant]);
      clearTimeout(timers.get(key));
      const timer = setTimeout(() => {
        timers.delete(key);
        for (const kept of cache.kept(reader, { call, tenant, limit: atMost })) readAnew({ call, input: kept });
      }, pause);
      timer.unref();
      timers.set(key, timer);
    },
    close() {
      ended.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
