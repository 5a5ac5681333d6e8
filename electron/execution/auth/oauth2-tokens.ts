import { createHash } from 'node:crypto';
import type { FetchPolicy } from '../request.ts';
import type { AccessToken, TokenSource } from './oauth2.ts';
import { fetchClientToken, readClient, type IssuedTokens } from './oauth2-server.ts';
import { singleFlight } from './single-flight.ts';

/** A token is got anew so many milliseconds before it ends, or after nine tenths of a life that is shorter. */
const margin = 30_000;

/** May it still be sent? `since` is when it came. */
export const isFresh = ({ expires_at }: Pick<IssuedTokens, 'expires_at'>, since: number, now: number): boolean =>
  expires_at === undefined || now < expires_at - Math.min(margin, (expires_at - since) / 10);

interface Kept {
  readonly tokens: IssuedTokens;
  readonly issue: string;
  readonly since: number;
}

interface Cache {
  readonly kept: Map<string, Kept>;
  readonly flight: ReturnType<typeof singleFlight<Kept>>;
}

/** They live no longer than their owner, such as the platform that runs. */
const caches = new WeakMap<object, Cache>();
const mostKept = 200;

/**
 * Tokens by client credentials, one per client and set of scopes in each `place` (an environment, whose networks are the
 * way to the server), for all who ask for the same.
 */
export function clientTokens(owner: object, place: string, policy: FetchPolicy, now: () => number): TokenSource {
  const cache = caches.get(owner) ?? { kept: new Map<string, Kept>(), flight: singleFlight<Kept>() };
  caches.set(owner, cache);
  return {
    async token(credentials, refused, signal) {
      const client = readClient(credentials);
      const key = createHash('sha256').update(JSON.stringify([place, client])).digest('base64url');
      const known = cache.kept.get(key);
      if (known && known.issue !== refused?.issue && isFresh(known.tokens, known.since, now())) return tokenOf(known);
      return tokenOf(await cache.flight.run(key, signal, async () => {
        const tokens = await fetchClientToken(client, policy, now);
        const made = { tokens, issue: issueOf(tokens.access_token), since: now() };
        if (cache.kept.size >= mostKept) cache.kept.delete(cache.kept.keys().next().value!);
        cache.kept.set(key, made);
        return made;
      }));
    },
  };
}

/** A name for a token that does not tell it. */
export const issueOf = (token: string): string => createHash('sha256').update(token).digest('base64url').slice(0, 16);

const tokenOf = ({ tokens, issue }: Kept): AccessToken => ({ value: tokens.access_token, issue, renewable: true });

/** One source out of two: connections are asked for by their id, all else of the token endpoint itself. */
export const eitherToken = (connections: TokenSource, clients: TokenSource): TokenSource => ({
  token: (credentials, refused, signal) => (credentials['connection_id'] ? connections : clients).token(credentials, refused, signal),
});
