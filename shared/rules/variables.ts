/**
 * Variables of users, written `{{name}}`, replaced as data: a value is text that takes the place of its name, and is
 * never evaluated. `\{{name}}` stands for itself.
 */

export interface Variable {
  readonly value: string;
  /** To be masked in whatever comes back. */
  readonly secret: boolean;
}

/** By name; of several layers, the first that has a name gives its value. */
export type Layer = ReadonlyMap<string, Variable>;

export interface Resolved {
  readonly text: string;
  /** Names without a value in any layer, each once. */
  readonly unknown: readonly string[];
  /** Names that lead back to themselves, or through more than one other. */
  readonly circular: readonly string[];
  /** The values of secret ones that now stand in the text. */
  readonly secrets: readonly string[];
}

const pattern = /(\\?)\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

/**
 * A text with its variables filled in; a value may itself refer to others, whose values may not. `write` says how a
 * value is put into its place, such as percent-encoded; `layer` is the place of its layer among the layers.
 */
export function resolveVariables(text: string, layers: readonly Layer[], write: (value: string, layer: number) => string = (value) => value): Resolved {
  const found = { unknown: new Set<string>(), circular: new Set<string>(), secrets: new Set<string>() };
  const fill = (outer: string, way: readonly string[]): string =>
    outer.replace(pattern, (whole, escape: string, name: string) => {
      if (escape) return whole.slice(1);
      const at = layers.findIndex((layer) => layer.has(name));
      const variable = layers[at]?.get(name);
      if (!variable) found.unknown.add(name);
      else if (way.includes(name) || way.length > 1) found.circular.add(way[0]!);
      if (!variable || way.includes(name) || way.length > 1) return whole;
      const value = fill(variable.value, [...way, name]);
      if (variable.secret && value !== '') found.secrets.add(value);
      return way.length === 0 ? write(value, at) : value;
    });
  const filled = fill(text, []);
  return { text: filled, unknown: [...found.unknown], circular: [...found.circular], secrets: [...found.secrets] };
}

/** The texts in a value with nothing in them to be filled in: whoever wrote them does not know the user's variables. */
export function withoutVariables<T>(value: T): T;
export function withoutVariables(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(pattern, (whole, escape: string) => (escape ? whole : `\\${whole}`));
  if (Array.isArray(value)) return value.map((item: unknown) => withoutVariables(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutVariables(item)]));
}

/**
 * A layer out of what is stored: `{name: value}` or `{name: {value, secret?, enabled?}}`. A value that is not a text is
 * one by its JSON; what is null, or is not enabled, has none.
 */
export function layerOf(stored: unknown): Layer {
  const layer = new Map<string, Variable>();
  if (!isObject(stored)) return layer;
  for (const [name, given] of Object.entries(stored)) {
    const { value, secret, enabled } = isObject(given) && 'value' in given ? given : ({ value: given } as Stored);
    if (value === undefined || value === null || enabled === false) continue;
    layer.set(name, { value: typeof value === 'string' ? value : JSON.stringify(value), secret: secret === true });
  }
  return layer;
}

interface Stored {
  readonly value?: unknown;
  readonly secret?: unknown;
  readonly enabled?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> & Stored => typeof value === 'object' && value !== null && !Array.isArray(value);
