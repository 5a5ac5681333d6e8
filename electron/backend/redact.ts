import type { Contract } from '../../shared/contract/define.ts';
import { isSecretMark, metaOf } from '../../shared/contract/fields.ts';
import { z } from 'zod';

/** Takes secrets out of what is shown, logged, exported or cached. */

export type IsSecret = (name: string) => boolean;

const pattern =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|(?:.*[-_])?api[-_]?key|.*pass(?:word|wd|[-_]?phrase)|.*secret|(?:.*[-_])?token|(?:access|refresh|id|auth|bearer)token|private[-_]?key|pfx|credentials?|code_verifier|client_assertion)$/i;
const harmless = /page|next|cursor|continuation/i;

/** Names are few and asked for often: each is looked at once. */
function remembering(test: IsSecret): IsSecret {
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const secret = test(name);
    if (known.size < 10_000) known.set(name, secret);
    return secret;
  };
}

/** Names that hold secrets wherever they stand, such as `password`, `client_secret` and `X-API-Key`. */
export const isSecretName: IsSecret = remembering((name) => pattern.test(name) && !harmless.test(name));

/** What counts as secret in each group of a contract: the fields that it declares so. */
export function secretFields(contract: Contract): (callName: string) => ReadonlySet<string> {
  const none: ReadonlySet<string> = new Set();
  const groups = new Map(
    Object.entries(contract).map(([name, group]) => {
      const shapes = Object.values(group.calls).map(({ input }) => (input instanceof z.ZodObject ? input.shape : {}));
      if ('fields' in group) shapes.push(group.fields as z.core.$ZodLooseShape);
      const secrets = shapes.flatMap((shape) => Object.entries(shape).filter(([, field]) => metaOf(field as z.ZodType)?.widget === 'secret'));
      return [name, secrets.length === 0 ? none : new Set(secrets.map(([field]) => field))];
    }),
  );
  return (callName) => groups.get(callName.slice(0, callName.indexOf('.'))) ?? none;
}

const mark = { $secret: true } as const;

/** Is the `value` of these fields a secret: of a variable that says so, of a cookie, or of a pair whose name does? */
const hidesValue = (fields: Readonly<Record<string, unknown>>, isSecret: IsSecret): boolean =>
  fields['value'] !== undefined && (fields['secret'] === true || fields['in'] === 'cookie' || (typeof fields['name'] === 'string' && isSecret(fields['name'])));

/** The value with a mark in the place of every secret; what holds none is returned as it is, not copied. */
export function withoutSecrets(value: unknown, isSecret: IsSecret, inside = false): unknown {
  if (typeof value === 'string') return inside && value !== '' ? mark : value;
  if (typeof value !== 'object' || value === null || isSecretMark(value)) return value;
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    const items = value as unknown[];
    for (let index = 0; index < items.length; index++) {
      const next = withoutSecrets(items[index], isSecret, inside);
      if (next !== items[index]) (copy ??= [...items])[index] = next;
    }
    return copy ?? value;
  }
  let copy: Record<string, unknown> | undefined;
  const fields = value as Record<string, unknown>;
  const hides = hidesValue(fields, isSecret);
  // Every answer is walked: pairs made for each object would cost more than the walk.
  for (const name of Object.keys(fields)) {
    const next = withoutSecrets(fields[name], isSecret, inside || isSecret(name) || (hides && name === 'value'));
    if (next !== fields[name]) (copy ??= { ...fields })[name] = next;
  }
  return copy ?? value;
}

const hidden = '•••';

/** A text that holds fields itself, as JSON or as a form, without those that are secret; it may be cut off anywhere. */
function withoutSecretFields(text: string, isSecret: IsSecret): string {
  if (/^\s*[[{]/.test(text)) return text.replaceAll(/("([^"\\\n]{1,80})"\s*:\s*)"(?:[^"\\]|\\.)*"?/g, (whole, start: string, name: string) => (isSecret(name) ? `${start}"${hidden}"` : whole));
  if (!/^[^\s=&]+=\S*$/.test(text)) return text;
  return text.replaceAll(/([^=&]+)=[^&]*/g, (whole, name: string) => (isSecret(name) ? `${name}=${hidden}` : whole));
}

/** JSON text of a value without its secrets, cut off after about `limit` characters; the work is bounded by it, too. */
export function shortJson(value: unknown, limit: number, isSecret: IsSecret): string {
  let text = '';
  const write = (item: unknown, inside: boolean): void => {
    if (text.length > limit) return;
    if (typeof item === 'string') text += JSON.stringify(inside && item !== '' ? hidden : withoutSecretFields(item.slice(0, limit), isSecret));
    else if (typeof item !== 'object' || item === null) text += JSON.stringify(item) ?? 'null';
    else if (Array.isArray(item)) {
      text += '[';
      for (let index = 0; index < item.length && text.length <= limit; index++) {
        if (index > 0) text += ',';
        write(item[index], inside);
      }
      text += ']';
    } else {
      text += '{';
      const hides = hidesValue(item as Record<string, unknown>, isSecret);
      let first = true;
      for (const [name, field] of Object.entries(item)) {
        if (text.length > limit) break;
        if (field === undefined) continue;
        text += `${first ? '' : ','}${JSON.stringify(name)}:`;
        first = false;
        write(field, inside || isSecret(name) || (hides && name === 'value'));
      }
      text += '}';
    }
  };
  write(value, false);
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** Headers without their secrets; of an Authorization its scheme stays. */
export const withoutSecretHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => {
    if (!isSecretName(name)) return [name, value];
    return [name, /authorization/i.test(name) && value.includes(' ') ? `${value.split(' ', 1)[0]} ${hidden}` : hidden];
  }));

/** An address without the secrets in its query. */
export function withoutSecretQuery(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const name of url.searchParams.keys()) if (isSecretName(name)) url.searchParams.set(name, hidden);
  return url.search.includes('%E2%80%A2') ? url.href.replaceAll('%E2%80%A2', '•') : address;
}
