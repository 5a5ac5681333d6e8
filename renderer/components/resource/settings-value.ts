import type { z } from 'zod';

/** Settings that are an object in one field of a row. */
export type Settings = Readonly<Record<string, unknown>>;

export const isSettings = (value: unknown): value is Settings => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands under these names. */
export const valueAt = (value: unknown, names: readonly string[]): unknown => names.reduce<unknown>((inner, name) => (isSettings(inner) ? inner[name] : undefined), value);

/** The settings with this put under these names; what is empty is left out, so that nothing said is nothing stored. */
export function withValue(value: unknown, [name, ...rest]: readonly string[], next: unknown): Settings | null {
  if (name === undefined) return isSettings(next) ? next : null;
  const settings = isSettings(value) ? value : {};
  const inner = rest.length === 0 ? next : withValue(settings[name], rest, next);
  const { [name]: _before, ...others } = settings;
  const all = isNothing(inner) ? others : { ...settings, [name]: inner };
  return Object.keys(all).length === 0 ? null : all;
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What a schema says of a value, by the names on the way to it. */
export function complaints(schema: z.ZodType, value: unknown): ReadonlyMap<string, string> {
  const read = schema.safeParse(value ?? {});
  return new Map(read.success ? [] : read.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]));
}
