import { openJar } from '../execution/cookies.ts';
import type { ExecuteOptions } from '../execution/execute.ts';
import type { Core } from './core.ts';

type Jar = NonNullable<ExecuteOptions['cookies']>;

/** Cookies of environments: they are sessions, and live no longer than the platform's process. */
const jars = new WeakMap<Core, Map<string, Jar>>();

/** The jar of an environment that keeps cookies; one that does not, or not any more, has none. */
export function jarOf(core: Core, environment_id: string, keeps: boolean): Jar | undefined {
  const ofCore = jars.get(core) ?? new Map<string, Jar>();
  jars.set(core, ofCore);
  if (!keeps) ofCore.delete(environment_id);
  else if (!ofCore.has(environment_id)) ofCore.set(environment_id, openJar(null));
  return ofCore.get(environment_id);
}
