import type { Graph } from './graph.ts';
import { verdict, type Counts, type TriggerRule, type Verdict } from './trigger-rules.ts';

/** How far a graph has come. An end costs what hangs directly on it, however many tasks there are. */
export interface Progress {
  /** A task has now so many instances instead of one, none of which has ended. */
  mapTo(id: string, instances: number): void;
  /** Puts down what has ended, without asking what follows: for what is taken up again. */
  count(id: string, state: Ended, times?: number): void;
  /** These tasks have begun, or ended, and nothing is decided of them any more. */
  settle(ids: Iterable<string>): void;
  isWaiting(id: string): boolean;
  /** What becomes of waiting tasks now that so many instances of one have come to an end, and all that follows from that. */
  ended(id: string, state: Ended, times?: number): Decision[];
  /** Tasks that are skipped because a branch did not choose them, and all that follows from that. */
  skip(ids: readonly string[]): Decision[];
  /** What becomes of all that wait, as things stand: the first tasks, and those of a run that is taken up again. */
  review(): Decision[];
}

export type Ended = 'success' | 'failed' | 'upstream_failed' | 'skipped';
export type Decision = readonly [id: string, state: Exclude<Verdict, 'none'>];

export interface ProgressOptions {
  readonly ruleOf?: (id: string) => TriggerRule;
  /** Instances of a task that have not begun; those are what a decision ends. */
  readonly openOf?: (id: string) => number;
}

export function createProgress({ upstream, downstream }: Graph, { ruleOf = () => 'all_success', openOf = () => 1 }: ProgressOptions = {}): Progress {
  const waiting = new Set(upstream.keys());
  const instances = new Map<string, number>();
  const counts = new Map<string, Counts>([...upstream].map(([id, before]) => [id, { total: before.length, success: 0, failed: 0, upstream_failed: 0, skipped: 0 }]));

  function count(id: string, state: Ended, times = 1): void {
    for (const after of downstream.get(id) ?? []) counts.get(after)![state] += times;
  }

  /** Decides of these tasks, and of all that follows from what is decided. */
  function decide(open: string[], decided: Decision[] = []): Decision[] {
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (!waiting.has(id)) continue;
      const state = verdict(ruleOf(id), counts.get(id)!);
      if (state !== 'none') conclude(id, state, open, decided);
    }
    return decided;
  }

  function conclude(id: string, state: Decision[1], open: string[], decided: Decision[]): void {
    waiting.delete(id);
    decided.push([id, state]);
    if (state === 'scheduled') return;
    count(id, state, openOf(id));
    for (const after of downstream.get(id)!) open.push(after);
  }

  return {
    mapTo(id, many) {
      const more = many - (instances.get(id) ?? 1);
      instances.set(id, many);
      for (const after of downstream.get(id) ?? []) counts.get(after)!.total += more;
    },
    count,
    settle(ids) {
      for (const id of ids) waiting.delete(id);
    },
    isWaiting: (id) => waiting.has(id),
    ended(id, state, times = 1) {
      count(id, state, times);
      return decide([...downstream.get(id)!]);
    },
    skip(ids) {
      const open: string[] = [];
      const decided: Decision[] = [];
      for (const id of ids) if (waiting.has(id)) conclude(id, 'skipped', open, decided);
      return decide(open, decided);
    },
    review: () => decide([...waiting].toReversed()),
  };
}
