import type { Fault } from '../use-definition.ts';
import type { Path } from './edits.ts';

/** `['tasks', 1, 'url']` → `tasks[1].url`. */
export const pathText = (path: Path): string => path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

export const isWithin = (path: Path, around: Path): boolean => around.every((step, at) => path[at] === step);

/** What is wrong with what stands at a path or within it, without the words that say where that is; undefined where nothing is. */
export function faultAt(faults: readonly Fault[], path: Path): string | undefined {
  const found = faults.filter((fault) => isWithin(fault.path, path)).map(({ message }) => message.replace(/^DAG [^:]*: /, ''));
  return found.length === 0 ? undefined : found.join('; ');
}
