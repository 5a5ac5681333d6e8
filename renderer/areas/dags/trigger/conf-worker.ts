import { z } from 'zod';
import { problemsOf } from './conf-problems.ts';
import type { Raw } from './param-fields.ts';

/** Holds a conf against patterns beside the page, since one may never come to an end. Whoever gives it up ends the worker. */

export interface ConfQuestion {
  readonly params: Raw;
  readonly conf: Raw;
}
/** `ready` once, when it is loaded; then what is wrong with each conf that it is given, by param. */
export type ConfTold = 'ready' | ReadonlyMap<string, string>;

z.config({ jitless: true }); // the content policy forbids what zod would try otherwise
self.addEventListener('message', ({ data: { params, conf } }: MessageEvent<ConfQuestion>) => self.postMessage(problemsOf(params, conf) satisfies ConfTold));
self.postMessage('ready' satisfies ConfTold);
