import type { secrets } from '../../shared/contract/secrets.ts';
import type { tenantUsers } from '../../shared/contract/tenancy.ts';
import type { OutputOf, Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { scopeInput } from './lists.ts';

/** Secrets that are shown once. They are handed to who asked, and no store keeps them. */

/** One stored secret in clear, by a JSON pointer into its row; the platform logs that it was shown. */
export const revealSecret = (place: { group: string; id: string; path: string }, signal: AbortSignal): Promise<Reply<OutputOf<typeof secrets.calls.reveal>>> =>
  api.secrets.reveal({ ...scopeInput(), ...place }, signal);

/** A new access token by which a user of this tenant signs in. */
export const issueToken = (user_id: string, signal: AbortSignal): Promise<Reply<OutputOf<typeof tenantUsers.calls.issueToken>>> =>
  api.tenantUsers.issueToken({ tenant_id: '', ...scopeInput(), user_id }, signal);
