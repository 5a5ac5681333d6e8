/**
 * What a new version of an OpenAPI document changes in an API that was imported from an earlier one and edited since:
 * three sides, compared field by field. `base` is the document as it was last taken in, `theirs` the new one, `ours` the
 * API as it is now. Whatever the document did not change stays as it is here.
 */

export type SyncFields = Readonly<Record<string, unknown>>;

export interface SyncSide {
  readonly api: SyncFields;
  /** Each with its `operation_key`, `method` and `path`; those of `ours` with the `id` of their row. */
  readonly endpoints: readonly SyncFields[];
}

/** A field that the document changed. Fields of a parameter are named `parameters/<place>/<name>/<field>`. */
export interface FieldChange {
  readonly field: string;
  readonly base?: unknown;
  readonly theirs?: unknown;
  readonly ours?: unknown;
  /** Changed here, too, and otherwise. */
  readonly conflict: boolean;
}

export type SyncKind = 'added' | 'changed' | 'removed' | 'conflict';

export interface SyncChange {
  /** The operation's key in the new document, or in the last one where it is gone; `#api` for the API itself. */
  readonly key: string;
  readonly kind: SyncKind;
  /** For a conflict: what the document does. */
  readonly action: 'add' | 'change' | 'remove';
  /** Of the row that it concerns; none for one to be made. */
  readonly id?: string;
  readonly name: string;
  readonly method?: string;
  readonly path?: string;
  readonly fields: readonly FieldChange[];
  /** Fields that were edited here and stay as they are. */
  readonly local: readonly string[];
}

/** One operation on its three sides. */
export interface SyncEntry {
  readonly change: SyncChange;
  readonly base: SyncFields | undefined;
  readonly theirs: SyncFields | undefined;
  readonly ours: SyncFields | undefined;
}

export const apiKey = '#api';
const apiFields = ['name', 'description', 'version', 'server_url', 'base_path', 'variables', 'servers', 'auth'] as const;
const endpointFields = ['name', 'description', 'method', 'path', 'operation_id', 'tags', 'body', 'auth', 'server_url', 'base_path', 'docs'] as const;

/** Everything that the new document changes: the API first, then its operations in the document's order, then those that are gone. */
export function compareSync(base: SyncSide | undefined, theirs: SyncSide, ours: SyncSide): SyncEntry[] {
  const api = entryOf(base?.api, theirs.api, ours.api, apiFields, apiKey);
  return [api, ...matched(base?.endpoints ?? [], theirs.endpoints, ours.endpoints).map((sides) => entryOf(...sides, endpointFields))].filter((entry) => entry !== undefined);
}

type Sides = [base: SyncFields | undefined, theirs: SyncFields | undefined, ours: SyncFields | undefined];

const byKey = (endpoint: SyncFields) => textOf(endpoint['operation_key']) || undefined;
const byPath = (endpoint: SyncFields) => `${textOf(endpoint['method'])} ${textOf(endpoint['path'])}`;
/** A variable may have been renamed. */
const byShape = (endpoint: SyncFields) => byPath(endpoint).replaceAll(/\{[^{}/]*\}/g, '{}');
const identities = [byKey, byPath, byShape];

function matched(base: readonly SyncFields[], theirs: readonly SyncFields[], ours: readonly SyncFields[]): Sides[] {
  const newOf = pairs(base, theirs);
  const rowOf = pairs(base, ours);
  const paired = new Set(newOf.values());
  const held = new Set(rowOf.values());
  const added = theirs.filter((endpoint) => !paired.has(endpoint));
  // An operation that is new in the document may have been made by hand before.
  const madeBefore = pairs(added, ours.filter((endpoint) => !held.has(endpoint)));
  const baseOf = new Map([...newOf].map(([before, after]) => [after, before]));
  const here = theirs.map((endpoint): Sides => {
    const before = baseOf.get(endpoint);
    return [before, endpoint, before ? rowOf.get(before) : madeBefore.get(endpoint)];
  });
  const gone = base.filter((endpoint) => !newOf.has(endpoint)).map((endpoint): Sides => [endpoint, undefined, rowOf.get(endpoint)]);
  return [...here, ...gone];
}

/** Each of `one` with what it is among `others`: by key, else by method and path, else by the shape of the path. */
function pairs(one: readonly SyncFields[], others: readonly SyncFields[]): Map<SyncFields, SyncFields> {
  const found = new Map<SyncFields, SyncFields>();
  const taken = new Set<SyncFields>();
  for (const identity of identities) {
    const free = new Map<string, SyncFields>();
    for (const other of others) {
      const name = taken.has(other) ? undefined : identity(other);
      if (name !== undefined && !free.has(name)) free.set(name, other);
    }
    for (const endpoint of one) {
      const name = found.has(endpoint) ? undefined : identity(endpoint);
      const other = name === undefined ? undefined : free.get(name);
      if (name === undefined || other === undefined) continue;
      free.delete(name);
      found.set(endpoint, other);
      taken.add(other);
    }
  }
  return found;
}

function entryOf(base: SyncFields | undefined, theirs: SyncFields | undefined, ours: SyncFields | undefined, names: readonly string[], key?: string): SyncEntry | undefined {
  const shown = theirs ?? ours ?? base ?? {};
  // Of what is gone there, it matters what was edited here.
  const other = theirs ?? base;
  const units = unitsOf(other, ours);
  const { fields, local } = compareFields(flat(base, names, units), flat(other, names, units), flat(ours, names, units));
  const action = theirs === undefined ? 'remove' : ours === undefined ? 'add' : 'change';
  if (action === 'change' && fields.length === 0) return undefined;
  // Taken away here, and in the document or not changed there since.
  if (ours === undefined && (theirs === undefined || (base !== undefined && sameFields(base, theirs, names)))) return undefined;
  // What one side took away the other may have edited.
  const isConflict = action === 'change' ? fields.some(({ conflict }) => conflict) : action === 'remove' ? local.length > 0 : base !== undefined;
  return {
    base, theirs, ours,
    change: {
      key: key ?? textOf((theirs ?? base)?.['operation_key']),
      kind: isConflict ? 'conflict' : action === 'remove' ? 'removed' : action === 'add' ? 'added' : 'changed',
      action,
      ...(ours === undefined ? {} : { id: textOf(ours['id']) }),
      name: textOf(shown['name']),
      ...(key === undefined ? { method: textOf(shown['method']), path: textOf(shown['path']) } : {}),
      fields: action === 'change' ? fields : [],
      local,
    },
  };
}

type Flat = ReadonlyMap<string, unknown>;

function compareFields(base: Flat, theirs: Flat, ours: Flat): { fields: FieldChange[]; local: string[] } {
  const fields: FieldChange[] = [];
  const local: string[] = [];
  for (const field of new Set([...theirs.keys(), ...base.keys(), ...ours.keys()])) {
    const [before, now, here] = [base.get(field), theirs.get(field), ours.get(field)];
    const isEdited = !sameValue(before, here);
    if (sameValue(before, now)) {
      if (isEdited) local.push(field);
    } else if (!sameValue(now, here)) fields.push({ field, ...defined({ base: before, theirs: now, ours: here }), conflict: isEdited });
    else if (isEdited) local.push(field);
  }
  return { fields, local };
}

function sameFields(one: SyncFields, other: SyncFields, names: readonly string[]): boolean {
  const units = unitsOf(one, other);
  return compareFields(flat(one, names, units), flat(other, names, units), flat(one, names, units)).fields.length === 0;
}

const defined = (fields: SyncFields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The parameters that not both sides have: these are compared, taken and left as a whole. */
function unitsOf(theirs: SyncFields | undefined, ours: SyncFields | undefined): Units {
  const here = new Set(parametersOf(ours).map(parameterKey));
  const there = new Set(parametersOf(theirs).map(parameterKey));
  return { has: (key) => !here.has(key) || !there.has(key) };
}

interface Units {
  has(key: string): boolean;
}

/** The fields by name, with those of each parameter by names of their own. */
function flat(side: SyncFields | undefined, names: readonly string[], units: Units): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  if (!side) return fields;
  for (const name of names) if (!isNothing(side[name])) fields.set(name, side[name]);
  for (const parameter of parametersOf(side)) {
    const key = parameterKey(parameter);
    if (units.has(key)) fields.set(key, parameter);
    else for (const [name, value] of Object.entries(parameter)) if (!isNothing(value)) fields.set(`${key}/${name}`, value);
  }
  return fields;
}

/** Forms save an empty text for what is not there. */
const isNothing = (value: unknown) => value === undefined || value === null || value === '';
const isObject = (value: unknown): value is SyncFields => typeof value === 'object' && value !== null && !Array.isArray(value);
const parametersOf = (side: SyncFields | undefined): SyncFields[] => (Array.isArray(side?.['parameters']) ? (side['parameters'] as unknown[]).filter(isObject) : []);
const escaped = (name: unknown) => textOf(name).replaceAll('~', '~0').replaceAll('/', '~1');
const parameterKey = (parameter: SyncFields) => `parameters/${escaped(parameter['in'])}/${escaped(parameter['name'])}`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Values that are the same as JSON; the order of an object's fields does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isNothing(one) && isNothing(other)) return true;
  if (Array.isArray(one) || Array.isArray(other)) return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((value, at) => sameValue(value, other[at]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameValue(one[name], other[name]));
}

/** What is to be done about one change. Fields in conflict stay as they are here unless `fields` says `theirs`. */
export interface SyncDecision {
  readonly key: string;
  readonly accept: boolean;
  readonly fields?: Readonly<Record<string, 'ours' | 'theirs'>> | undefined;
}

/** The fields of an accepted change: all that its row is to be, but for what no document says. */
export function mergedFields({ change, theirs, ours }: SyncEntry, decision: SyncDecision): SyncFields {
  const names = change.key === apiKey ? apiFields : endpointFields;
  const choice = decision.fields ?? {};
  const isTheirs = ({ field, conflict }: FieldChange) => (Object.hasOwn(choice, field) ? choice[field] === 'theirs' : !conflict);
  const taken = flat(ours, names, unitsOf(theirs, ours));
  for (const field of change.fields.filter(isTheirs)) taken.set(field.field, field.theirs);
  const plain = Object.fromEntries(names.map((name) => [name, taken.get(name) ?? null]));
  return change.key === apiKey ? plain : { ...plain, operation_key: theirs?.['operation_key'] ?? null, parameters: mergedParameters(taken, theirs, ours) };
}

/** In the order of the new document, then those that are only here. */
function mergedParameters(taken: ReadonlyMap<string, unknown>, theirs: SyncFields | undefined, ours: SyncFields | undefined): SyncFields[] {
  const merged = new Map<string, SyncFields>();
  for (const parameter of [...parametersOf(theirs), ...parametersOf(ours)]) {
    const key = parameterKey(parameter);
    const names = [...new Set([...Object.keys(parameter), ...(merged.has(key) ? Object.keys(merged.get(key)!) : [])])];
    const fields = names.map((name) => [name, taken.get(`${key}/${name}`)] as const).filter(([, value]) => value !== undefined);
    const whole = taken.get(key);
    if (isObject(whole)) merged.set(key, whole);
    else if (fields.length > 0) merged.set(key, Object.fromEntries(fields));
  }
  return [...merged.values()];
}
