import { z } from 'zod';
import { required } from './define.ts';
import { auth } from './http.ts';

/** The shapes of what goes with OpenAPI documents: what was wrong in one, what it changes, and what came of that. */

/** `where` is a JSON pointer into the document, `line` counts from 1. */
export const documentProblems = z.array(z.looseObject({ where: z.string(), message: z.string(), line: z.number().optional() }));

const job = { job_id: z.string().optional() };
/** Addresses of documents that a document refers to, and that were not asked for. */
const external = z.array(z.string()).optional();
/** Origins, such as `https://example.com`, from which what a document refers to is fetched with it. */
const follow = z.array(z.url({ protocol: /^https?$/, error: 'Name servers by their address, such as https://example.com' })).max(50);
const id = required('ID is required');

/** What a document is fetched from; `auth` signs in there, and stays with the address. */
export const fromUrl = { url: required('Enter the address of a document'), auth: auth.optional() };

/** A document as text, or `fetch`: from its address of before, or from another. `follow` is chosen by whoever asks. */
export const toPreview = {
  id, document: z.string().optional(), fetch: z.object({ url: z.string().optional(), auth: auth.optional(), always: z.boolean().optional() }).optional(), follow: follow.optional(), async: z.boolean().optional(),
};
/** `fetched`: the document that the preview fetched. */
export const toApply = { id, document: z.string().optional(), fetched: z.boolean().optional(), async: z.boolean().optional() };
export const toFollow = { id, follow: follow.min(1, 'Choose whose documents to fetch'), async: z.boolean().optional() };
const changeKind = z.enum(['added', 'changed', 'removed', 'conflict']);

const fieldChange = z.object({
  /** Fields of a parameter are `parameters/<place>/<name>/<field>`. */
  field: z.string(), conflict: z.boolean(), base: z.unknown().optional(), theirs: z.unknown().optional(), ours: z.unknown().optional(),
});

/**
 * What becomes of a document's servers and security schemes beside the API. `environments`: each server an environment of
 * its name, with its address in a variable to which the API refers; only of documents that name `several`, or of `each`.
 * `auth_configs`: each scheme an auth config without credentials, by which what uses it signs in.
 */
export const importChoices = { environments: z.enum(['several', 'each']).optional(), auth_configs: z.boolean().optional() };

/** What an import answers; `external` as in a sync. */
export const imported = z.looseObject({
  ...job, api_id: z.string().optional(), api_ids: z.array(z.string()).optional(), endpoint_count: z.number().optional(), kind: z.string().optional(), external, problems: documentProblems.optional(),
});

/** One operation that differs, or the API itself, whose key is `#api`. */
export const syncChange = z.looseObject({
  key: z.string(), kind: changeKind, action: z.enum(['add', 'change', 'remove']), id: z.string().optional(), name: z.string(),
  method: z.string().optional(), path: z.string().optional(), fields: z.array(fieldChange), local: z.array(z.string()),
});

const counts = { added: z.number().optional(), changed: z.number().optional(), removed: z.number().optional(), skipped: z.number().optional() };

const syncMark = z.looseObject({ sync_id: z.string(), done_at: z.string(), counts: z.object(counts) });

/** What is known of an API's syncs: the one that can be undone, and the address of its document. */
export const syncState = z.looseObject({
  last_sync: syncMark.nullish(),
  source: z.looseObject({ url: z.string(), auth_type: z.string().optional(), follow: z.array(z.string()).optional(), fetched_at: z.string() }).nullish(),
});

export const syncPreview = z.looseObject({
  ...job,
  /** The address has nothing newer than what was taken in; there is nothing else then. */
  unchanged: z.boolean().optional(),
  fetched: z.boolean().optional(),
  external,
  changes: z.array(syncChange).optional(),
  counts: z.record(z.string(), z.number()).optional(),
  /** Of what was compared; given back when it is applied. */
  version: z.string().optional(),
  /** Whether the document of before is known; where not, what differs is a conflict. */
  has_base: z.boolean().optional(),
  problems: documentProblems.optional(),
  /** The one that can be undone. */
  last_sync: syncMark.nullish(),
});

/** Fields in conflict stay as they are here unless `fields` says `theirs`. */
export const syncDecision = z.object({ key: z.string().min(1), accept: z.boolean(), fields: z.record(z.string(), z.enum(['ours', 'theirs'])).optional() });

export const syncApplied = z.looseObject({ ...job, sync_id: z.string().optional(), ...counts, external, problems: documentProblems.optional() });

export const syncUndone = z.looseObject({
  sync_id: z.string().optional(), restored: z.number().optional(),
  /** What was edited since, and stays. */
  kept: z.array(z.looseObject({ kind: z.string(), id: z.string(), name: z.string(), why: z.string() })).optional(),
});

/** A remote platform may answer the document itself. */
export const exportedOpenapi = z.union([
  z.looseObject({
    document: z.string().optional(), format: z.string().optional(), file_name: z.string().optional(), endpoint_count: z.number().optional(),
    left_out: z.array(z.looseObject({ name: z.string(), why: z.string() })).optional(),
  }),
  z.string(),
]);
