import { scalarText } from '../../../execution/request.ts';
import { isPublicName } from '../../../execution/compose/secret-names.ts';
import { isTree } from '../openapi/tree.ts';
import type { AuthFields } from './collection.ts';
import { isSecretField, isSecretHeader } from './secret-headers.ts';
import { variablesIn } from './variables.ts';

/** Secrets as `{{placeholders}}`: what leaves the platform in a file or in a piece of code never holds one. */
export interface Placeholders {
  /** The placeholder of a secret: always the same for the same one, and named after what it is. */
  of(secret: string, wanted: string): string;
  /** Authentication with each of its secrets replaced. */
  auth(auth: AuthFields): AuthFields;
  /** The value of a header or a field, replaced where its name says that it is a credential. */
  field(name: string, value: unknown): unknown;
  /** What else may hold a secret that is known by now, in any text of it; and fields that are credentials by name. */
  hide(value: unknown): unknown;
  /** All names that were given, in their order. */
  names(): string[];
}

/** Below this length a secret is not looked for in texts: it would hide parts of ordinary words. */
const shortest = 6;

export function createPlaceholders(): Placeholders {
  const bySecret = new Map<string, string>();
  const used = new Set<string>();
  let forms: (readonly [known: readonly string[], placeholder: string])[] = [];

  function nameFor(secret: string, wanted: string): string {
    const known = bySecret.get(secret);
    if (known !== undefined) return known;
    const slug = slugOf(wanted);
    let name = slug;
    for (let count = 2; used.has(name); count += 1) name = `${slug}_${count}`;
    used.add(name);
    bySecret.set(secret, name);
    return name;
  }
  // One that is a placeholder already, because its owner wrote it so, stands.
  const of = (secret: string, wanted: string) => (/^\{\{[^{}]+\}\}$/.test(secret) ? secret : `{{${nameFor(secret, wanted)}}}`);

  const credential = (type: string, name: string, value: unknown): unknown => {
    if (isTree(value)) return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, type === 'custom' && one !== '' ? replaced(inner, one) : credential(type, inner, one)]));
    const text = scalarText(value);
    if (text === undefined || isPublicName(name)) return value;
    const wanted = names[`${type}.${name}`] ?? name;
    if (text !== '') return of(text, wanted);
    // What is still to be entered is asked for, too; but a user may have no password.
    return name === 'password' ? '' : `{{${nameFor(`\0${wanted}`, wanted)}}}`;
  };
  /** A scheme stays, so that whoever fills it in sees what is asked for. */
  const replaced = (name: string, value: unknown): unknown => {
    const text = scalarText(value);
    if (text === undefined || text === '' || variablesIn(text).length > 0) return value;
    const [, scheme = '', rest = text] = /^authorization$/i.test(name) ? (/^(\w+\s+)(.+)$/s.exec(text) ?? []) : [];
    return `${scheme}${of(rest, name)}`;
  };
  const hideText = (text: string): string => {
    if (forms.length !== bySecret.size) forms = [...bySecret].toSorted(([one], [other]) => other.length - one.length).map(([secret, name]) => [formsOf(secret), `{{${name}}}`]);
    let left = text;
    for (const [known, placeholder] of forms) for (const form of known) left = left.replaceAll(form, placeholder);
    return left;
  };

  const placeholders: Placeholders = {
    of,
    auth: ({ type, credentials }) => {
      const hidden = Object.entries(credentials).map(([name, value]) => [name, type !== 'jwt' || name !== 'claims' ? credential(type, name, value) : value]);
      return { type, credentials: Object.fromEntries(hidden) as AuthFields['credentials'] };
    },
    field: (name, value) => (isSecretHeader(name) ? replaced(name, value) : value),
    hide(value) {
      if (typeof value === 'string') return hideText(value);
      if (Array.isArray(value)) return (value as unknown[]).map((inner) => placeholders.hide(inner));
      if (!isTree(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isSecretField(name) && scalarText(inner) !== undefined ? replaced(name, inner) : placeholders.hide(inner)]));
    },
    names: () => [...used],
  };
  return placeholders;
}

/** As a secret stands in texts: plain, percent-encoded and JSON-escaped; a short one would be found in ordinary words. */
const formsOf = (secret: string): string[] =>
  (secret.length < shortest || secret.startsWith('\0') ? [] : [...new Set([secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)])]);

/** What a secret is called where its field's own name says too little. */
const names: Readonly<Record<string, string>> = { 'api_key.value': 'api_key', 'hawk.key': 'hawk_key', 'jwt.key': 'jwt_key', 'jwt.token': 'jwt' };

export const slugOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 60) || 'secret';
