import { z } from 'zod';
import { isSecretMark, metaOf, type Widget } from '../../shared/contract/fields.ts';
import type { Shape } from '../../shared/contract/define.ts';
import { api } from '../api/client.ts';
import { reportError } from './problems.ts';

/** What is typed into forms, journalled while it is typed, so that neither a crash nor a closed window loses it. */

const draft = z.object({
  values: z.record(z.string(), z.unknown()),
  /** Text in JSON fields that is not JSON yet, by field. */
  texts: z.record(z.string(), z.string()),
  /** The row as it was when editing began; null for a new one. */
  base: z.record(z.string(), z.unknown()).nullable(),
  /** Names of fields whose secrets were typed and are not kept. */
  omitted: z.array(z.string()),
});
export type Draft = z.infer<typeof draft>;
export interface KeptDraft extends Draft {
  readonly saved_at: string;
}

/** A draft is written this long after the last key, in milliseconds: at most half a second of typing can be lost. */
const pause = 300;
const waiting = new Map<string, { draft: Draft; timer: ReturnType<typeof setTimeout> }>();

/** Forms that were left by going to another tab: coming back goes on where they were. */
const left = new Set<string>();

export const draftKey = (group: string, id: string | undefined) => `form/${group}/${id ?? 'new'}`;

async function put(key: string, value: Draft): Promise<void> {
  const reply = await api.drafts.put({ key, value });
  if (!reply.ok) reportError('Drafts', reply.error);
}

export function keepDraft(key: string, value: Draft): void {
  clearTimeout(waiting.get(key)?.timer);
  const timer = setTimeout(() => {
    waiting.delete(key);
    void put(key, value);
  }, pause);
  waiting.set(key, { draft: value, timer });
}

/** Writes at once what still waits. */
export function keepDraftsNow(): void {
  for (const [key, { draft, timer }] of waiting) {
    clearTimeout(timer);
    void put(key, draft);
  }
  waiting.clear();
}

export async function dropDraft(key: string): Promise<void> {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
  left.delete(key);
  const reply = await api.drafts.remove({ key });
  if (!reply.ok) reportError('Drafts', reply.error);
}

export async function recallDraft(key: string): Promise<KeptDraft | undefined> {
  const reply = await api.drafts.list({ prefix: key });
  if (!reply.ok) {
    reportError('Drafts', reply.error);
    return undefined;
  }
  const entry = reply.data.entries.find((entry) => entry.key === key);
  const parsed = draft.safeParse(entry?.value);
  return entry && parsed.success ? { ...parsed.data, saved_at: entry.updated_at } : undefined;
}

export const leaveOpen = (key: string): void => void left.add(key);
/** True once for a form that was left by going to another tab. */
export const wasLeftOpen = (key: string): boolean => left.delete(key);

const secretWidgets: ReadonlySet<Widget> = new Set(['secret', 'file', 'auth']);
const secretName = /secret|password|passphrase|token|credential|api_?key|private_?key|authorization/i;

/** A value without what may be a credential: drafts lie in clear on this computer. */
function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !secretName.test(name)).map(([name, inner]) => [name, withoutCredentials(inner)]));
}

/** What of a form may be kept, and the names of the fields that are left out. */
export function keepable(fields: Shape, values: Readonly<Record<string, unknown>>): Pick<Draft, 'values' | 'omitted'> {
  const kept: Record<string, unknown> = {};
  const omitted: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const schema = fields[name];
    const widget = schema && metaOf(schema)?.widget;
    if (widget && secretWidgets.has(widget)) {
      if (value !== undefined && value !== null && value !== '' && !isSecretMark(value)) omitted.push(name);
      continue;
    }
    const safe = withoutCredentials(value);
    kept[name] = safe;
    if ((widget === 'json' || widget === 'auth') && JSON.stringify(safe) !== JSON.stringify(value)) omitted.push(name);
  }
  return { values: kept, omitted };
}
