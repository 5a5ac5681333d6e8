import type { Profile } from '../../shared/contract/app.ts';
import { AppError } from '../../shared/errors.ts';
import type { TokenStore } from './keychain.ts';
import { refreshTokens, type Tokens } from './sign-in.ts';

/** The tokens of one remote profile, kept in the token store and renewed when they run out. */
export interface Credentials {
  /** The access token; throws `unauthorized` where there is none. */
  token(): Promise<string>;
  /** A token other than `stale`; all who ask meanwhile share one refresh. Throws `unauthorized` where that is not possible. */
  renew(stale: string): Promise<string>;
  keep(tokens: Tokens): Promise<void>;
  /** Forgets them everywhere. */
  clear(): Promise<void>;
}

/** A token that ends within this time, in milliseconds, is renewed before it is used. */
const margin = 30_000;

export function credentialsOf(profile: Profile, store: TokenStore, now: () => number): Credentials {
  const account = `profile:${profile.id}`;
  let loaded: Promise<Tokens | null> | null = null;
  let refreshing: Promise<string> | null = null;

  const load = () => (loaded ??= store.get(account).then(readTokens));
  const keep = async (tokens: Tokens) => {
    loaded = Promise.resolve(tokens);
    await store.set(account, JSON.stringify(tokens));
  };
  const clear = async () => {
    loaded = Promise.resolve(null);
    await store.remove(account);
  };

  const refresh = async (refreshToken: string): Promise<string> => {
    try {
      const tokens = await refreshTokens(profile, refreshToken, now);
      await keep(tokens);
      return tokens.access_token;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') await clear();
      throw error;
    } finally {
      refreshing = null;
    }
  };

  const renew = async (stale: string): Promise<string> => {
    const tokens = await load();
    if (tokens && tokens.access_token !== stale) return tokens.access_token;
    if (!tokens?.refresh_token) throw signedOut();
    return (refreshing ??= refresh(tokens.refresh_token));
  };

  return {
    async token() {
      const tokens = await load();
      if (!tokens) throw signedOut();
      const ending = tokens.expires_at !== undefined && tokens.expires_at - now() < margin;
      return ending && tokens.refresh_token ? renew(tokens.access_token) : tokens.access_token;
    },
    renew,
    keep,
    clear,
  };
}

export const signedOut = () => new AppError('unauthorized', 'You are signed out. Sign in to go on.');

/** Tokens as they were kept; an entry that was damaged counts as none, and sign-in is offered. */
function readTokens(kept: string | null): Tokens | null {
  if (kept === null) return null;
  try {
    const tokens = JSON.parse(kept) as Partial<Tokens> | null;
    return typeof tokens?.access_token === 'string' ? (tokens as Tokens) : null;
  } catch {
    return null;
  }
}
