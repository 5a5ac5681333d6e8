import { confProblems } from '../../../../shared/rules/dag-params.ts';
import type { Raw } from './param-fields.ts';

/** By param, what is wrong with it in the platform's words; a schema that cannot be read here is left to the platform. */
export function problemsOf(params: Raw, conf: Raw): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, given] of Object.entries(params)) {
    try {
      for (const { path, words } of confProblems({ [name]: given }, conf)) if (!found.has(name)) found.set(name, `${path.join('.')} ${words}`);
    } catch {
      // What it means is the platform's to judge.
    }
  }
  return found;
}
