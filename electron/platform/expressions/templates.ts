import { AppError } from '../../../shared/errors.ts';

/**
 * Templates such as `{{ params.x }}` in the fields of tasks and nodes, over a fixed set of roots. They are looked up as data,
 * once: what they yield is never read as a template again, and nothing is evaluated. Braces around anything else are
 * text like any other.
 */

/** `.name`, `.0`, `[0]`, `["any text"]` or `['any text']`. */
const step = /\.([\p{L}\p{N}_-]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/uy;

export type Path = readonly string[];

/** One template in a value: the path to the text in which it stands, what is between the braces, and its steps. */
export interface Found {
  readonly at: readonly (string | number)[];
  readonly text: string;
  readonly path: Path | undefined;
}

export interface Templates {
  /** The steps of `tasks.a.result[0]["x y"]`, or undefined if it is not such a path. */
  readonly parsePath: (text: string) => Path | undefined;
  readonly hasTemplate: (value: unknown) => boolean;
  /** Every template in a value, however deep. */
  readonly templatesIn: (value: unknown, at?: readonly (string | number)[]) => Generator<Found>;
  /**
   * The value with its templates replaced from `data`. A text that is one template alone takes the type of what it names;
   * within a longer text, what is not text becomes JSON. Throws `invalid_input` that says which part of a path is missing.
   */
  readonly resolve: (value: unknown, data: unknown) => unknown;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

export function templatesOf(roots: readonly string[]): Templates {
  const template = new RegExp(String.raw`\{\{\s*((?:${roots.join('|')})(?![\p{L}\p{N}_-])[^{}]*?)\s*\}\}`, 'gu');

  function parsePath(text: string): Path | undefined {
    const root = roots.find((name) => text.startsWith(name))!;
    const path: string[] = [root];
    step.lastIndex = root.length;
    while (step.lastIndex < text.length) {
      const match = step.exec(text);
      if (!match) return undefined;
      path.push((match[1] ?? match[2] ?? match[3] ?? match[4])!);
    }
    return path;
  }

  function* templatesIn(value: unknown, at: readonly (string | number)[] = []): Generator<Found> {
    if (typeof value === 'string') {
      for (const match of value.matchAll(template)) yield { at, text: match[1]!, path: parsePath(match[1]!) };
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield* templatesIn(item, [...at, index]);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) yield* templatesIn(item, [...at, name]);
    }
  }

  function lookUp(text: string, data: unknown): unknown {
    let value = data;
    for (const name of parsePath(text) ?? []) {
      // Own fields alone: `constructor` and its like are no data of the run.
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
        throw new AppError('invalid_input', `{{ ${text} }} cannot be resolved: there is no “${name}”.`);
      }
      value = (value as Record<string, unknown>)[name];
    }
    return value;
  }

  function resolve(value: unknown, data: unknown): unknown {
    if (typeof value === 'string') {
      const matches = [...value.matchAll(template)];
      if (matches.length === 1 && matches[0]![0] === value.trim()) return lookUp(matches[0]![1]!, data);
      return value.replaceAll(template, (_, text: string) => asText(lookUp(text, data)));
    }
    if (Array.isArray(value)) return value.map((item) => resolve(item, data));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, data)]));
    }
    return value;
  }

  return { parsePath, hasTemplate: (value) => typeof value === 'string' && value.search(template) >= 0, templatesIn, resolve };
}
