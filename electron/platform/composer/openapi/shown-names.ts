import type { AuthFields } from './imported.ts';
import { entriesOf, isTree, textField } from './tree.ts';

/** Credentials that say how to sign in and not with what. */
const shown: ReadonlySet<string> = new Set(['name', 'in', 'prefix', 'algorithm', 'scope', 'issuer', 'grant', 'authorization_url', 'token_url', 'refresh_url']);

/** A way to sign in as a document has it: all values empty but those that are no credentials. Undefined where there is none. */
export function shownNames(auth: unknown): AuthFields | undefined {
  if (!isTree(auth) || typeof auth['type'] !== 'string') return undefined;
  const credentials = entriesOf(auth['credentials']).map(([name, value]) => [name, name === 'headers' ? withoutValues(value) : shown.has(name) ? value : ''] as const);
  return { type: auth['type'], credentials: Object.fromEntries(credentials) };
}

/** The names of headers; in that of cookies, theirs. */
const withoutValues = (headers: unknown) =>
  Object.fromEntries(entriesOf(headers).map(([name]) => [name, name.toLowerCase() === 'cookie' ? cookieNames(textField(headers, name)) : '']));

const cookieNames = (cookies: string) => cookies.split(';').map((one) => one.split('=')[0]!.trim()).filter((name) => name !== '').map((name) => `${name}=`).join('; ');
