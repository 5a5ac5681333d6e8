import { AppError, toErrorValue } from '../../shared/errors.ts';
import { dataText, jsonOf, replyOfText } from '../../shared/reply-text.ts';
import { changeOf, type RowsChange } from '../../shared/rows-change.ts';
import type { Reply } from '../../shared/rpc.ts';
import { cell, type Cell } from './cell.ts';
import { canonical } from './cached.ts';
import { isAway } from './away.ts';
import type { KeptAnswer } from './cache.ts';
import type { Answered, Fields } from './send.ts';
import type { Visibility } from './visibility.ts';

/** Reads that are watched: one poller per question, however many windows watch it. */
export interface Watch {
  /** What is cached at once, then the fresh answer, then each changed one, as replies; of long lists, what changed since the reply before. */
  follow(question: Question, poll: boolean, signal: AbortSignal): AsyncGenerator<Reply | RowsChange>;
  isWatched(question: Question): boolean;
  /** Asks all of a group again, since something in it was written. */
  touched(group: string): void;
  /** Asks everything again: the platform is back, or another one. `afresh` forgets what was known. */
  refresh(afresh: boolean): void;
  close(): void;
}

export interface Question {
  /** `group.method`. */
  readonly call: string;
  readonly input: Fields;
}

/** Milliseconds between two questions: while things run, and at most. */
const quick = 2000;
const slow = 15_000;
const growth = 1.5;

interface Poller {
  readonly question: Question;
  readonly reply: Cell<Reply | null>;
  readonly watchers: Set<{ readonly poll: boolean }>;
  readonly ended: AbortController;
  interval: number;
  timer: NodeJS.Timeout | null;
  asking: boolean;
  /** Something happened while the question was on its way: its answer may be too old. */
  again: boolean;
  /** Counts what was forgotten, so that an answer from before is dropped. */
  age: number;
}

export function createWatch(deps: {
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Answered>;
  readonly cached: (question: Question) => KeptAnswer | null;
  readonly visibility: Visibility;
}): Watch {
  const { ask, cached, visibility } = deps;
  const pollers = new Map<string, Poller>();

  const schedule = (poller: Poller) => {
    if (poller.timer) clearTimeout(poller.timer);
    poller.timer = null;
    const polls = [...poller.watchers].some(({ poll }) => poll);
    if (!polls || !visibility.any() || poller.ended.signal.aborted) return;
    poller.timer = setTimeout(() => void refresh(poller), poller.interval);
    poller.timer.unref();
  };

  const tell = (poller: Poller, reply: Reply) => {
    const shown = poller.reply.get();
    const changed = shown === null || !sameReply(shown, reply);
    if (changed) poller.reply.set(reply);
    return changed;
  };

  const refresh = async (poller: Poller): Promise<void> => {
    if (poller.asking) {
      poller.again = true;
      return;
    }
    if (poller.timer) clearTimeout(poller.timer);
    poller.asking = true;
    poller.again = false;
    const { age } = poller;
    let away = false;
    try {
      const { data, meta } = await ask(poller.question, poller.ended.signal);
      if (age === poller.age) {
        away = meta.source === 'cache';
        const reply = { ok: true, data, meta } as const;
        const changed = tell(poller, reply);
        poller.interval = !away && (changed || runs(dataText(reply))) ? quick : Math.min(poller.interval * growth, slow);
      }
    } catch (error) {
      away = isAway(error);
      if (age === poller.age && !poller.ended.signal.aborted) tell(poller, { ok: false, error: toErrorValue(error) });
      poller.interval = Math.min(poller.interval * growth, slow);
    }
    poller.asking = false;
    if (poller.again && !away && !poller.ended.signal.aborted) await refresh(poller);
    else schedule(poller);
  };

  const begin = (key: string, question: Question): Poller => {
    const poller: Poller = {
      question, reply: cell<Reply | null>(null), watchers: new Set(), ended: new AbortController(),
      interval: quick, timer: null, asking: false, again: false, age: 0,
    };
    pollers.set(key, poller);
    showCached(poller);
    void refresh(poller);
    return poller;
  };

  const showCached = (poller: Poller) => {
    const kept = cached(poller.question);
    if (kept) poller.reply.set(replyOfText(kept.json, { source: 'cache', as_of: kept.as_of }));
  };

  const end = (key: string, poller: Poller) => {
    pollers.delete(key);
    if (poller.timer) clearTimeout(poller.timer);
    poller.ended.abort(new AppError('cancelled', 'Nobody watches any more'));
  };

  const refreshAll = (afresh: boolean) => {
    for (const poller of pollers.values()) {
      if (afresh) {
        poller.age++;
        poller.reply.set(null);
        showCached(poller);
      }
      poller.interval = quick;
      void refresh(poller);
    }
  };

  const stopShown = visibility.onShown(() => refreshAll(false));

  return {
    async *follow(question, poll, signal) {
      const key = keyOf(question);
      const known = pollers.get(key);
      const poller = known ?? begin(key, question);
      const watcher = { poll };
      poller.watchers.add(watcher);
      // A later watcher sees what is known at once, and asks for what is new.
      if (known && !known.asking) void refresh(known);
      try {
        let told: Reply | null = null;
        for await (const reply of poller.reply.follow(AbortSignal.any([signal, poller.ended.signal]))) {
          if (!reply) continue;
          yield (told && changeOf(told, reply)) ?? reply;
          told = reply;
        }
      } finally {
        poller.watchers.delete(watcher);
        if (poller.watchers.size === 0) end(key, poller);
      }
    },
    isWatched: (question) => pollers.has(keyOf(question)),
    touched(group) {
      for (const poller of pollers.values()) {
        if (!poller.question.call.startsWith(`${group}.`)) continue;
        poller.interval = quick;
        void refresh(poller);
      }
    },
    refresh: refreshAll,
    close() {
      stopShown();
      for (const [key, poller] of pollers) end(key, poller);
    },
  };
}

const keyOf = ({ call, input }: Question) => `${call} ${canonical(input)}`;

/** Where an answer comes from belongs to it: the same rows may turn stale. */
function sameReply(one: Reply, other: Reply): boolean {
  if (!one.ok || !other.ok) return one.ok === other.ok && jsonOf(one) === jsonOf(other);
  return one.meta.source === other.meta.source && dataText(one) === dataText(other);
}

/** Something in this answer is on its way to another state. */
const runs = (text: string) => /"(?:state|status|sync_status)":"(?:queued|running|scheduled|restarting|up_for_retry|up_for_reschedule|deferred|pending|executing|deploying|in_progress|processing)"/i.test(text);
