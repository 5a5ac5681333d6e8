import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';
import type { Hop } from '../redirects.ts';
import { refuse, type Fields } from '../request.ts';
import { challengesOf, paramsOf } from './challenges.ts';
import { authorization, optional, required, type Credentials, type Signer, type SignedAnswer } from './credentials.ts';
import { digestAnswer, digestHash, digestProof, strongestDigest, type DigestChallenge, type DigestUse } from './digest-response.ts';
import { DigestSessions, type DigestSession } from './digest-sessions.ts';
import { hashBody } from './hash-body.ts';

const accepted = new DigestSessions();

/** RFC 7616, and RFC 2069 for servers that offer no `qop`. The password goes over no wire, and never as Basic. */
export function digest(credentials: Fields): Credentials {
  const username = required(credentials, 'username', 'user name');
  const password = optional(credentials, 'password');
  // oxlint-disable-next-line no-control-regex -- a quoted string cannot carry them (RFC 9110, section 5.6.4)
  if (/[\u0000-\u001f\u007f]/.test(username)) throw refuse('auth', 'A user name cannot hold a line break or another control character here. Correct it.');
  return { secrets: [password], signer: digestSigner(username, password) };
}

interface Sent {
  readonly session: DigestSession;
  /** As it stood when the request was signed: answers of other requests may renew the session's own meanwhile. */
  readonly challenge: DigestChallenge;
  readonly use: DigestUse;
}

function digestSigner(username: string, password: string): Signer {
  let fresh: DigestSession | undefined;
  let sent: Sent | undefined;
  return {
    async sign(hop, signal) {
      const session = fresh ?? accepted.find(hop.url, username);
      sent = undefined;
      if (!session) return { secrets: [] };
      const { challenge, cnonce } = session;
      const use = { username, password, cnonce, count: (session.count += 1) };
      sent = { session, challenge, use };
      const body_hash = challenge.qop === 'auth-int' ? (await hashBody(digestHash(challenge), hop.body, signal)).digest('hex') : '';
      const { value, response } = digestAnswer(challenge, { method: hop.method, uri: uriOf(hop), body_hash }, use);
      return authorization('Digest', value, response);
    },
    challenged(hop, headers) {
      const challenge = strongestDigest(challengesOf(headers['www-authenticate']));
      // The same nonce once more, and not because it is old: it is the password that was refused.
      if (!challenge || (sent && sent.challenge.nonce === challenge.nonce && !challenge.stale)) return false;
      if (sent) accepted.forget(hop.url, username, sent.session);
      fresh = { challenge, cnonce: randomBytes(16).toString('hex'), count: 0 };
      return true;
    },
    verify(hop, answer) {
      fresh = undefined;
      if (answer.status === 401) return refusal(answer, sent !== undefined);
      if (!sent) return undefined;
      accepted.keep(hop.url, username, sent.session);
      return proven(hop, answer, sent);
    },
  };
}

const uriOf = ({ url }: Hop) => url.pathname + url.search;

/** Why a 401 stands, where that is not plain. */
function refusal({ headers }: SignedAnswer, answered: boolean): string | undefined {
  if (answered) return undefined;
  const schemes = challengesOf(headers['www-authenticate']).map(({ scheme, params }) => [scheme, params.get('algorithm')].filter(Boolean).join(' '));
  return `The target asks for ${schemes.join(', ') || 'no authentication that it names'}, which Digest cannot answer, so no user name was sent. Choose another authentication.`;
}

/** Takes up `Authentication-Info` (RFC 7616, section 3.5): the server's own proof, and its next nonce. */
function proven(hop: Hop, { headers, bytes }: SignedAnswer, { session, challenge, use }: Sent): string | undefined {
  const info = paramsOf(headers['authentication-info']);
  const [nonce, claimed] = [info.get('nextnonce'), info.get('rspauth')];
  // The key of a `-sess` session belongs to its first nonce.
  if (nonce !== undefined && !/-sess$/i.test(challenge.algorithm ?? '')) Object.assign(session, { challenge: { ...challenge, nonce }, count: 0 });
  if (claimed === undefined || challenge.qop === undefined) return undefined;
  const whole = challenge.qop !== 'auth-int' || (bytes !== null && headers['content-encoding'] === undefined);
  if (!whole) return 'The target’s proof of its answer (rspauth) could not be checked, because the answer is compressed or was not kept whole.';
  const body_hash = digestHash(challenge).update(bytes ?? '').digest('hex');
  if (claimed.toLowerCase() === digestProof(challenge, { method: '', uri: uriOf(hop), body_hash }, use)) return undefined;
  throw new AppError('bad_answer', 'The answer’s proof (rspauth) is wrong: it does not come from a server that knows the password. Check the address and the network.');
}
