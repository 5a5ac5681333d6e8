import { composer } from '../../../shared/contract/all.ts';
import { knownJar } from '../../execution/cookie-jars.ts';
import { clearCookies, cookiesIn } from '../../execution/cookies.ts';
import type { Core } from '../core.ts';
import { implement } from '../domain.ts';

/** What an environment keeps of its sessions, and the way to end them. */
export const cookieHandlers = (core: Core) =>
  implement('composer', composer, {
    listCookies(_input, { caller }) {
      const jar = knownJar(core, caller.environment_id);
      return { cookies: jar ? cookiesIn(jar) : [] };
    },
    async clearCookies({ domain }, { caller }) {
      const jar = knownJar(core, caller.environment_id);
      return { cleared: jar ? await clearCookies(jar, domain) : 0 };
    },
  });
