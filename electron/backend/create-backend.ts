import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as contract from '../../shared/contract/all.ts';
import type { FailureAlert } from '../../shared/contract/failure-alerts.ts';
import { platformSession, type WireSession } from '../../shared/contract/session-wire.ts';
import { AppError } from '../../shared/errors.ts';
import { guardedText, isGuarded } from '../../shared/rules/read-only.ts';
import { callsOf, parseInput, type Backend } from '../../shared/rpc.ts';
import { keepUploads } from '../execution/kept-uploads.ts';
import { createActivity, logged } from './activity.ts';
import { isAway } from './away.ts';
import { openCache } from './cache.ts';
import { cached, keyOf } from './cached.ts';
import { keepChecking } from './checking.ts';
import { cloning } from './clone-recipe.ts';
import { withDeadline } from './deadline.ts';
import { openDrafts } from './drafts.ts';
import { executingHere } from './execute-here.ts';
import { createFailureAlerts } from './failure-alerts.ts';
import { keepHereCookies } from './here-cookies.ts';
import { hidingSecrets, secretIn } from './hiding.ts';
import type { TokenStore } from './keychain.ts';
import { together } from './local.ts';
import { localAnswers } from './local-answers.ts';
import { createPins } from './pins.ts';
import { platformNews } from './platform-news.ts';
import { supervisePlatform, type PlatformLauncher } from './platform-process.ts';
import { profilesIn } from './profiles.ts';
import { secretFields } from './redact.ts';
import { recipeReads } from './recipe-reads.ts';
import { recipeTexts } from './recipe-texts.ts';
import { remote } from './remote.ts';
import { rereading } from './reread.ts';
import { retrying } from './retry.ts';
import { rowId } from './search-index.ts';
import { isRead, newTrace, type Answered, type Fields } from './send.ts';
import { createSession } from './session.ts';
import { cacheLimitOf, userSettings, type SettingsStore } from './settings.ts';
import { stayCurrent } from './stay-current.ts';
import { platformStream } from './streams.ts';
import { createUploads } from './uploads.ts';
import { createVisibility } from './visibility.ts';
import { marked, runUnderWay } from './waited-runs.ts';
import { createWatch } from './watch.ts';

export interface BackendDeps {
  /** Created if it is not there; the embedded platform's data is in `platform/` below it. */
  readonly dataFolder: string;
  readonly version: string;
  readonly host: 'electron' | 'browser';
  readonly electronVersion: string | null;
  readonly settings: SettingsStore;
  readonly tokens: TokenStore;
  readonly launcher: PlatformLauncher;
  readonly openExternal: (url: string) => Promise<void>;
  /** Tells the user outside of any window; null where the host has no way to, and windows do. */
  readonly alert?: ((alert: FailureAlert) => void) | null;
  /** Milliseconds since the epoch; replaced in tests. */
  readonly now?: () => number;
}

/** One call with all its repetitions ends after this many milliseconds, unless its run is still under way, and a health check after the second. */
const deadline = 60_000;
const checkDeadline = 5000;

/** The backend behind every window: composed once per app, by either host. */
export async function createBackend(deps: BackendDeps): Promise<Backend & { close(): Promise<void> }> {
  const { dataFolder, settings: store, tokens, launcher, openExternal, now = Date.now } = deps;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const calls = callsOf(contract);
  const fieldsOf = secretFields(contract);
  const profiles = profilesIn(store);
  const settings = userSettings(store);
  const visibility = createVisibility();
  const news = platformNews(now);
  const activity = createActivity(fieldsOf);
  const drafts = openDrafts(path.join(dataFolder, 'drafts.db'), now);
  const cache = openCache({
    file: path.join(dataFolder, 'cache.db'),
    limitBytes: cacheLimitOf(settings.all()),
    isSecret: (name) => secretIn(fieldsOf(name)),
    isList: (name) => name.endsWith('.list'),
    now,
  });
  const cookies = keepHereCookies({ file: path.join(dataFolder, 'cookies.db'), tokens, log: (line) => process.stderr.write(`${line}\n`) });
  const platform = supervisePlatform({
    launcher, dataFolder: path.join(dataFolder, 'platform'), key: () => vaultKey(tokens), now,
    tell(said) {
      news.process(said);
      if (said.state === 'ready') void session.check();
    },
  });

  const wire = remote();
  const session = createSession({
    profiles, tokens, platform, openExternal, now,
    async ask(connection, signal) {
      const call = platformSession.calls.get;
      const ask = withDeadline(wire, checkDeadline);
      await connection.baseUrl(signal); // its start takes as long as it takes
      return (await ask(call, {}, { name: 'platformSession.get', signal, connection, trace: newTrace(call) })).data as WireSession;
    },
    remembered: {
      read(profile) {
        const last = cache.read(lastSession(profile));
        return last && { facts: last.data, as_of: last.as_of };
      },
      write: (profile, facts) => cache.write(lastSession(profile), facts, cache.tick()),
      forget: (profile) => cache.wipe(profile, ''),
    },
    tell(said) {
      if (said.type === 'entered') watch.refresh(true);
      if (said.type === 'answered' && said.back) watch.refresh(false);
      if (said.type === 'entered' || (said.type === 'answered' && said.back)) pins.refresh();
      news.session(said, profiles.current());
    },
    wipe(profile, user) {
      for (const of of user === null ? [null] : [user, '']) for (const kept of [cache, drafts, activity, cookies]) kept.wipe(profile, of);
    },
  });

  const kept = keepUploads(path.join(dataFolder, 'uploads'), { now, log: (line) => process.stderr.write(`${line}\n`) });
  const uploads = createUploads({ kept, connection: (signal) => session.connection(signal), wire: withDeadline(wire, deadline) });

  const offline = () => session.state.get().state === 'offline';
  const send = logged(cached(withDeadline(hidingSecrets(rereading(retrying(wire, () => !offline())), fieldsOf), deadline, runUnderWay(withDeadline(wire, checkDeadline))), cache), activity, now);

  /** Sends one call of the contract to the platform in use, and tells those who should know how it went. */
  const ask = async (name: string, input: Fields, signal: AbortSignal): Promise<Answered> => {
    const call = calls.get(name);
    if (call?.kind !== 'call') throw new AppError('unknown_call', `The platform answers no ${name.slice(0, 100)}`);
    if (!isRead(call) && isGuarded(settings.all())) throw new AppError('rejected', guardedText);
    const connection = await session.connection(signal);
    const reader = { profile: connection.profile.id, user: connection.user_id };
    try {
      const answered = await send(call, marked(name, await uploads.carried(name, input, connection, signal)), { name, signal, connection, trace: newTrace(call) });
      if (offline() && answered.meta.source === 'platform') void session.check();
      if (!offline() && answered.meta.source === 'cache') void session.check();
      if (!isRead(call)) {
        const gone = name.endsWith('.remove') ? rowId(input) : undefined;
        if (gone !== undefined) cache.forgetRow(keyOf(reader, name, input), gone);
        const group = name.slice(0, name.indexOf('.'));
        watch.touched(group);
        current.touched(reader, group, input);
        pins.touched(group, input);
      } else if (name === 'workflowRecipes.list' && answered.meta.source === 'platform') {
        texts.listed(reader, input, answered.data);
        pins.listed(name, input, answered.data);
      }
      return answered;
    } catch (error) {
      if (isAway(error) && !offline()) void session.check();
      throw error;
    }
  };

  const watch = createWatch({
    visibility,
    ask: ({ call, input }, signal) => ask(call, input, signal),
    cached({ call, input }) {
      const reader = session.reader();
      return reader && cache.read(keyOf(reader, call, input));
    },
  });
  const current = stayCurrent({ cache, isWatched: (question) => watch.isWatched(question), ask: ({ call, input }, signal) => ask(call, input, signal) });
  const texts = recipeTexts({ cache, ask });
  const pins = createPins({
    kinds: { workflowRecipes: recipeReads }, pins: cache.pins, owner: () => session.reader(), ask, away: offline,
    parse: (name, input) => parseInput(calls.get(name)!, input),
  });
  const checking = keepChecking({ check: () => session.check(), away: offline, wanted: () => news.isFollowed(), visibility });
  const here = executingHere({
    ask, activity, now, uploads, cookies, wire: withDeadline(wire, deadline),
    connection: (signal) => session.connection(signal),
    mayRun() {
      if (isGuarded(settings.all())) throw new AppError('rejected', guardedText);
    },
    sendable: () => sendableIn(settings.all()),
  });
  const failures = createFailureAlerts({
    drafts, offline, ask, now, show: deps.alert ?? null,
    owner: () => (session.state.get().state === 'signed_in' ? session.reader() : null),
    log: (thrown) => process.stderr.write(`Failures of DAGs: ${String(thrown)}\n`),
  });
  const local = together([localAnswers({ deps, calls, profiles, settings, session, platform, news, activity, drafts, cache, texts, watch, visibility }), cloning(ask), here, uploads.local, failures.local, pins.local]);
  session.start();

  return {
    async call(call, input, { name, signal }) {
      if (call.kind === 'call') return ask(name, input, signal);
      const answer = local.calls.get(name);
      if (!answer) throw new AppError('unknown_call', `${name} is not answered here`);
      return { data: await answer(input, { name, signal }), meta: { source: 'platform' } };
    },
    subscribe(stream, input, { name, signal }) {
      if (stream.request) return platformStream(stream, input, { connection: () => session.connection(signal), signal });
      const follow = local.streams.get(name);
      if (!follow) throw new AppError('unknown_call', `${name} is not answered here`);
      return follow(input, { name, signal });
    },
    async close() {
      checking.stop();
      failures.close();
      watch.close();
      current.close();
      texts.close();
      pins.close();
      session.close();
      await platform.stop();
      kept.close();
      cache.close();
      drafts.close();
      cookies.close();
    },
  };
}

/** Folders and files of this computer that the user lets requests carry; none unless they say so. */
function sendableIn({ sendable_folders }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(sendable_folders) ? sendable_folders.filter((folder): folder is string => typeof folder === 'string') : [];
}

/** Under which the cache keeps what the platform said of the session; before anybody knows whose it is. */
const lastSession = (profile: string) => keyOf({ profile, user: '' }, 'platformSession.get', {});

/**
 * The key under which the embedded platform encrypts secrets at rest. It lives in the keychain; without one it lasts as long
 * as this app runs, since a key file beside the data would be the same as no encryption: secrets stored on the embedded
 * platform must then be entered again after a restart, and `app.about` says so.
 */
async function vaultKey(tokens: TokenStore): Promise<string> {
  const kept = await tokens.get('vault-key');
  if (kept && Buffer.from(kept, 'base64').length === 32) return kept;
  const made = randomBytes(32).toString('base64');
  await tokens.set('vault-key', made);
  return made;
}
