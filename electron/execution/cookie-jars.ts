import type { CookieJar } from 'tough-cookie';
import { openJar } from './cookies.ts';

/** Cookies of environments, for as long as their owner lives, such as the platform that runs. */
const jars = new WeakMap<object, Map<string, CookieJar>>();

/** The jar of an environment that keeps cookies, at first with what was stored of it; one that does not keep any, or not any more, has none. */
export function jarOf(owner: object, environment_id: string, keeps: boolean, stored: () => unknown = () => null): CookieJar | undefined {
  const ofOwner = jars.get(owner) ?? new Map<string, CookieJar>();
  jars.set(owner, ofOwner);
  if (!keeps) ofOwner.delete(environment_id);
  else if (!ofOwner.has(environment_id)) ofOwner.set(environment_id, openJar(stored()));
  return ofOwner.get(environment_id);
}

/** The jar that an environment has already. */
export const knownJar = (owner: object, environment_id: string): CookieJar | undefined => jars.get(owner)?.get(environment_id);
