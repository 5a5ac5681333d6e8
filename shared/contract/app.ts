import { z } from 'zod';
import { group, local, stream } from './define.ts';

/** What the backend answers by itself: connections, the session, settings, the cache, drafts and the activity log. */

const nothing = z.object({});
const id = z.object({ id: z.string().min(1) });
const json = z.unknown();

/** Where the app works: the platform it carries, or a remote one. */
export const profile = z.object({
  id: z.string(),
  name: z.string().trim().min(1, 'Name is required'),
  kind: z.enum(['embedded', 'remote']),
  /** Of a remote platform: its origin, such as https://platform.example.com. */
  base_url: z.url({ protocol: /^https?$/, error: 'Enter an address that starts with https:// or http://' }).nullish(),
  /** OpenID Connect; without an issuer, an access token is pasted. */
  oidc: z.object({ issuer: z.url(), client_id: z.string().min(1), scope: z.string().default('openid profile email offline_access') }).nullish(),
  proxy: z.url().nullish(),
  /** PEM text of certificate authorities that are trusted besides the system's. */
  ca: z.string().nullish(),
});
export type Profile = z.infer<typeof profile>;

export const profiles = group({
  list: local({ input: nothing, output: z.object({ profiles: z.array(profile), current: z.string().nullable() }), fallback: 'Failed to read the connections' }),
  save: local({ input: profile.partial({ id: true }), output: profile, fallback: 'Failed to save the connection' }),
  remove: local({ input: id, output: nothing, fallback: 'Failed to delete the connection' }),
  select: local({ input: id, output: nothing, fallback: 'Failed to switch the connection' }),
});

const environment = z.looseObject({ id: z.string(), name: z.string() });
const tenant = z.looseObject({ id: z.string(), name: z.string(), role: z.string().nullish(), environments: z.array(environment) });
export const sessionState = z.object({
  profile: profile.nullable(),
  state: z.enum(['none', 'starting', 'signed_out', 'signed_in', 'offline']),
  user: z.looseObject({ id: z.string(), name: z.string().nullish(), email: z.string().nullish() }).nullable(),
  tenants: z.array(tenant),
  /** `<area>:<read|write|run|admin>` per tenant id; a tenant of which the platform says none is absent, and then nothing is disabled. */
  permissions: z.record(z.string(), z.array(z.string())),
  /** Where tokens are kept: `memory` when there is no usable keychain, with the reason. */
  token_store: z.object({ kind: z.enum(['keychain', 'memory']), reason: z.string().nullish() }),
  /** When state is `offline`: the time of what is shown. */
  as_of: z.string().nullish(),
  /** Why it is offline or signed out, where there is something to say. */
  problem: z.string().nullish(),
});
export type SessionState = z.infer<typeof sessionState>;

export const session = group({
  get: local({ input: nothing, output: sessionState, fallback: 'No tenant data available in session' }),
  /** Signs in to the current profile: with a pasted token, or through the system browser. */
  signIn: local({ input: z.object({ token: z.string().min(1).optional() }), output: sessionState, fallback: 'Failed to sign in' }),
  /** Forgets the tokens, and wipes cache, drafts and history of this user on this profile. */
  signOut: local({ input: nothing, output: sessionState, fallback: 'Failed to sign out' }),
  follow: stream({ input: {}, event: sessionState, fallback: 'Failed to follow the session' }),
});

export const settings = group({
  get: local({ input: nothing, output: z.record(z.string(), json), fallback: 'Failed to read the settings' }),
  set: local({ input: z.object({ values: z.record(z.string(), json) }), output: z.record(z.string(), json), fallback: 'Failed to save the settings' }),
  /** Why a folder of this computer cannot be among those from which requests may carry files; null where it can. */
  checkSendable: local({ input: z.object({ path: z.string().min(1).max(4096) }), output: z.object({ problem: z.string().nullable() }), fallback: 'Failed to look at the folder' }),
});

/** What a window keeps between starts, per profile and user: tabs, column widths, saved views, unsaved forms. */
const entry = z.object({ key: z.string().min(1).max(500), value: json, updated_at: z.string() });
export const drafts = group({
  list: local({ input: z.object({ prefix: z.string().default('') }), output: z.object({ entries: z.array(entry) }), fallback: 'Failed to read the drafts' }),
  put: local({ input: z.object({ key: z.string().min(1).max(500), value: json }), output: nothing, fallback: 'Failed to keep the draft' }),
  remove: local({ input: z.object({ key: z.string().min(1) }), output: nothing, fallback: 'Failed to drop the draft' }),
});

/** One call, as the activity log keeps it. Secrets are redacted before they get here. */
export const activityEntry = z.object({
  id: z.number(),
  call: z.string(),
  method: z.string(),
  url: z.string(),
  started_at: z.string(),
  duration_ms: z.number(),
  status: z.number().nullable(),
  request_bytes: z.number(),
  response_bytes: z.number(),
  /** `computer`: no call to the platform, but a request of the composer that was sent from here. */
  source: z.enum(['platform', 'cache', 'computer']),
  attempt: z.number(),
  error: z.string().nullable(),
});
const wireMessage = z.object({ headers: z.record(z.string(), z.string()), body: z.string().nullable() });
export const activity = group({
  list: local({ input: z.object({ search: z.string().optional(), limit: z.number().int().max(1000).default(200) }), output: z.object({ entries: z.array(activityEntry) }), fallback: 'Failed to read the activity log' }),
  get: local({ input: z.object({ id: z.number() }), output: activityEntry.extend({ request: wireMessage, response: wireMessage.nullable() }), fallback: 'Failed to read the call' }),
  clear: local({ input: nothing, output: nothing, fallback: 'Failed to clear the activity log' }),
  /** HAR 1.2, as text. */
  har: local({ input: nothing, output: z.object({ text: z.string() }), fallback: 'Failed to export the activity log' }),
  follow: stream({ input: {}, event: activityEntry, fallback: 'Failed to follow the activity log' }),
});

export const cache = group({
  /** Full-text search over everything cached in this tenant and environment, or over one group of the contract. */
  search: local({
    input: z.object({ text: z.string(), tenant_id: z.string(), environment_id: z.string().optional(), group: z.string().optional(), limit: z.number().int().max(200).default(20) }),
    output: z.object({ hits: z.array(z.object({ group: z.string(), id: z.string(), title: z.string(), excerpt: z.string(), as_of: z.string() })) }),
    fallback: 'Search failed',
  }),
  stats: local({ input: nothing, output: z.object({ bytes: z.number(), limit_bytes: z.number(), pinned_bytes: z.number(), answers: z.number(), problem: z.string().nullable() }), fallback: 'Failed to read the cache' }),
  /** Forgets what is not pinned. */
  clear: local({ input: nothing, output: nothing, fallback: 'Failed to clear the cache' }),
});

const reply = z.unknown();
export const watch = group({
  /**
   * Watches a read: what is cached at once, then the fresh answer, then each changed one, as `Reply` values; of a long list a
   * `RowsChange`, once there was a reply. One poller serves all who watch the same; `visible: false` in `visibility` stops
   * polling for that window.
   */
  call: stream({ input: { call: z.string(), input: json, poll: z.boolean().default(false) }, event: reply, fallback: 'Failed to watch' }),
  visibility: local({ input: z.object({ window: z.string(), visible: z.boolean() }), output: nothing, fallback: 'Failed to tell the visibility' }),
});

export const platformState = z.object({
  state: z.enum(['starting', 'ready', 'unreachable', 'restarting', 'failed']),
  url: z.string().nullable(),
  /** Round trip of the last health check, in milliseconds. */
  latency_ms: z.number().nullable(),
  /** Said to the user: why it was restarted, what was quarantined, what to do. */
  notice: z.string().nullable(),
  as_of: z.string(),
});
export type PlatformState = z.infer<typeof platformState>;

export const app = group({
  about: local({ input: nothing, output: z.object({ version: z.string(), host: z.string(), node: z.string(), electron: z.string().nullable(), data_folder: z.string(), problems: z.array(z.string()) }), fallback: 'Failed to read the version' }),
  platform: stream({ input: {}, event: platformState, fallback: 'Failed to follow the platform' }),
  restartPlatform: local({ input: nothing, output: nothing, fallback: 'Failed to restart the platform' }),
});
