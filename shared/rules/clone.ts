import { isSecretMark, parsed } from '../contract/fields.ts';
import { AppError } from '../errors.ts';
import { clonedVersion } from './constants.ts';

/** Cloning a workflow: what is sent, and what must come back. */

type Recipe = Readonly<Record<string, unknown>>;

/** What belongs to the original alone: its identity, its dates, its ties to a backend, and what is looked up of it. */
const own = new Set(['id', 'crt_date', 'upd_date', 'upd_user', 'version', 'version_id', 'tenant_name', 'environment_name', 'dag_id', 'node_count', 'has_image']);

/** Nodes and edges come as lists, as objects by id, or as JSON text of either. */
function isThere(part: unknown): boolean {
  if (typeof part === 'string') {
    try {
      return isThere(JSON.parse(part));
    } catch {
      return part.trim() !== '';
    }
  }
  return typeof part === 'object' && part !== null && Object.keys(part).length > 0;
}

/** The original, if it came; throws `not_found` otherwise. */
export function originalOf(answer: unknown): Recipe {
  if (typeof answer !== 'object' || answer === null || Object.keys(answer).length === 0) throw new AppError('not_found', 'Original workflow data not found');
  return answer as Recipe;
}

/** The recipe that is created as the clone: version 1, not backend-synced, never synced [S-038][S-039]. Its secrets stay behind. */
export function cloneOf(original: Recipe, name: string): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(original).filter(([field, value]) => !own.has(field) && !isSecretMark(value)));
  const schedule = 'dag_config' in kept ? { dag_config: pausedSchedule(kept['dag_config']) } : {};
  return { ...kept, name, ...schedule, ...clonedVersion, is_backend_synced: false, backend_sync_time: null };
}

/** The schedule of what was copied comes along, but runs nothing until somebody says so. */
export function pausedSchedule(given: unknown): unknown {
  const config = parsed(given);
  const isScheduled = typeof config === 'object' && config !== null && 'schedule' in config && (config.schedule ?? '') !== '';
  return isScheduled ? { ...config, is_paused: true } : given;
}

/** Throws `bad_answer` where the copy lacks nodes or edges that the original had [R-019][R-020]. */
export function checkClone(original: Recipe, copy: Recipe): void {
  for (const part of ['nodes', 'edges'] as const) {
    if (isThere(original[part]) && !isThere(copy[part])) throw new AppError('bad_answer', `Clone created but missing ${part} data`);
  }
}

/** The first version of a clone: its graph, under the tag that says what it is [S-038]. */
export const firstVersionOf = (copy: Recipe): Record<string, unknown> => ({ nodes: copy['nodes'], edges: copy['edges'], version_tag: clonedVersion.version_tag });
