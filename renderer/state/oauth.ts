import { useEffect } from 'react';
import type { Row } from '../../shared/contract/entity.ts';
import type { oauthConnections } from '../../shared/contract/oauth.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { InputOf, OutputOf } from '../../shared/rpc.ts';
import { waitAfterRefresh } from '../../shared/rules/constants.ts';
import { isStale, statusOfListed, statusOfReport, statusOfValidation, type StoreStatus } from '../../shared/rules/oauth-status.ts';
import { api, host } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { remove } from './list-removal.ts';
import { refresh, scopeInput, type Source } from './lists.ts';
import { scope, useSession } from './session.ts';
import { notifyError } from './toasts.ts';

/** How OAuth connections stand, as this window knows it, and how they are made, renewed and ended [S-020…S-034]. */

export const connectionsSource: Source = { group: 'oauthConnections' };

interface Checked {
  readonly status: StoreStatus;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  /** It is gone for good, and is asked for no more by itself [S-026]. */
  readonly stop?: boolean;
}

interface OAuth {
  /** What checks said, by connection. */
  readonly checks: Readonly<Record<string, Checked>>;
}

export const useOAuth = defineState<OAuth>(() => ({ checks: {} }));

// What was checked belongs to its tenant and environment.
useSession.subscribe((now, before) => {
  if (now.scope.epoch !== before.scope.epoch) useOAuth.set((draft) => void Object.assign(draft, { checks: {} }));
});

const put = (id: string, checked: Omit<Checked, 'at'>) => useOAuth.set((draft) => {
  (draft.checks as Record<string, Checked>)[id] = { ...checked, at: Date.now() };
});

type Found = NonNullable<OutputOf<(typeof oauthConnections)['calls']['check']>['connections']>[number];

function take(found: Found): void {
  const said = statusOfReport({ permanent: found.permanent });
  // The word of the app for what was checked is coarser than that of the platform, which is shown beside it.
  put(found.connection_id, said?.status === 'not_found' ? { status: 'not_found', stop: true } : { status: found.status === 'expired' ? 'expired' : statusOfValidation(found) });
}

/** Asks how these stand, all at once. What is known to be gone is left out, unless it is asked for by name. */
async function checkAll(ids: readonly string[]): Promise<ErrorValue | undefined> {
  const { epoch } = scope();
  const reply = await api.oauthConnections.check({ ...scopeInput(), connection_ids: [...ids] });
  if (scope().epoch !== epoch) return undefined;
  if (!reply.ok) return reply.error;
  reply.data.connections?.forEach(take);
  return undefined;
}

/** Keeps known how the rows stand for as long as they are shown: each is checked when it has not been for 30 s [S-031][S-032][K-004]. */
export function useChecks(rows: readonly Row[], now: number): Readonly<Record<string, Checked>> {
  const checks = useOAuth((state) => state.checks);
  useEffect(() => {
    if (document.hidden) return;
    const known = useOAuth.get().checks;
    const due = rows.map(({ id }) => id).filter((id) => !known[id] || (!known[id].stop && isStale(known[id].at, now)));
    // A platform that cannot be asked says so where its list is shown.
    if (due.length > 0) void checkAll(due);
  }, [rows, now]);
  return checks;
}

/** How a connection stands: as it was checked last, else as its list says [S-031][A-019]. */
export const statusOf = (row: Row, checks: Readonly<Record<string, Checked>>): StoreStatus => checks[row.id]?.status ?? statusOfListed({ is_active: row['is_active'] === true });

/** Looks at one now, whatever is known of it, and asks its provider where that can be asked. */
export async function checkConnection({ id }: Row): Promise<void> {
  put(id, { status: 'checking' });
  const { epoch } = scope();
  const health = await api.oauthConnections.health({ ...scopeInput(), connection_id: id });
  const error = health.ok ? await checkAll([id]) : health.error;
  if (scope().epoch !== epoch) return;
  refresh(connectionsSource);
  if (error) failed(id, error);
}

/** Gets a new token now [K-007]. */
export async function refreshConnection(row: Row): Promise<void> {
  put(row.id, { status: 'checking' });
  const { epoch } = scope();
  const reply = await api.oauthConnections.refresh({ ...scopeInput(), connection_id: row.id });
  if (scope().epoch !== epoch) return;
  if (!reply.ok) {
    refresh(connectionsSource);
    return failed(row.id, reply.error);
  }
  await new Promise((resolve) => setTimeout(resolve, waitAfterRefresh));
  if (scope().epoch !== epoch) return;
  const error = await checkAll([row.id]);
  refresh(connectionsSource);
  if (error) failed(row.id, error);
}

/** A 401 is a state and no fault, a 404 is for good; both are said [S-018][S-019][E-074][E-075]. */
function failed(id: string, error: ErrorValue): void {
  if (error.status === 401) put(id, { status: 'expired' });
  else if (error.status === 404) put(id, { status: 'not_found', stop: true });
  else put(id, { status: 'error' });
  notifyError(error);
}

/** Ends connections, when the time for undo is over [S-029]. */
export const disconnect = (rows: readonly Row[]): void => remove('oauthConnections', rows);

export type ConnectInput = Omit<InputOf<(typeof oauthConnections)['calls']['initiate']>, 'tenant_id' | 'environment_id'>;

export interface Connecting {
  readonly phase: 'starting' | 'waiting' | 'done' | 'failed';
  /** Where the user signs in. */
  readonly auth_url?: string;
  /** Until when it is polled, in milliseconds since the epoch. */
  readonly until?: number;
  readonly connection?: Row;
  readonly error?: string;
}

/** Milliseconds between two polls. */
const pollEvery = 1_500;
const usualLifetime = 600;

/**
 * Signs in to a provider through the browser, and tells how far it has come: it is polled until it is completed, its time
 * is over, or the signal is aborted; then the platform is told, and nothing is asked any more [S-033][S-034][F-22].
 */
export async function connect(input: ConnectInput, tell: (state: Connecting) => void, signal: AbortSignal): Promise<void> {
  const at = scopeInput();
  tell({ phase: 'starting' });
  const started = await api.oauthConnections.initiate({ ...at, ...input }, signal);
  if (!started.ok) return signal.aborted ? undefined : tell({ phase: 'failed', error: started.error.message });
  const { auth_url, state, expires_in } = started.data;
  const flow = { ...at, provider: input.provider, state };
  // What the platform does not hear of ends by itself when its time is over.
  signal.addEventListener('abort', () => void api.oauthConnections.cancel(flow), { once: true });
  if (signal.aborted) return void api.oauthConnections.cancel(flow);
  const until = Date.now() + (expires_in ?? usualLifetime) * 1_000;
  tell({ phase: 'waiting', auth_url, until });
  const problem = auth_url === '' ? undefined : await openSignIn(auth_url);
  if (problem !== undefined) tell({ phase: 'waiting', auth_url, until, error: problem });
  const user = useSession.get().session?.user?.id;
  while (Date.now() < until) {
    const reply = await api.oauthConnections.poll({ ...flow, ...(user !== undefined && { expected_target_user: user }) }, signal);
    if (signal.aborted) return undefined;
    if (!reply.ok && reply.error.code !== 'unreachable') return tell({ phase: 'failed', error: reply.error.message });
    if (reply.ok && reply.data.completed) {
      const { connection } = reply.data;
      if (connection) useOAuth.set((draft) => void delete (draft.checks as Record<string, Checked>)[connection.id]);
      refresh(connectionsSource);
      return tell({ phase: 'done', ...(connection && { connection }) });
    }
    if (reply.ok && reply.data.status === 'failed') return tell({ phase: 'failed', error: reply.data.error ?? 'The sign-in failed. Try again.' });
    await pause(pollEvery, signal);
    if (signal.aborted) return undefined;
  }
  return tell({ phase: 'failed', error: 'The sign-in was not finished in time. Try again.' });
}

/** Opens the sign-in page in the browser; why it could not be, else. */
export async function openSignIn(auth_url: string): Promise<string | undefined> {
  try {
    await host.openExternal(auth_url);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
