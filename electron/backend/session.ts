import type { Profile, SessionState } from '../../shared/contract/app.ts';
import type { WireSession } from '../../shared/contract/session-wire.ts';
import { AppError } from '../../shared/errors.ts';
import { isAway } from './away.ts';
import { cell, type Cell } from './cell.ts';
import { credentialsOf, signedOut, type Credentials } from './credentials.ts';
import type { TokenStore } from './keychain.ts';
import { closeNetwork } from './network.ts';
import type { PlatformProcess } from './platform-process.ts';
import type { Profiles } from './profiles.ts';
import type { Connection } from './send.ts';
import { readSession, type SessionFacts } from './session-answer.ts';
import { signInWithBrowser } from './sign-in.ts';

/** Who works where: the profile in use, its tokens, and what the platform says of the user. */
export interface Session {
  readonly state: Cell<SessionState>;
  /** The way to the platform for one call; waits while the session starts. Throws `unauthorized` where nobody is signed in. */
  connection(signal: AbortSignal): Promise<Connection>;
  /** Profile and user to whom drafts and the log belong, or null; a session that ran out is still theirs. */
  owner(): { profile: string; user: string } | null;
  /** The same, while their cached rows may be shown: not after the session ran out. */
  reader(): { profile: string; user: string } | null;
  select(id: string): void;
  /** Deletes a connection with all that was kept of it. */
  forget(id: string): Promise<void>;
  signIn(token: string | undefined, signal: AbortSignal): Promise<SessionState>;
  signOut(): Promise<SessionState>;
  /** Asks the platform who the user is, and so whether it answers at all; all who ask meanwhile share one question. */
  check(): Promise<void>;
  /** Enters the profile that was in use last. */
  start(): void;
  close(): void;
}

/** What the rest of the backend hears of it. */
export type SessionNews =
  | { readonly type: 'entered' } // another profile, or another user
  | { readonly type: 'answered'; readonly latency_ms: number; readonly back: boolean }
  | { readonly type: 'missed' };

export interface SessionDeps {
  readonly profiles: Profiles;
  readonly tokens: TokenStore;
  readonly platform: PlatformProcess;
  /** Sends the session call over this connection. */
  readonly ask: (connection: Connection, signal: AbortSignal) => Promise<WireSession>;
  /** What the platform said last, for a start without it. */
  readonly remembered: {
    read(profile: string): { facts: unknown; as_of: string } | null;
    write(profile: string, facts: unknown): void;
    forget(profile: string): void;
  };
  readonly tell: (news: SessionNews) => void;
  /** Forgets what was kept of a user on a profile, or of all its users. */
  readonly wipe: (profile: string, user: string | null) => void;
  readonly openExternal: (url: string) => Promise<void>;
  readonly now: () => number;
}

/** One stay on one profile, from its start to sign-out or switch. */
interface Stay {
  readonly profile: Profile;
  readonly credentials: Credentials;
  readonly ended: AbortController;
  started: Promise<void>;
  checking: Promise<void> | null;
  user: string;
  /** Why the platform's answer makes no session, where that is not a 401. */
  refused: AppError | null;
}

export function createSession(deps: SessionDeps): Session {
  const { profiles, tokens, platform, ask, remembered, wipe, openExternal, now } = deps;
  const nobody = { user: null, tenants: [], permissions: {}, as_of: null, problem: null };
  const state = cell<SessionState>({ profile: null, state: 'none', ...nobody, token_store: { kind: 'memory', reason: null } });
  const tell = (news: Partial<SessionState>) => state.set({ ...state.get(), ...news });
  let stay: Stay | null = null;
  let signingIn: AbortController | null = null;
  void tokens.status().then((token_store) => tell({ token_store }));

  /** How long a call waits for the embedded platform, in milliseconds: the less, the more there is to show meanwhile. */
  const patience = () => (state.get().state === 'offline' ? 500 : state.get().user ? 5000 : 30_000);
  const connectionOf = (of: Stay, renew: Connection['renew']): Connection => ({
    profile: of.profile,
    user_id: of.user,
    ended: of.ended.signal,
    baseUrl: async (signal) => of.profile.base_url ?? (await platform.ready(signal, patience())).url,
    token: () => of.credentials.token(),
    renew,
  });

  const isCurrent = (of: Stay) => stay === of && !of.ended.signal.aborted;

  const learn = (of: Stay, answer: WireSession) => {
    const facts = readSession(answer);
    of.user = facts.user?.id ?? '';
    tell({ ...facts, state: 'signed_in', as_of: null, problem: null });
    remembered.write(of.profile.id, facts);
  };

  /** Only a 401 ends a session. What else goes wrong leaves the last known in place, where there is any. */
  const miss = (of: Stay, error: AppError) => {
    const before = state.get();
    of.refused = null;
    if (error.code === 'unauthorized') tell({ ...nobody, state: 'signed_out' });
    else if (before.state === 'signed_in') {
      if (isAway(error)) tell({ state: 'offline', as_of: new Date(now()).toISOString(), problem: words(error) });
    } else if (isAway(error) || of.user !== '') tell({ state: 'offline', problem: words(error) });
    else {
      of.refused = error;
      tell({ ...nobody, state: 'signed_out', problem: error.message });
    }
    deps.tell({ type: 'missed' });
  };

  const check = async (of: Stay): Promise<void> => {
    try {
      const connection = connectionOf(of, (stale) => of.credentials.renew(stale));
      await connection.baseUrl(of.ended.signal); // so that the start of a platform does not count as its latency
      const since = performance.now();
      const answer = await ask(connection, of.ended.signal);
      if (!isCurrent(of)) return;
      const back = state.get().state !== 'signed_in';
      learn(of, answer);
      deps.tell({ type: 'answered', latency_ms: performance.now() - since, back });
    } catch (error) {
      if (!isCurrent(of)) return;
      miss(of, error instanceof AppError ? error : new AppError('internal', String(error), { cause: error }));
    }
  };
  const checkOnce = (of: Stay): Promise<void> =>
    (of.checking ??= check(of).finally(() => {
      of.checking = null;
    }));

  /** A 401 may be the session's end, or about something else, such as an OAuth connection: the session call tells. */
  const renewFor = (of: Stay) => async (stale: string) => {
    const before = await of.credentials.token();
    if (before !== stale) return before;
    await checkOnce(of);
    if (state.get().state === 'signed_out') throw signedOut();
    const after = await of.credentials.token();
    return after === stale ? null : after;
  };

  const enter = (profile: Profile, start: (of: Stay) => Promise<void>): Stay => {
    leave('The connection was changed');
    const credentials = profile.kind === 'embedded' ? ownToken(platform, patience) : credentialsOf(profile, tokens, now);
    // What was known last stands until the platform answers, so that what is cached shows at once.
    const last = remembered.read(profile.id);
    const facts = last?.facts as SessionFacts | undefined;
    const entered: Stay = {
      profile, credentials, ended: new AbortController(), started: Promise.resolve(), checking: null, user: facts?.user?.id ?? '', refused: null,
    };
    stay = entered;
    tell({ ...nobody, ...facts, as_of: last?.as_of ?? null, profile, state: 'starting' });
    deps.tell({ type: 'entered' });
    entered.started = start(entered);
    return entered;
  };

  const leave = (why: string) => {
    stay?.ended.abort(new AppError('cancelled', why));
    if (stay) closeNetwork(stay.profile);
    stay = null;
  };

  const signInAgain = async (profile: Profile, token: string | undefined, signal: AbortSignal): Promise<SessionState> => {
    if (profile.kind === 'remote') {
      const given = token === undefined ? await signInWithBrowser({ profile, openExternal, signal, now }) : { access_token: token.trim() };
      await credentialsOf(profile, tokens, now).keep(given);
      remembered.forget(profile.id);
    }
    const entered = enter(profile, checkOnce);
    await entered.started;
    const reached = state.get();
    if (reached.state !== 'signed_out') return reached;
    await entered.credentials.clear();
    throw entered.refused ?? new AppError('unauthorized', 'The platform does not take this token. Sign in again, or paste another one.');
  };

  return {
    state,
    async connection(signal) {
      const here = stay;
      if (!here) throw new AppError('unauthorized', 'Choose where to work first.');
      await orAborted(here.started, signal);
      if (!isCurrent(here)) throw new AppError('cancelled', 'The connection was changed');
      if (state.get().state === 'signed_out') throw signedOut();
      return connectionOf(here, renewFor(here));
    },
    reader: () => (stay && state.get().state !== 'signed_out' ? { profile: stay.profile.id, user: stay.user } : null),
    owner: () => (stay ? { profile: stay.profile.id, user: stay.user } : null),
    select(id) {
      enter(profiles.select(id), checkOnce);
    },
    async forget(id) {
      const profile = profiles.find(id);
      profiles.remove(id);
      if (stay?.profile.id === id) {
        leave('The connection was deleted');
        tell({ ...nobody, profile: null, state: 'none' });
      }
      wipe(id, null);
      await credentialsOf(profile, tokens, now).clear();
    },
    async signIn(token, signal) {
      const profile = profiles.current();
      if (!profile) throw new AppError('invalid_input', 'Choose where to work first.');
      signingIn?.abort(new AppError('cancelled', 'Another sign-in was begun'));
      signingIn = new AbortController();
      return signInAgain(profile, token, AbortSignal.any([signal, signingIn.signal]));
    },
    async signOut() {
      const here = stay;
      if (!here) return state.get();
      const { profile, user, credentials } = here;
      enter(profile, () => Promise.resolve()).user = '';
      tell({ ...nobody, state: 'signed_out' });
      await credentials.clear();
      wipe(profile.id, user);
      return state.get();
    },
    check: async () => {
      if (stay && state.get().state !== 'signed_out') await checkOnce(stay);
    },
    start() {
      const profile = profiles.current();
      if (profile) enter(profile, checkOnce);
    },
    close: () => leave('Trellis is closing'),
  };
}

/** The embedded platform's token of this run: nothing to keep, nothing to renew. */
const ownToken = (platform: PlatformProcess, patience: () => number): Credentials => {
  const token = async () => (await platform.ready(new AbortController().signal, patience())).token;
  return { token, renew: token, keep: () => Promise.resolve(), clear: () => Promise.resolve() };
};

const words = (error: AppError) => (typeof error.details === 'string' ? error.details : error.message);

/** The work, or the signal's reason if that comes first. */
async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: done.signal });
  });
  try {
    signal.throwIfAborted();
    await Promise.race([work, aborted]);
  } finally {
    done.abort();
  }
}
