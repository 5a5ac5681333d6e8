import { allows, needs } from '../../shared/rules/permissions.ts';
import { guardedText } from '../../shared/rules/read-only.ts';
import { useEngineAbsence } from './dag-engine.ts';
import { callOf } from './list-entity.ts';
import { useOffline } from './platform.ts';
import { useSession } from './session.ts';
import { useSettings } from './settings.ts';

/** Why the platform in use does not answer a call at all, or undefined if it does. */
export function useAbsence(group: string, method: string): string | undefined {
  const embedded = useSession(({ session }) => session?.profile?.kind === 'embedded');
  const notOfEngine = useEngineAbsence(group, method);
  return (embedded ? callOf(group, method)?.remoteOnly : undefined) ?? notOfEngine;
}

/** A platform that says nothing of permissions decides by itself, with its answer. */
const useMay = (group: string, method: string): boolean => useSession(({ session, scope: { tenant_id } }) => {
  const held = session?.permissions[tenant_id];
  return held === undefined || allows(held, needs(`${group}.${method}`));
});

const away = 'The platform cannot be reached. This works again once it is back.';
const notAllowed = 'Your role does not allow this. An administrator of the tenant can change that.';

/**
 * Why a call that changes something cannot be made now, in words for the person, or undefined if it can. The platform
 * enforces; this only says so before the button is pressed.
 */
export function useObstacle(group: string, method: string): string | undefined {
  const call = callOf(group, method);
  const may = useMay(group, method);
  const absence = useAbsence(group, method);
  const offline = useOffline();
  const readOnly = useSettings(({ read_only }) => read_only);
  if (!call) return 'The platform has no such action for this kind.';
  if (absence !== undefined) return absence;
  if (readOnly) return guardedText;
  if (offline) return away;
  return may ? undefined : notAllowed;
}

/** Why the stored secrets of a kind cannot be shown now: only who may change a row may see them. */
export function useRevealObstacle(group: string): string | undefined {
  const may = useMay(group, callOf(group, 'update') ? 'update' : 'create');
  const offline = useOffline();
  const readOnly = useSettings(({ read_only }) => read_only);
  if (readOnly) return guardedText;
  if (offline) return away;
  return may ? undefined : notAllowed;
}
