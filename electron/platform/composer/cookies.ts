import { composer } from '../../../shared/contract/all.ts';
import { clearCookies, cookiesIn } from '../../execution/cookies.ts';
import { waysOf } from '../../execution/compose/policy.ts';
import { clearRowsOf } from '../clear-rows.ts';
import type { Core } from '../core.ts';
import { implement, type Caller } from '../domain.ts';
import { keptCookiesOf } from '../kept-cookies.ts';

/** What an environment keeps of its sessions, and the way to end them. */
export function cookieHandlers(core: Core) {
  const kept = keptCookiesOf(core);
  const jarOf = (caller: Caller) => {
    const { environment_id } = caller;
    if (environment_id === '') return undefined;
    return kept.of(environment_id, waysOf(undefined, clearRowsOf(core).find('environments', environment_id, caller).clear['network']).keepsCookies);
  };
  return implement('composer', composer, {
    listCookies(_input, { caller }) {
      const jar = jarOf(caller);
      return { cookies: jar ? cookiesIn(jar) : [] };
    },
    async clearCookies({ domain }, { caller }) {
      const jar = jarOf(caller);
      if (!jar) return { cleared: 0 };
      const cleared = await clearCookies(jar, domain);
      await kept.save(caller);
      return { cleared };
    },
  });
}
