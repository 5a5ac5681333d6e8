import { looksSecret } from '../../../execution/compose/secret-names.ts';
import type { AuthFields, Pair } from './collection.ts';

/** Does a header, or a field, of this name carry a credential? */
export const isSecretHeader = (name: string): boolean => /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i.test(name) || isSecretField(name);

export const isSecretField = (name: string): boolean => looksSecret(name.replaceAll('-', '_').replace(/(?<=[a-z\d])[A-Z]/g, '_$&').toLowerCase());

/**
 * Headers that carry credentials, as the authentication that sends them, so that they are kept as secrets are. The
 * same request goes out; only a scheme that signs each request anew cannot be made of its last answer.
 */
export function authOfHeaders(headers: readonly Pair[]): { readonly auth: AuthFields; readonly problem?: string } | undefined {
  const [first, ...more] = headers;
  if (!first) return undefined;
  if (more.length > 0) return { auth: custom(headers) };
  if (first.name.toLowerCase() !== 'authorization') {
    return { auth: /^cookie$/i.test(first.name) ? custom(headers) : { type: 'api_key', credentials: { name: first.name, value: first.value, in: 'header' } } };
  }
  const [, scheme = '', value = ''] = /^(\S+)[ \t]+(.*)$/s.exec(first.value.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case 'basic':
      return { auth: basic(value) ?? custom(headers) };
    case 'bearer':
      return { auth: { type: 'bearer_token', credentials: { token: value } } };
    case 'digest':
      return { auth: { type: 'digest', credentials: { username: /\busername="([^"]*)"/.exec(value)?.[1] ?? '', password: '' } }, problem: 'Its digest authentication was for one request only; enter the password again.' };
    case 'hawk':
      return { auth: { type: 'hawk', credentials: { id: /\bid="([^"]*)"/.exec(value)?.[1] ?? '', key: '', algorithm: 'sha256' } }, problem: 'Its Hawk authentication was for one request only; enter the key again.' };
    case '':
      return { auth: { type: 'api_key', credentials: { name: first.name, value: first.value, in: 'header' } } };
    default:
      return { auth: { type: 'api_key', credentials: { name: first.name, value, in: 'header', prefix: scheme } } };
  }
}

const custom = (headers: readonly Pair[]): AuthFields => ({ type: 'custom', credentials: { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) } });

function basic(encoded: string): AuthFields | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { type: 'basic_auth', credentials: { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) } };
}
