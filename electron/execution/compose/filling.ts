import { layerOf, resolveVariables, type Layer } from '../../../shared/rules/variables.ts';
import { refuse, type BodySpec } from '../request.ts';

/** Fills the variables of a request in, from those of the run, the environment and the API, in this order; remembers which had no value. */
export interface Filling {
  /** Every text in a value, at any depth. */
  all<T>(value: T): T;
  /**
   * Where a request goes is not the run's to say: variables of the run count for nothing in the server and the base
   * path, and are percent-encoded in the path.
   */
  target(text: string): string;
  path(text: string): string;
  body(body: BodySpec | null | undefined): BodySpec | null | undefined;
  /** Throws `invalid_input` that names the variables that could not be filled in. */
  check(): void;
  /** Values of secret variables that were filled in so far. */
  secrets(): readonly string[];
}

export function fillingOf(run: unknown, environment: unknown, api: unknown): Filling {
  const stored = [layerOf(environment), layerOf(api)];
  const layers = [layerOf(run), ...stored];
  const found = { unknown: new Set<string>(), circular: new Set<string>(), secrets: new Set<string>() };

  function fill(text: string, from: readonly Layer[], write?: (value: string, layer: number) => string): string {
    const resolved = resolveVariables(text, from, write);
    for (const place of ['unknown', 'circular', 'secrets'] as const) for (const one of resolved[place]) found[place].add(one);
    return resolved.text;
  }
  function deep(value: unknown): unknown {
    if (typeof value === 'string') return fill(value, layers);
    if (Array.isArray(value)) return value.map(deep);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, deep(inner)])) : value;
  }
  const all = <T>(value: T) => deep(value) as T;
  return {
    all,
    target: (text) => fill(text, stored),
    path: (text) => fill(text, layers, (value, layer) => (layer === 0 ? encodeURIComponent(value.toWellFormed()) : value)),
    body(body) {
      // What is in files, or in base64, stays as it is.
      if (!body || body.type === 'binary') return body;
      const parts = body.type === 'form-data' && Array.isArray(body.content) ? (body.content as unknown[]) : null;
      return { ...body, content: parts ? parts.map((part) => (hasValue(part) ? Object.assign({ ...part }, { value: all(part.value) }) : part)) : all(body.content) };
    },
    check() {
      if (found.circular.size > 0) throw refuse('variables', `These variables refer to others too deeply: ${named(found.circular)}. A variable may refer to others, and those to none: write the value itself.`);
      if (found.unknown.size > 0) throw refuse('variables', `There is no value for ${named(found.unknown)}. Set it in the environment, in the API or for this run.`);
    },
    secrets: () => [...found.secrets],
  };
}

const hasValue = (part: unknown): part is { readonly value: unknown } => typeof part === 'object' && part !== null && 'value' in part;

const named = (names: ReadonlySet<string>) => [...names].map((name) => `{{${name}}}`).join(', ');
