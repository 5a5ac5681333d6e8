import { refuse } from '../request.ts';
import { authorization, type Credentials } from './credentials.ts';

/** RFC 7617: in UTF-8, and no colon or control character in the user name. */
export function basic(username: string, password: string): Credentials {
  // oxlint-disable-next-line no-control-regex -- RFC 7617, section 2
  if (/[:\u0000-\u001f\u007f]/.test(username)) throw refuse('auth', 'A user name cannot hold a colon or a control character here. Correct it.');
  // oxlint-disable-next-line no-control-regex -- RFC 7617, section 2
  if (/[\u0000-\u001f\u007f]/.test(password)) throw refuse('auth', 'A password cannot hold a line break or another control character here. Correct it.');
  return authorization('Basic', Buffer.from(`${username}:${password}`, 'utf8').toString('base64'), password);
}
