/** A schema in the words of JSON Schema 2020-12 or draft-07, whichever of OpenAPI's own words it was written in. */

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords with schemas inside: one, one or a list of them, or many by name. */
const inside = new Set(['items', 'additionalItems', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'prefixItems']);
const byName = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions']);

/**
 * `nullable`, and limits that are exclusive by a flag, are OpenAPI 3.0's. `first` may put another schema in the place of
 * each, before what is inside of it is looked at.
 */
export function plainSchema(described: unknown, first: (schema: Schema) => Schema = (schema) => schema): unknown {
  if (!isSchema(described)) return described;
  const { nullable, ...schema } = first(described);
  const deeper = (inner: unknown) => plainSchema(inner, first);
  const fields = Object.entries(schema).map(([name, value]): readonly [string, unknown] => {
    if (inside.has(name)) return [name, Array.isArray(value) ? (value as unknown[]).map(deeper) : deeper(value)];
    if (byName.has(name) && isSchema(value)) return [name, Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deeper(inner)]))];
    return [name, value];
  });
  const plain = Object.fromEntries(withLimits(fields));
  return nullable === true ? orNull(plain) : plain;
}

/** Where no type is said, the standard gives `nullable` no meaning; its authors mean that there may be nothing. */
function orNull({ type, ...rest }: Schema): Schema {
  if (type === undefined) return { anyOf: [{ type: 'null' }, rest] };
  const choices = rest['enum'];
  return { ...rest, type: [...new Set([type, 'null'].flat())], ...(Array.isArray(choices) && !choices.includes(null) && { enum: [...(choices as unknown[]), null] }) };
}

const limits: Readonly<Record<string, string>> = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' };
const flags = new Set(Object.values(limits));

function withLimits(fields: readonly (readonly [string, unknown])[]): (readonly [string, unknown])[] {
  const said = new Map(fields);
  return fields.flatMap(([name, value]) => {
    if (flags.has(name) && typeof value === 'boolean') return [];
    const exclusive = limits[name];
    return [[exclusive !== undefined && said.get(exclusive) === true ? exclusive : name, value] as const];
  });
}
