import { field, isTree, textField } from '../openapi/tree.ts';
import type { AuthFields, Problem } from './collection.ts';
import { isBasicClient, oauthFrom } from './oauth-client.ts';

/** Postman's kinds of authentication and ours, in both directions. */

const none: AuthFields = { type: 'none', credentials: {} };

/** Undefined where the item has none of its own; `none` where it is sent without. */
export function readPostmanAuth(auth: unknown, where: string, problems: Problem[]): AuthFields | undefined {
  if (!isTree(auth)) return undefined;
  const type = textField(auth, 'type');
  const settings = settingsOf(auth[type]);
  const get = (name: string) => settings.get(name) ?? '';
  switch (type) {
    case 'noauth':
      return none;
    case 'apikey':
      return { type: 'api_key', credentials: { name: get('key'), value: get('value'), in: get('in') === 'query' ? 'query' : 'header' } };
    case 'bearer':
      return { type: 'bearer_token', credentials: { token: get('token') } };
    case 'basic':
      return { type: 'basic_auth', credentials: { username: get('username'), password: get('password') } };
    case 'digest':
      return { type: 'digest', credentials: { username: get('username'), password: get('password') } };
    case 'hawk':
      return { type: 'hawk', credentials: { id: get('authId'), key: get('authKey'), algorithm: get('algorithm') || 'sha256' } };
    case 'jwt':
      return jwt(get, where, problems);
    case 'oauth2':
      return oauthFrom({
        access_token: get('accessToken'), grant: get('grant_type'), authorization_url: get('authUrl'), token_url: get('accessTokenUrl'), client_id: get('clientId'),
        client_secret: get('clientSecret'), scope: get('scope'), in_body: get('client_authentication') === 'body',
      });
    case '':
      return undefined;
    default:
      problems.push({ where, message: `The authentication “${type.slice(0, 60)}” cannot be sent; choose another.` });
      return none;
  }
}

function jwt(get: (name: string) => string, where: string, problems: Problem[]): AuthFields {
  if (get('addTokenTo') === 'queryParam') problems.push({ where, message: 'Its JWT goes into the query; here it is sent as a bearer token.' });
  if (get('isSecretBase64Encoded') === 'true') problems.push({ where, message: 'The key of its JWT is base64; enter the key that it stands for.' });
  let claims: unknown;
  try {
    claims = JSON.parse(get('payload') || '{}');
  } catch {
    problems.push({ where, message: 'The claims of its JWT are not valid JSON and are left out.' });
  }
  return { type: 'jwt', credentials: { claims: isTree(claims) ? claims : {}, key: get('secret') || get('privateKey'), algorithm: get('algorithm') || 'HS256' } };
}

/** Format 2.1 has a list of keys and values, format 2.0 an object. */
function settingsOf(settings: unknown): Map<string, string> {
  const pairs: (readonly [string, unknown])[] = Array.isArray(settings)
    ? (settings as unknown[]).map((one) => [textField(one, 'key'), field(one, 'value')] as const)
    : isTree(settings) ? Object.entries(settings) : [];
  return new Map(pairs.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value ?? '')]));
}

/** As a collection has it; undefined for what Postman has no kind for, which goes as headers. */
export function postmanAuth({ type, credentials }: AuthFields): object | undefined {
  const text = (name: string) => (typeof credentials[name] === 'string' ? credentials[name] : '');
  switch (type) {
    case 'none':
      return { type: 'noauth' };
    case 'api_key':
      return of('apikey', { key: text('name'), value: prefixed(text('prefix'), text('value')), in: text('in') || 'header' });
    case 'bearer_token':
      return of('bearer', { token: text('token') });
    case 'basic_auth':
      return of('basic', { username: text('username'), password: text('password') });
    case 'digest':
      return of('digest', { username: text('username'), password: text('password') });
    case 'hawk':
      return of('hawk', { authId: text('id'), authKey: text('key'), algorithm: text('algorithm') || 'sha256' });
    case 'jwt':
      if (credentials['token'] !== undefined) return of('bearer', { token: text('token') });
      return of('jwt', { algorithm: text('algorithm') || 'HS256', secret: text('key'), payload: JSON.stringify(credentials['claims'] ?? {}), addTokenTo: 'header', headerPrefix: 'Bearer' });
    case 'oauth2':
      if (text('grant') === 'client_credentials') {
        return of('oauth2', {
          grant_type: 'client_credentials', accessTokenUrl: text('token_url'), clientId: text('client_id'), clientSecret: text('client_secret'), scope: text('scope'),
          client_authentication: text('client_auth') === 'post' ? 'body' : 'header', addTokenTo: 'header',
        });
      }
      if (isBasicClient(credentials)) return of('basic', { username: text('client_id'), password: text('client_secret') });
      return of('oauth2', { accessToken: text('access_token'), tokenType: 'Bearer', addTokenTo: 'header' });
    default:
      return undefined;
  }
}

const of = (kind: string, settings: Readonly<Record<string, string>>) => ({ type: kind, [kind]: Object.entries(settings).map(([key, value]) => ({ key, value, type: 'string' })) });

/** As the engine joins them. */
export const prefixed = (prefix: string, value: string): string => (prefix === '' || /[\s=:]$/.test(prefix) ? prefix + value : `${prefix} ${value}`);
