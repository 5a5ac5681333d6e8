import type { Row } from './contract/entity.ts';
import { isSame } from './rules/graph-parts.ts';
import type { Meta, Reply } from './rpc.ts';

/**
 * What became of a long list of rows since the answer before. A page that has that answer is told this in its place: a list of
 * 10,000 is megabytes, and who knows which rows are the same can leave all that was made of them as it is.
 */
export interface RowsChange {
  readonly ok: true;
  readonly change: {
    /** From this place on, `removed` rows are replaced by the ones with these ids, which are in `rows` or were in the list. */
    readonly at: number;
    readonly removed: number;
    readonly ids: readonly string[];
    /** Rows that are new, or not what they were; others that stay in their places are not here. */
    readonly rows: readonly Row[];
    /** What the answer says beside its rows. */
    readonly beside: Readonly<Record<string, unknown>>;
  };
  readonly meta: Meta;
}

/** Shorter lists are told as a whole. */
const leastRows = 200;

type Answer = Readonly<Record<string, unknown>> & { readonly rows: readonly Row[] };

function answerOf(reply: Reply): Answer | undefined {
  if (!reply.ok || typeof reply.data !== 'object' || reply.data === null) return undefined;
  const { rows } = reply.data as { readonly rows?: unknown };
  return Array.isArray(rows) ? (reply.data as Answer) : undefined;
}

/** Undefined where the whole answer is as good: it is short, another kind, or mostly new. */
export function changeOf(before: Reply, now: Reply): RowsChange | undefined {
  const [old, fresh] = [answerOf(before), answerOf(now)];
  if (!old || !fresh || !now.ok || fresh.rows.length < leastRows) return undefined;
  const known = byId(old.rows);
  // Rows that cannot be told apart by their ids cannot be named by them.
  if (known.size !== old.rows.length || byId(fresh.rows).size !== fresh.rows.length) return undefined;
  const rows = fresh.rows.filter((row) => !isSame(known.get(row.id), row));
  if (rows.length > fresh.rows.length / 4) return undefined;
  const most = Math.min(old.rows.length, fresh.rows.length);
  let at = 0;
  while (at < most && old.rows[at]!.id === fresh.rows[at]!.id) at += 1;
  let tail = 0;
  while (tail < most - at && old.rows.at(-1 - tail)!.id === fresh.rows.at(-1 - tail)!.id) tail += 1;
  const { rows: _, ...beside } = fresh;
  return { ok: true, change: { at, removed: old.rows.length - tail - at, ids: fresh.rows.slice(at, fresh.rows.length - tail).map(({ id }) => id), rows, beside }, meta: now.meta };
}

/** The answer after a change; each row that stayed as it was is the very same. */
export function changed(before: Reply, { change: { at, removed, ids, rows, beside }, meta }: RowsChange): Reply {
  const old = answerOf(before)?.rows ?? [];
  const fresh = byId(rows);
  const kept = byId(old.slice(at, at + removed));
  const stay = (row: Row) => fresh.get(row.id) ?? row;
  const put = ids.flatMap((id) => fresh.get(id) ?? kept.get(id) ?? []);
  return { ok: true, data: { ...beside, rows: [...old.slice(0, at).map(stay), ...put, ...old.slice(at + removed).map(stay)] }, meta };
}

export const isRowsChange = (event: unknown): event is RowsChange => typeof event === 'object' && event !== null && 'change' in event;

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
