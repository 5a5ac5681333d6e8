import { z } from 'zod';

/** The shapes of what goes with OpenAPI documents: what was wrong in one, what it changes, and what came of that. */

/** `where` is a JSON pointer into the document, `line` counts from 1. */
export const documentProblems = z.array(z.looseObject({ where: z.string(), message: z.string(), line: z.number().optional() }));

const job = { job_id: z.string().optional() };
const changeKind = z.enum(['added', 'changed', 'removed', 'conflict']);

const fieldChange = z.object({
  /** Fields of a parameter are `parameters/<place>/<name>/<field>`. */
  field: z.string(), conflict: z.boolean(), base: z.unknown().optional(), theirs: z.unknown().optional(), ours: z.unknown().optional(),
});

/** One operation that differs, or the API itself, whose key is `#api`. */
export const syncChange = z.looseObject({
  key: z.string(), kind: changeKind, action: z.enum(['add', 'change', 'remove']), id: z.string().optional(), name: z.string(),
  method: z.string().optional(), path: z.string().optional(), fields: z.array(fieldChange), local: z.array(z.string()),
});

const counts = { added: z.number().optional(), changed: z.number().optional(), removed: z.number().optional(), skipped: z.number().optional() };

export const syncPreview = z.looseObject({
  ...job,
  changes: z.array(syncChange).optional(),
  counts: z.record(z.string(), z.number()).optional(),
  /** Of what was compared; given back when it is applied. */
  version: z.string().optional(),
  /** Whether the document of before is known; where not, what differs is a conflict. */
  has_base: z.boolean().optional(),
  problems: documentProblems.optional(),
  /** The one that can be undone. */
  last_sync: z.looseObject({ sync_id: z.string(), done_at: z.string(), counts: z.object(counts) }).nullish(),
});

/** Fields in conflict stay as they are here unless `fields` says `theirs`. */
export const syncDecision = z.object({ key: z.string().min(1), accept: z.boolean(), fields: z.record(z.string(), z.enum(['ours', 'theirs'])).optional() });

export const syncApplied = z.looseObject({ ...job, sync_id: z.string().optional(), ...counts, problems: documentProblems.optional() });

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
