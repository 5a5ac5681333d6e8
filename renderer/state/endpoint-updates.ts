import type { Row } from '../../shared/contract/entity.ts';
import type { OutputOf, Reply } from '../../shared/rpc.ts';
import type { openApiEndpoints } from '../../shared/contract/open-apis.ts';
import { api } from '../api/client.ts';
import type { BulkResult } from './bulk.ts';
import { listNow, refresh, scopeInput, useLists } from './lists.ts';
import { textOf } from './list-order.ts';
import { scope } from './session.ts';
import { notify, notifyError } from './toasts.ts';

/** Changes of many endpoints of open APIs at once, and their undo. The platform keeps what they were, secrets included. */

type Calls = typeof openApiEndpoints.calls;
export interface AuthData {
  readonly type: string;
  readonly credentials: Readonly<Record<string, unknown>>;
  /** Kept credentials in the place of the above. */
  readonly auth_config_id?: string;
}
export type EndpointChange = { readonly authData: AuthData } | { readonly enabled: boolean };

/** Endpoints that go in one call. */
const together = 500;

/** By their open API, since a call is about one. */
export function batches(rows: readonly Row[]): { readonly openAPIId: string; readonly endpointIds: string[] }[] {
  const byApi = Map.groupBy(rows, (row) => textOf(row['api_id']));
  return [...byApi].flatMap(([openAPIId, own]) =>
    Array.from({ length: Math.ceil(own.length / together) }, (_, at) => ({ openAPIId, endpointIds: own.slice(at * together, (at + 1) * together).map(({ id }) => id) })));
}

function send(input: ReturnType<typeof batches>[number], change: EndpointChange): Promise<Reply<OutputOf<Calls['bulkUpdateAuth']>>> {
  const all = { ...scopeInput(), ...input, partial: true };
  return 'authData' in change ? api.openApiEndpoints.bulkUpdateAuth({ ...all, authData: change.authData }) : api.openApiEndpoints.bulkEnable({ ...all, enabled: change.enabled });
}

/** Makes the change, tells the result of each endpoint, and returns what undoes it; stops before the next call when aborted. */
export async function updateEndpoints(rows: readonly Row[], change: EndpointChange, tell: (results: readonly BulkResult[]) => void, signal: AbortSignal): Promise<readonly string[]> {
  const { epoch } = scope();
  const updates: string[] = [];
  for (const batch of batches(rows)) {
    if (signal.aborted || scope().epoch !== epoch) break;
    const reply = await send(batch, change);
    const failed = new Map(reply.ok ? reply.data.failed?.map(({ id, message }) => [id, message]) : []);
    if (reply.ok && reply.data.update_id !== undefined) updates.unshift(reply.data.update_id);
    tell(batch.endpointIds.map((id) => {
      const message = failed.get(id);
      return { id, error: reply.ok ? (message === undefined ? null : { code: 'rejected', message }) : reply.error };
    }));
  }
  if (scope().epoch === epoch) readAnew();
  return updates;
}

/** Says what was done, and offers to take all of it back where the platform can. */
export function offerUndoOf(updates: readonly string[], said: string): void {
  notify(said, { intent: 'success', ...(updates.length > 0 ? { timeout: 0, action: { text: 'Undo', run: () => void undoUpdates(updates) } } : {}) });
}

async function undoUpdates(updates: readonly string[]): Promise<void> {
  const { epoch } = scope();
  let restored = 0;
  let kept = 0;
  for (const update_id of updates) {
    const reply = await api.openApiEndpoints.undoBulkUpdate({ ...scopeInput(), update_id });
    if (scope().epoch !== epoch) return;
    if (!reply.ok) {
      notifyError(reply.error);
      break;
    }
    restored += reply.data.restored ?? 0;
    kept += reply.data.kept?.length ?? 0;
  }
  readAnew();
  const back = `${restored.toLocaleString()} ${restored === 1 ? 'endpoint is' : 'endpoints are'} as before`;
  notify(kept > 0 ? `${back}; ${kept.toLocaleString()} edited since stay as they are` : back, { intent: 'success' });
}

const touched: ReadonlySet<string> = new Set(['openApiEndpoints', 'authConfigs']);

/** Everything that shows what was changed, where somebody has looked at it. */
function readAnew(): void {
  for (const { source } of Object.values(useLists.get().slices)) if (touched.has(source.group) && listNow(source).meta) refresh(source);
}
