import type { ErrorCode } from '../../../../shared/errors.ts';
import type { Host } from '../../../../shared/host.ts';
import type { Reply, Subscriber } from '../../../../shared/rpc.ts';

/** A host that answers when the test says so: for rules about late and missing answers. */
export interface ManualHost extends Host {
  readonly calls: { readonly name: string; readonly input: Record<string, unknown>; answer(reply: Reply): Promise<void> }[];
  readonly watches: { readonly input: { call: string; input: Record<string, unknown> }; readonly subscriber: Subscriber; stopped: boolean }[];
}

export function manualHost(): ManualHost {
  const calls: ManualHost['calls'] = [];
  const watches: ManualHost['watches'] = [];
  return {
    calls,
    watches,
    capabilities: { nativeMenu: false, deepLinks: false, openExternal: false, alerts: false, os: 'linux' },
    call(name, input) {
      const { promise, resolve } = Promise.withResolvers<Reply>();
      calls.push({
        name, input: input as Record<string, unknown>,
        async answer(reply) {
          resolve(reply);
          await promise;
          await Promise.resolve();
        },
      });
      return promise;
    },
    subscribe(name, input, subscriber) {
      if (name !== 'watch.call') return () => undefined;
      const watch = { input: input as ManualHost['watches'][number]['input'], subscriber, stopped: false };
      watches.push(watch);
      return () => {
        watch.stopped = true;
      };
    },
    listen: () => () => undefined,
    openExternal: () => Promise.resolve(),
  };
}

export const fresh = (data: unknown): Reply => ({ ok: true, data, meta: { source: 'platform' } });
export const cached = (data: unknown, as_of = '2025-01-01T00:00:00.000Z'): Reply => ({ ok: true, data, meta: { source: 'cache', as_of } });
export const refused = (code: ErrorCode, message: string): Reply => ({ ok: false, error: { code, message } });
