import * as contract from '../../shared/contract/app.ts';
import type { AnyCall } from '../../shared/contract/define.ts';
import { AppError } from '../../shared/errors.ts';
import { parseInput } from '../../shared/rpc.ts';
import type { Activity } from './activity.ts';
import type { Cache } from './cache.ts';
import type { BackendDeps } from './create-backend.ts';
import type { Drafts } from './drafts.ts';
import { harOf } from './har.ts';
import { answers, together, type Local } from './local.ts';
import type { News } from './platform-news.ts';
import type { PlatformProcess } from './platform-process.ts';
import type { Profiles } from './profiles.ts';
import type { RecipeTexts } from './recipe-texts.ts';
import { isRead } from './send.ts';
import { sendableProblem } from './sendable-folder.ts';
import type { Session } from './session.ts';
import { cacheLimitOf, type Settings } from './settings.ts';
import type { Visibility } from './visibility.ts';
import type { Watch } from './watch.ts';

interface Parts {
  readonly deps: Pick<BackendDeps, 'version' | 'host' | 'electronVersion' | 'dataFolder' | 'tokens'>;
  readonly calls: ReadonlyMap<string, AnyCall>;
  readonly profiles: Profiles;
  readonly settings: Settings;
  readonly session: Session;
  readonly platform: PlatformProcess;
  readonly news: News;
  readonly activity: Activity;
  readonly drafts: Drafts;
  readonly cache: Cache;
  readonly texts: Pick<RecipeTexts, 'settled'>;
  readonly watch: Watch;
  readonly visibility: Visibility;
}

/** Everything that the backend answers by itself, by group of the contract. */
export function localAnswers({ deps, calls, profiles, settings, session, platform, news, activity, drafts, cache, texts, watch, visibility }: Parts): Local {
  /** Before anybody signed in, and on the first page, what is kept belongs to nobody. */
  const owner = () => session.owner() ?? { profile: '', user: '' };

  return together([
    answers('profiles', contract.profiles, {
      list: () => ({ profiles: [...profiles.list()], current: profiles.current()?.id ?? null }),
      save(given) {
        const saved = profiles.save(given);
        if (profiles.current()?.id === saved.id) session.select(saved.id);
        return saved;
      },
      async remove({ id }) {
        await session.forget(id);
        return {};
      },
      select({ id }) {
        session.select(id);
        return {};
      },
    }),
    answers('session', contract.session, {
      get: () => session.state.get(),
      signIn: ({ token }, { signal }) => session.signIn(token, signal),
      signOut: () => session.signOut(),
      follow: (_input, { signal }) => session.state.follow(signal),
    }),
    answers('settings', contract.settings, {
      get: () => settings.all(),
      set({ values }) {
        const all = settings.set(values);
        if ('cache_limit_mb' in values) cache.setLimit(cacheLimitOf(all));
        return all;
      },
      checkSendable: async ({ path }) => ({ problem: await sendableProblem(path) }),
    }),
    answers('drafts', contract.drafts, {
      list: ({ prefix }) => ({ entries: drafts.list(owner(), prefix) }),
      put({ key, value }) {
        drafts.put(owner(), key, value);
        return {};
      },
      remove({ key }) {
        drafts.remove(owner(), key);
        return {};
      },
    }),
    answers('activity', contract.activity, {
      list: ({ search, limit }) => ({ entries: activity.list(owner(), search, limit) }),
      get: ({ id }) => activity.get(owner(), id),
      clear() {
        const { profile, user } = owner();
        activity.wipe(profile, user);
        return {};
      },
      har: () => ({ text: harOf(activity.details(owner()), deps.version) }),
      follow: (_input, { signal }) => activity.follow(owner, signal),
    }),
    answers('cache', contract.cache, {
      async search({ text, tenant_id, environment_id, group, limit }) {
        if (group === 'workflowRecipes') await texts.settled();
        const reader = session.reader();
        return { hits: reader ? cache.search(reader, { text, tenant: tenant_id, environment: environment_id, group, limit }) : [] };
      },
      stats: () => cache.stats(),
      clear() {
        cache.clear();
        return {};
      },
    }),
    answers('watch', contract.watch, {
      call({ call: name, input, poll }, { signal }) {
        const call = calls.get(name);
        if (call?.kind !== 'call' || !isRead(call)) throw new AppError('invalid_input', `${name.slice(0, 100)} is not something that can be watched`);
        return watch.follow({ call: name, input: parseInput(call, input) }, poll, signal);
      },
      visibility({ window, visible }) {
        visibility.tell(window, visible);
        return {};
      },
    }),
    answers('app', contract.app, {
      async about() {
        const tokens = await deps.tokens.status();
        const problems = [
          tokens.reason && `${tokens.reason} You stay signed in, and secrets stored on the embedded platform stay readable, only until Trellis closes.`,
          cache.stats().problem,
          drafts.problem(),
        ].filter((problem) => problem !== null);
        return { version: deps.version, host: deps.host, node: process.versions.node, electron: deps.electronVersion, data_folder: deps.dataFolder, problems };
      },
      platform: (_input, { signal }) => news.follow(signal),
      async restartPlatform() {
        await platform.restart();
        await session.check();
        return {};
      },
    }),
  ]);
}
