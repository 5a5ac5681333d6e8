import type { Hop } from '../redirects.ts';
import type { ResponseHeaders } from '../request.ts';
import type { Credentials, SignedAnswer } from './credentials.ts';

/** What the credentials need to see of an answer. */
interface Answer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  discard(): void;
}

/** The credentials' part in one execution. Once a redirect leaves their origin, nothing is signed, answered or verified any more [F-4]. */
export function authenticated(credentials: Credentials, origin: string, signal: AbortSignal) {
  const { signer } = credentials;
  const secrets = [...credentials.secrets];
  const notices = new Set<string>();
  let attempts = 1;
  let left = false;
  const signed = async (hop: Hop): Promise<Hop> => {
    const { headers = {}, secrets: more } = await signer!.sign(hop, signal);
    secrets.push(...more);
    return { ...hop, headers: new Map([...hop.headers, ...Object.entries(headers)]) };
  };
  return {
    /** All secrets so far, with those that signing derived. */
    secrets,
    notices,
    /** How often the request was sent, not counting redirects: one more for each challenge that was answered. */
    attempts: () => attempts,
    /** Signs and sends a hop; on a challenge that can be answered, once more. */
    async send<A extends Answer>(hop: Hop, send: (hop: Hop) => Promise<A>): Promise<A> {
      left ||= hop.url.origin !== origin;
      if (!signer || left) return send(hop);
      const answer = await send(await signed(hop));
      if (answer.status !== 401 || !signer.challenged?.(hop, answer.headers)) return answer;
      answer.discard();
      attempts += 1;
      return send(await signed(hop));
    },
    /** Has an answer that stands verified: `bytes` is its whole body, or null. */
    verify(hop: Hop, answer: Pick<SignedAnswer, 'status' | 'headers'>, bytes: Uint8Array | null): void {
      if (left) return;
      const notice = signer?.verify?.(hop, { status: answer.status, headers: answer.headers, bytes });
      // A redirect's body is never read, which is nothing to tell.
      if (notice !== undefined && !(answer.status >= 300 && answer.status < 400)) notices.add(notice);
    },
  };
}
