import { instanceData, type ConfigField } from '../../../../shared/rules/instance-config.ts';

/** What stands in the configuration of an instance, and how it changes by one field. No React here. */

type Values = Readonly<Record<string, unknown>>;

export const valuesOf = (fields: readonly ConfigField[], config: unknown): Values => instanceData(fields, config).data;

/** The problems of a configuration by the field's name. */
export const problemsOf = (fields: readonly ConfigField[], config: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(instanceData(fields, config).problems.map(({ name, message }) => [name, message]));

/** The configuration with another value of one field, as `{name, value}` each; nothing takes a value away, so that the recipe's own counts. */
export function withValue(fields: readonly ConfigField[], config: unknown, name: string, value: unknown): { readonly name: string; readonly value: unknown }[] {
  const said = instanceData([], config).data;
  const next = { ...said, [name]: value };
  const known = fields.map((field) => field.name);
  const names = [...known.filter((one) => one in next), ...Object.keys(next).filter((one) => !known.includes(one))];
  return names.filter((one) => next[one] !== undefined && next[one] !== null && next[one] !== '').map((one) => ({ name: one, value: next[one] }));
}
