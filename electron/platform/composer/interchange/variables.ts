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
  /** With others that go before these, and that the composer does not know: `kept` fills them in. */
  within(own: ReadonlyMap<string, string> | undefined): Variables;
}

export function createVariables(values: ReadonlyMap<string, string>, own: ReadonlySet<string> = new Set(), budget = { left: mostAdded }): Variables {
  const filled = (text: string, depth: number, stays: (name: string) => boolean): string =>
    text.replace(reference, (_, inside: string) => {
      const name = nameOf(inside);
      const value = stays(name) ? '' : (values.get(name) ?? '');
      if (value === '' || depth === deepest) return `{{${name}}}`;
      budget.left -= value.length;
      if (budget.left < 0) throw new AppError('too_large', 'The collection cannot be imported: its variables unfold to too much. Take out those that hold each other.');
      return filled(value, depth + 1, stays);
    });
  const whole = (text: string) => (text.includes('{{') ? filled(text, 0, () => false) : text);
  const variables: Variables = {
    resolve: whole,
    kept: (text) => filled(text, 0, (name) => isName(name) && !own.has(name)),
    valueOf: (name) => ((values.get(name) ?? '') === '' ? undefined : whole(values.get(name)!)),
    within: (inner) => (inner && inner.size > 0 ? createVariables(new Map([...values, ...inner]), new Set(inner.keys()), budget) : variables),
  };
  return variables;
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
