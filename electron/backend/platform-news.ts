import type { PlatformState, Profile } from '../../shared/contract/app.ts';
import { cell } from './cell.ts';
import type { PlatformNews } from './platform-process.ts';
import type { SessionNews } from './session.ts';

/** What the user sees of the platform in use: whether it answers, how fast, and what happened to its process. */
export interface News {
  /** From the supervision of the embedded platform; said only while that is the one in use. */
  process(said: PlatformNews): void;
  /** From the session's own calls. */
  session(said: SessionNews, profile: Profile | null): void;
  follow(signal: AbortSignal): AsyncGenerator<PlatformState>;
  /** Somebody looks at it. */
  isFollowed(): boolean;
}

export function platformNews(now: () => number): News {
  const none: PlatformState = { state: 'starting', url: null, latency_ms: null, notice: null, as_of: new Date(now()).toISOString() };
  const state = cell(none);
  let current: Profile | null = null;
  let last: PlatformNews | null = null;
  let followers = 0;
  const set = (said: Partial<PlatformState>) => state.set({ ...state.get(), ...said, as_of: new Date(now()).toISOString() });

  return {
    process(said) {
      last = said;
      // What was said of a restart stays until there is something else to say.
      if (current === null || current.kind === 'embedded') set({ ...said, latency_ms: null });
    },
    session(said, profile) {
      current = profile;
      if (said.type === 'entered') set(profile?.kind === 'embedded' && last ? { ...last, latency_ms: null } : { ...none, url: profile?.base_url ?? null });
      else if (said.type === 'answered') set({ state: 'ready', latency_ms: said.latency_ms });
      else if (state.get().state === 'ready' || profile?.kind === 'remote') set({ state: 'unreachable', latency_ms: null });
    },
    async *follow(signal) {
      followers++;
      try {
        yield* state.follow(signal);
      } finally {
        followers--;
      }
    },
    isFollowed: () => followers > 0,
  };
}
