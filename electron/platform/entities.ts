import type { Core } from './core.ts';
import type { Handler, Handlers } from './domain.ts';
import type { Kind } from './kinds.ts';

const generic: Readonly<Record<string, (kind: Kind) => Handler>> = {
  list: (kind) => (input, { caller }) => kind.list(input, caller),
  get: (kind) => ({ id }, { caller }) => kind.find(id as string, caller),
  create: (kind) => (input, { caller }) => kind.create(input, caller),
  update: (kind) => ({ id, ...fields }, { caller }) => kind.update(id as string, fields, caller),
  remove: (kind) => ({ id }, { caller }) => kind.remove(id as string, caller),
};

/** The usual five calls of every kind of the contract; a domain that knows better says so and wins. */
export function entityHandlers({ contract, kinds }: Core): Handlers {
  const handlers: Record<string, Handler> = {};
  for (const group of kinds.groups) {
    for (const [method, make] of Object.entries(generic)) {
      const call = contract[group]!.calls[method];
      if (call?.kind === 'call' && call.remoteOnly === undefined) handlers[`${group}.${method}`] = make(kinds.of(group));
    }
  }
  return handlers;
}
