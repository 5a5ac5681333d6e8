import { onTestFinished } from 'vitest';
import * as contract from '../../../shared/contract/all.ts';
import type { Profile } from '../../../shared/contract/app.ts';
import { client, serve, type Client, type Reply, type Transport } from '../../../shared/rpc.ts';
import { createBackend, type BackendDeps } from '../../../electron/backend/create-backend.ts';
import { memoryTokens } from '../../../electron/backend/keychain.ts';
import { memorySettings, temporaryFolder } from '../../unit/backend/folders.ts';

/** A backend of the test's own, as a host would make it, and the typed way to it. */

export interface TestBackend {
  readonly api: Client<typeof contract>;
  readonly transport: Transport;
  readonly deps: BackendDeps;
  close(): Promise<void>;
}

export async function startBackend(changes: Partial<BackendDeps> = {}): Promise<TestBackend> {
  const deps: BackendDeps = {
    dataFolder: changes.dataFolder ?? temporaryFolder(), version: '0.0.0', host: 'browser', electronVersion: null, settings: memorySettings(), tokens: memoryTokens(),
    launcher: { launch: () => Promise.reject(new Error('this test has no embedded platform.')) },
    openExternal: () => Promise.resolve(),
    ...changes,
  };
  const backend = await createBackend(deps);
  const transport = serve(contract, backend);
  let closed: Promise<void> | null = null;
  const close = () => (closed ??= backend.close());
  onTestFinished(close);
  return { api: client(contract, transport), transport, deps, close };
}

export function dataOf<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message} ${JSON.stringify(reply.error.details ?? '')}`);
  return reply.data;
}
export function errorOf(reply: Reply) {
  if (reply.ok) throw new Error(`It answered ${JSON.stringify(reply.data)}`);
  return reply.error;
}

/** A backend that is signed in to this server with a pasted token. */
export async function signedIn(url: string, changes: Partial<BackendDeps> = {}, profile: Partial<Profile> = {}): Promise<TestBackend> {
  const backend = await startBackend(changes);
  const { id } = dataOf(await backend.api.profiles.save({ name: 'Test', kind: 'remote', base_url: url, ...profile }));
  dataOf(await backend.api.profiles.select({ id }));
  dataOf(await backend.api.session.signIn({ token: 'pasted-token' }));
  return backend;
}

export const scope = { tenant_id: 't1', environment_id: 'e1' };

/** The events of a subscription as they come; `next` waits for one that suits. */
export function eventsOf<E>(subscribe: (subscriber: { event(event: E): void; end(error?: unknown): void }) => () => void) {
  const seen: E[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const again of waiting) again();
  };
  let ended: unknown = null;
  const stop = subscribe({
    event(event) {
      seen.push(event);
      wake();
    },
    end(error) {
      ended = error ?? 'ended';
      wake();
    },
  });
  onTestFinished(stop);
  const until = (test: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!test()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    seen,
    stop,
    end: async () => {
      await until(() => ended !== null);
      return ended;
    },
    async next(suits: (event: E) => boolean): Promise<E> {
      await until(() => seen.some(suits));
      return seen.find(suits)!;
    },
  };
}
