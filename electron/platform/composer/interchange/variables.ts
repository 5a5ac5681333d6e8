import { AppError } from '../../../../shared/errors.ts';

/** Variables as the tools write them: `{{name}}`, and Insomnia `{{ _.name }}`. */

const reference = /\{\{([^{}]{1,200})\}\}/g;
const deepest = 5;
/** Characters that values may add, over a whole document [F-12]. */
const mostAdded = 8 * 1024 * 1024;

export interface Variables {
  /** The text with the values that are known; what has none stays `{{name}}`. Throws `too_large` where values unfold without end. */
  resolve(text: string): string;
  /** The text with its variables as the composer writes them; those that it could not fill in are resolved. */
  kept(text: string): string;
  /** The value of a variable that was kept, with those inside of it filled in; undefined without one. */
  valueOf(name: string): string | undefined;
}

export function createVariables(values: ReadonlyMap<string, string>): Variables {
  let added = 0;
  const resolve = (text: string, depth: number): string =>
    text.replace(reference, (_, inside: string) => {
      const name = nameOf(inside);
      const value = values.get(name) ?? '';
      if (value === '' || depth === deepest) return `{{${name}}}`;
      added += value.length;
      if (added > mostAdded) throw new AppError('too_large', 'The collection cannot be imported: its variables unfold to too much. Take out those that hold each other.');
      return resolve(value, depth + 1);
    });
  const whole = (text: string) => (text.includes('{{') ? resolve(text, 0) : text);
  return {
    resolve: whole,
    kept: (text) => text.replace(reference, (found, inside: string) => (isName(nameOf(inside)) ? `{{${nameOf(inside)}}}` : whole(found))),
    valueOf: (name) => ((values.get(name) ?? '') === '' ? undefined : whole(values.get(name)!)),
  };
}

/** What the composer fills in by itself. */
const isName = (name: string) => /^[A-Za-z_][\w.-]*$/.test(name);
const nameOf = (inside: string) => inside.trim().replace(/^_\./, '');

/** The names of the variables in a text, each once. */
export const variablesIn = (text: string): string[] => [...new Set([...text.matchAll(reference)].map(([, inside = '']) => nameOf(inside)))];

/** What stands before a text's one variable, where the text ends in it: `Token ` of `Token {{key}}`. */
export function prefixOfVariable(text: string): string | undefined {
  const names = variablesIn(text);
  const end = `{{${names[0]}}}`;
  return names.length === 1 && text.endsWith(end) && text.indexOf(end) === text.length - end.length ? text.slice(0, -end.length) : undefined;
}
