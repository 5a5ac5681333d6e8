import { z } from 'zod';
import type { SessionState } from '../../shared/contract/app.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import { api } from '../api/client.ts';
import { defineState, resetAppState } from './define-state.ts';
import { forgetWaiting, keep, recall } from './kept.ts';
import { commitOffers } from './undo.ts';

/** Where the user works. Whoever asked in an older epoch drops the answer: tenant, environment or user have changed since. */
export interface Scope {
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly epoch: number;
}

interface Session {
  /** Null until the backend has told. */
  session: SessionState | null;
  problem: ErrorValue | null;
  scope: Scope;
}

export const scopeKey = 'ui/scope';
const keptScope = z.object({ tenant_id: z.string(), environment_id: z.string() });

let epoch = 0;
const nextEpoch = () => {
  epoch += 1;
  return epoch;
};

export const useSession = defineState<Session>(() => ({
  session: null,
  problem: null,
  scope: { tenant_id: '', environment_id: '', epoch: nextEpoch() },
}));

export const scope = (): Scope => useSession.get().scope;
export const useScope = (): Scope => useSession((state) => state.scope);

type Tenant = SessionState['tenants'][number];

export const useTenant = (): Tenant | undefined => useSession(({ session, scope }) => session?.tenants.find(({ id }) => id === scope.tenant_id));
export const useEnvironment = (): Tenant['environments'][number] | undefined =>
  useSession(({ session, scope }) =>
    session?.tenants.find(({ id }) => id === scope.tenant_id)?.environments.find(({ id }) => id === scope.environment_id));

/** The wished-for scope if the user has it, else the nearest that they have. */
export function fittingScope(tenants: readonly Tenant[], wish: { readonly tenant_id: string; readonly environment_id: string }) {
  const tenant = tenants.find(({ id }) => id === wish.tenant_id) ?? tenants[0];
  const environment = tenant?.environments.find(({ id }) => id === wish.environment_id) ?? tenant?.environments[0];
  return { tenant_id: tenant?.id ?? '', environment_id: environment?.id ?? '' };
}

function enter(next: { readonly tenant_id: string; readonly environment_id: string }): void {
  const { tenant_id, environment_id } = scope();
  if (next.tenant_id === tenant_id && next.environment_id === environment_id) return;
  useSession.set((draft) => {
    draft.scope = { ...next, epoch: nextEpoch() };
  });
}

/** Works in another tenant or environment from now on; what is in flight is dropped, what could be undone is sent first. */
export function switchScope(tenant_id: string, environment_id?: string): void {
  const { session } = useSession.get();
  commitOffers();
  const next = fittingScope(session?.tenants ?? [], { tenant_id, environment_id: environment_id ?? '' });
  enter(next);
  keep(scopeKey, next);
}

/** Who is signed in where; null for nobody. */
export const identity = (session: SessionState | null): string | null =>
  session?.user ? `${session.profile?.id ?? ''}/${session.user.id}` : null;

/** Takes in what the backend says of the session; where somebody else is signed in than before, nothing of theirs stays. */
export function takeSession(next: SessionState): void {
  const before = identity(useSession.get().session);
  if (before !== null && identity(next) !== before) wipe();
  useSession.set((draft) => {
    draft.session = next;
    draft.problem = null;
  });
  enter(fittingScope(next.tenants, scope()));
}

export function failSession(problem: ErrorValue): void {
  useSession.set((draft) => {
    draft.problem = problem;
  });
}

/** Goes back to the tenant and environment in which this user worked last. */
export async function restoreScope(): Promise<void> {
  const { epoch } = scope();
  const wish = await recall(scopeKey, keptScope);
  if (wish && scope().epoch === epoch) enter(fittingScope(useSession.get().session?.tenants ?? [], wish));
}

function wipe(): void {
  forgetWaiting();
  resetAppState();
}

/** Signs in to the current connection: with a token, or through the system browser. Returns what went wrong. */
export async function signIn(token?: string): Promise<ErrorValue | null> {
  const reply = await api.session.signIn(token === undefined ? {} : { token });
  if (!reply.ok) return reply.error;
  takeSession(reply.data);
  return null;
}

/** Signs out, and wipes every store and what this user left on this computer [S-004]. Returns what went wrong. */
export async function signOut(): Promise<ErrorValue | null> {
  commitOffers();
  const reply = await api.session.signOut({});
  if (!reply.ok) return reply.error;
  wipe();
  takeSession(reply.data);
  return null;
}
