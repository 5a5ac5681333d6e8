import type { Group, LocalCall, Stream } from '../../shared/contract/define.ts';
import type { CallContext, EventOf, OutputOf, ParsedOf } from '../../shared/rpc.ts';

/** What the backend answers by itself, by the call's name. */
export interface Local {
  readonly calls: ReadonlyMap<string, (input: unknown, context: CallContext) => unknown>;
  readonly streams: ReadonlyMap<string, (input: unknown, context: CallContext) => AsyncIterable<unknown>>;
}

type HandlersFor<G extends Group> = {
  readonly [M in keyof G['calls'] as G['calls'][M] extends LocalCall | Stream ? M : never]: G['calls'][M] extends LocalCall
    ? (input: ParsedOf<G['calls'][M]>, context: CallContext) => OutputOf<G['calls'][M]> | Promise<OutputOf<G['calls'][M]>>
    : G['calls'][M] extends Stream
      ? (input: ParsedOf<G['calls'][M]>, context: CallContext) => AsyncIterable<EventOf<G['calls'][M]>>
      : never;
};

/** Every handler of one group that is not the platform's, checked against the contract: `answers('drafts', drafts, { list: … })`. */
export function answers<G extends Group>(name: string, group: G, handlers: HandlersFor<G>): Local {
  const of = (kind: string) =>
    Object.entries(handlers)
      .filter(([method]) => group.calls[method]?.kind === kind)
      .map(([method, handler]) => [`${name}.${method}`, handler] as const);
  return { calls: new Map(of('local') as [string, never][]), streams: new Map(of('stream') as [string, never][]) };
}

export const together = (parts: readonly Local[]): Local => ({
  calls: new Map(parts.flatMap(({ calls }) => [...calls])),
  streams: new Map(parts.flatMap(({ streams }) => [...streams])),
});
