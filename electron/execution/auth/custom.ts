import { refuse, scalarText, type Fields } from '../request.ts';
import { authHeader, type Credentials } from './credentials.ts';

/** Headers that the user names, each of them a secret. */
export function custom(credentials: Fields): Credentials {
  const fields = credentials['headers'];
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw refuse('auth', 'Custom authentication has no headers. Add at least one, or choose “none”.');
  }
  const headers = Object.entries(fields).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const text = scalarText(value);
    if (text === undefined) throw refuse('auth', `The value of the header “${name.slice(0, 60)}” is not a text. Write it as one.`);
    return Object.entries(authHeader(name, text));
  });
  return { headers: Object.fromEntries(headers), secrets: headers.map(([, value]) => value) };
}
