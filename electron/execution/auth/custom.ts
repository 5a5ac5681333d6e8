import { headerName, headerValue } from '../headers.ts';
import { refuse, scalarText, type Fields } from '../request.ts';
import type { Credentials } from './credentials.ts';

/** Headers that the user names, each of them a secret. */
export function custom(credentials: Fields): Credentials {
  const fields = credentials['headers'];
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw refuse('auth', 'Custom authentication has no headers. Add at least one, or choose “none”.');
  }
  const headers = Object.entries(fields).map(([name, value]) => [headerName(name), headerValue(name, scalarText(value) ?? '')] as const);
  return { headers: Object.fromEntries(headers), secrets: headers.map(([, value]) => value) };
}
