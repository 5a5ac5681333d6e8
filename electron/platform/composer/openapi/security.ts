import type { AuthFields, Problem } from './imported.ts';
import type { References } from './references.ts';
import { entriesOf, field, isTree, listField, step, textField, type Tree } from './tree.ts';

/** Security schemes as kinds of authentication, with the credentials left empty: they are never in a document. */

export interface Security {
  /** Of the whole document. */
  readonly api: AuthFields;
  /** The scheme of the whole document, where it signs in by any. */
  readonly scheme: string | undefined;
  /** Of one operation, or undefined where it is that of the document. */
  of(operation: unknown): AuthFields | undefined;
  /** The scheme of one operation that says so itself. */
  schemeOf(operation: unknown): string | undefined;
  /** What each scheme becomes that is one, and those that are used together. */
  readonly schemes: ReadonlyMap<string, AuthFields>;
}

interface Chosen {
  readonly scheme: string | undefined;
  readonly auth: AuthFields;
}

export const noAuth: AuthFields = { type: 'none', credentials: {} };

export function readSecurity(root: Tree, references: References, problems: Problem[]): Security {
  const v2 = field(root, 'securityDefinitions');
  const described = v2 ?? field(field(root, 'components'), 'securitySchemes');
  const base = v2 === undefined ? '#/components/securitySchemes' : '#/securityDefinitions';
  const kinds = new Map<string, AuthFields>();
  for (const [name, scheme] of entriesOf(described)) kinds.set(name, kindOf(references.resolve(scheme), step(base, name), problems));

  const schemes = new Map([...kinds].filter(([, { type }]) => type !== 'none'));

  /** The first way in that asks for anything; several schemes at once become custom headers where they can. */
  const choose = (requirements: readonly unknown[]): Chosen => {
    const names = requirements.filter(isTree).map((requirement) => Object.keys(requirement)).find((found) => found.length > 0) ?? [];
    const parts = names.map((name) => ({ scheme: name, auth: kinds.get(name) ?? noAuth })).filter(({ auth }) => auth.type !== 'none');
    const all = parts.length > 1 ? together(parts.map(({ auth }) => auth)) : undefined;
    if (!all) return parts[0] ?? { scheme: undefined, auth: noAuth };
    const scheme = parts.map((part) => part.scheme).join(' + ');
    schemes.set(scheme, all);
    return { scheme, auth: all };
  };

  // Without a requirement for the whole document, its only scheme is a better guess than none.
  const said = field(root, 'security');
  const api = choose(Array.isArray(said) ? (said as unknown[]) : kinds.size === 1 ? [{ [[...kinds.keys()][0]!]: [] }] : []);
  const same = JSON.stringify(api.auth);
  // Where nobody says anything, nothing is asked for; but the guess for the document was made for these operations.
  const own = (operation: unknown) => (Array.isArray(field(operation, 'security')) ? choose(listField(operation, 'security')) : undefined);
  return {
    api: api.auth,
    scheme: api.scheme,
    schemes,
    of(operation) {
      const auth = own(operation)?.auth;
      return JSON.stringify(auth) === same ? undefined : auth;
    },
    schemeOf: (operation) => own(operation)?.scheme,
  };
}

function kindOf(scheme: unknown, where: string, problems: Problem[]): AuthFields {
  const type = textField(scheme, 'type');
  const unknown = (what: string): AuthFields => {
    problems.push({ where, message: `${what} is not a kind of authentication that can be sent; set one by hand.` });
    return noAuth;
  };
  switch (type) {
    case 'apiKey':
      return apiKey(textField(scheme, 'name'), textField(scheme, 'in'), unknown);
    case 'basic': // Swagger 2.0
      return { type: 'basic_auth', credentials: { username: '', password: '' } };
    case 'http':
      return http(textField(scheme, 'scheme').toLowerCase(), unknown);
    case 'oauth2':
      return { type: 'oauth2', credentials: flowOf(scheme) };
    case 'openIdConnect': {
      const issuer = textField(scheme, 'openIdConnectUrl').replace(/\/\.well-known\/openid-configuration$/, '').slice(0, 1000);
      return { type: 'oauth2', credentials: issuer === '' ? { access_token: '' } : { grant: 'authorization_code', issuer } };
    }
    default:
      return unknown(type === '' ? 'A scheme without a type' : `“${type.slice(0, 60)}”`);
  }
}

/** The first flow that a program can use, by where its tokens come from; a password is asked for by nobody any more (RFC 9700, section 2.4). */
const grants: Readonly<Record<string, string>> = {
  authorizationCode: 'authorization_code', accessCode: 'authorization_code', clientCredentials: 'client_credentials', application: 'client_credentials', implicit: 'implicit', password: '',
};

/** Swagger 2.0 has one flow, in the scheme itself. A flow that has no grant here is a token that somebody gives. */
function flowOf(scheme: unknown): Record<string, string> {
  const all = field(scheme, 'flows');
  const name = all === undefined ? textField(scheme, 'flow') : (Object.keys(grants).find((one) => isTree(field(all, one))) ?? '');
  const flow = all === undefined ? scheme : field(all, name);
  const grant = Object.hasOwn(grants, name) ? grants[name]! : '';
  const said = {
    grant,
    authorization_url: textField(flow, 'authorizationUrl'), token_url: textField(flow, 'tokenUrl'), refresh_url: textField(flow, 'refreshUrl'),
    scope: entriesOf(field(flow, 'scopes')).map(([name]) => name).filter((name) => !name.startsWith('x-')).join(' '),
  };
  return { ...(grant === '' && { access_token: '' }), ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '' && value.length <= 4000)) };
}

function apiKey(name: string, place: string, unknown: (what: string) => AuthFields): AuthFields {
  if (name === '') return unknown('An API key without a name');
  if (place === 'header' || place === 'query') return { type: 'api_key', credentials: { name, value: '', in: place } };
  if (place === 'cookie') return { type: 'custom', credentials: { headers: { Cookie: `${name}=` } } };
  return unknown(`An API key in “${place.slice(0, 60)}”`);
}

function http(scheme: string, unknown: (what: string) => AuthFields): AuthFields {
  switch (scheme) {
    case 'basic':
      return { type: 'basic_auth', credentials: { username: '', password: '' } };
    case 'bearer':
      return { type: 'bearer_token', credentials: { token: '' } };
    case 'digest':
      return { type: 'digest', credentials: { username: '', password: '' } };
    case 'hawk':
      return { type: 'hawk', credentials: { id: '', key: '', algorithm: 'sha256' } };
    default:
      return unknown(`The HTTP scheme “${scheme.slice(0, 60)}”`);
  }
}

/** API keys that are all sent as headers, such as an id and its secret, as one set of headers. */
function together(parts: readonly AuthFields[]): AuthFields | undefined {
  if (!parts.every(({ type, credentials }) => type === 'api_key' && credentials['in'] === 'header')) return undefined;
  return { type: 'custom', credentials: { headers: Object.fromEntries(parts.map(({ credentials }) => [credentials['name'] as string, ''])) } };
}
