import { z } from 'zod';
import { isSecretMark, metaOf, type Widget } from '../../shared/contract/fields.ts';
import type { Shape } from '../../shared/contract/define.ts';
import { forget, keep, recallKept } from './kept.ts';

/** What is typed into forms, journalled while it is typed, so that neither a crash nor a closed window loses it. */

const draft = z.object({
  values: z.record(z.string(), z.unknown()),
  /** Text in JSON fields that is not JSON yet, by field. */
  texts: z.record(z.string(), z.string()),
  /** The whole form as it is typed as JSON, while that is not JSON yet. */
  twin: z.string().optional(),
  /** The row as it was when editing began; null for a new one. */
  base: z.record(z.string(), z.unknown()).nullable(),
  /** Names of fields whose secrets were typed and are not kept. */
  omitted: z.array(z.string()),
});
export type Draft = z.infer<typeof draft>;
export interface KeptDraft extends Draft {
  readonly saved_at: string;
}

/** Forms that were left by going to another tab: coming back goes on where they were. */
const left = new Set<string>();

export const draftKey = (group: string, id: string | undefined) => `form/${group}/${id ?? 'new'}`;

export const keepDraft = (key: string, value: Draft): void => keep(key, value);

export async function dropDraft(key: string): Promise<void> {
  left.delete(key);
  await forget([key]);
}

export async function recallDraft(key: string): Promise<KeptDraft | undefined> {
  const kept = await recallKept(key, draft);
  return kept && { ...kept.value, saved_at: kept.saved_at };
}

export const leaveOpen = (key: string): void => void left.add(key);
/** True once for a form that was left by going to another tab. */
export const wasLeftOpen = (key: string): boolean => left.delete(key);

/** What holds secrets beside other things: without them, it is not what was typed. */
const nested: ReadonlySet<Widget> = new Set(['json', 'variables', 'network']);
const secretWidgets: ReadonlySet<Widget> = new Set(['secret', 'file', 'auth']);
/** Names a count of tokens, where it is a number. */
const countName = /tokens$/i;
const secretName = /secret|password|passphrase|token|credential|api_?key|private_?key|authorization|^cookie$|^pfx$/i;

/** A value without what may be a credential: drafts lie in clear on this computer. */
function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (typeof value !== 'object' || value === null) return value;
  const { name: own, secret } = value as Readonly<Record<string, unknown>>;
  // A variable says that its value is a secret, a pair by its name.
  const hidesValue = secret === true || (typeof own === 'string' && secretName.test(own));
  return Object.fromEntries(Object.entries(value).filter(([name, inner]) => (!secretName.test(name) || (typeof inner === 'number' && countName.test(name))) && !(hidesValue && name === 'value')).map(([name, inner]) => [name, withoutCredentials(inner)]));
}

/** Strings, also those that end with their line for want of a quote, brackets, marks, and whatever else stands between. */
const part = /"(?:[^"\\\n]|\\.)*"?|[{}[\]:,]|[^\s"{}[\]:,]+/g;

const colon = /\s*:/y;

/** A text that is not JSON yet without what may be a credential. It cannot be parsed, so it is read by its parts. */
export function keepableText(fields: Shape, text: string): { readonly text: string; readonly omitted: readonly string[] } {
  const secretFields = new Set(Object.keys(fields).filter((name) => secretWidgets.has(metaOf(fields[name]!)?.widget ?? 'text')));
  const omitted = new Set<string>();
  /** For each open bracket, the name that makes what is in it a secret. */
  const open: (string | undefined)[] = [];
  let last = '';
  let secret: string | undefined;
  const kept = text.replaceAll(part, (token, offset: number) => {
    if (token === '{' || token === '[') open.push(secret ?? open.at(-1));
    else if (token === '}' || token === ']') open.pop();
    if ('{}[],'.includes(token)) secret = undefined;
    if ('{}[]:,'.includes(token)) return token;
    const hiding = secret ?? open.at(-1);
    const said = token.replaceAll('"', '');
    const after = last;
    last = said;
    colon.lastIndex = offset + token.length;
    const isName = colon.test(text);
    if ((secret === undefined || isName) && (secretFields.has(said) || secretName.test(said))) secret = said;
    if (isName || hiding === undefined || after === '$secret' || said === '') return token;
    omitted.add(hiding);
    return '""';
  });
  return { text: kept, omitted: [...omitted] };
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
    if (widget !== undefined && nested.has(widget) && JSON.stringify(safe) !== JSON.stringify(value)) omitted.push(name);
  }
  return { values: kept, omitted };
}
