import { refuse, type Fields } from '../request.ts';
import { authHeader, optional, prefixed, required, type Credentials } from './credentials.ts';

/** A key under a name of the API's own, in the header or in the query. */
export function apiKey(credentials: Fields): Credentials {
  const name = required(credentials, 'name', 'name for its API key');
  const secret = required(credentials, 'value', 'API key');
  const value = prefixed(optional(credentials, 'prefix'), secret);
  const place = optional(credentials, 'in') || 'header';
  if (place === 'query') return { query: { [name]: value }, secrets: [value, secret] };
  if (place !== 'header') throw refuse('auth', `An API key goes in the header or in the query, not in “${place}”.`);
  return { headers: authHeader(name, value), secrets: [value, secret] };
}
