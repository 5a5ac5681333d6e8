import type { Contract } from '../../shared/contract/define.ts';
import type { Entity } from '../../shared/contract/entity.ts';
import { metaOf } from '../../shared/contract/fields.ts';
import { AppError } from '../../shared/errors.ts';
import type { Caller, Services } from './domain.ts';
import { asJson, type JsonText } from './http/answers.ts';
import { ownFields, type Fields, type Place, type Query, type Row, type Rows, type StoredRow } from './rows.ts';
import { mayHoldSecrets, type Secrets } from './secrets.ts';

/** The rows of one kind of the contract, as one caller may see and change them. */
export interface Kind {
  readonly entity: Entity;
  /** The answer of a list, as JSON text in its envelope (`wrap('list')` of it). */
  list(query: Fields, caller: Caller): JsonText;
  /** All rows that fit, parsed. */
  all(query: Fields, caller: Caller): Row[];
  /** How many of the rows that the caller may see have each value of a field, by the value. */
  tally(field: string, caller: Caller): ReadonlyMap<string, number>;
  /** One row; throws `not_found` where it is not there, or is another tenant's. */
  find(id: string, caller: Caller): Row;
  create(fields: Fields, caller: Caller): Row;
  /** Sets these fields of a row and leaves the others. */
  update(id: string, fields: Fields, caller: Caller): Row;
  remove(id: string, caller: Caller): void;
  /** Where a row is, whoever asks. */
  placeOf(id: string): Place | undefined;
  /** Throws `not_found` for a row at a place that this caller may not see. */
  admit(id: string, place: Place, caller: Caller): void;
}

export interface Kinds {
  /** The kind under this group of the contract. */
  of(group: string): Kind;
  readonly groups: readonly string[];
}

export const isEntity = (group: object): group is Entity => 'kind' in group && group.kind === 'entity';

export const notFound = (what: string, id: string) => new AppError('not_found', `Not found: ${what} ${id}`);


export interface KindServices extends Pick<Services, 'transaction'> {
  readonly contract: Contract;
  readonly rows: Rows;
  readonly secrets: Secrets;
  /** The environments to which a member is confined; undefined: they see all of the tenant's. */
  readonly confinedTo: (caller: Caller) => readonly string[] | undefined;
}

export function createKinds(services: KindServices): Kinds {
  const entities = Object.entries(services.contract).filter((entry): entry is [string, Entity] => isEntity(entry[1]));
  const dependents = dependentsOf(entities);
  const kinds = new Map<string, Kind>();
  /** Takes along what cannot be without the row: the rows whose required reference it is. */
  const removeRow = (group: string, id: string, caller: Caller) => {
    services.rows.remove(group, id);
    services.secrets.forget(group, id);
    for (const { child, field } of dependents.get(group) ?? []) {
      const { json } = services.rows.list(child, { tenant_id: caller.tenant_id, environment_id: '', equal: { [field]: id } });
      for (const { id: dependent } of JSON.parse(json) as Row[]) removeRow(child, dependent, caller);
    }
  };
  for (const [group, entity] of entities) kinds.set(group, createKind(group, entity, services, removeRow));
  return {
    groups: [...kinds.keys()],
    of(group) {
      const kind = kinds.get(group);
      if (!kind) throw new AppError('internal', `The contract has no kind ${group}`);
      return kind;
    },
  };
}

/** Which fields of which kinds are required references to a kind. */
function dependentsOf(entities: readonly (readonly [string, Entity])[]): Map<string, { child: string; field: string }[]> {
  const found = new Map<string, { child: string; field: string }[]>();
  for (const [child, { fields }] of entities) {
    for (const [field, schema] of Object.entries(fields)) {
      const parent = metaOf(schema)?.to;
      if (parent === undefined || schema.safeParse(undefined).success) continue;
      found.set(parent, [...(found.get(parent) ?? []), { child, field }]);
    }
  }
  return found;
}

function createKind(
  group: string, entity: Entity, { rows, secrets, transaction, confinedTo }: KindServices, removeRow: (group: string, id: string, caller: Caller) => void,
): Kind {
  const hasSecrets = mayHoldSecrets(entity.fields);
  const byEnvironment = entity.scope.includes('environment_id');

  const placeFor = ({ tenant_id, environment_id }: Caller): Place => ({ tenant_id, environment_id: byEnvironment ? environment_id : '' });

  /** Of a kind of the whole tenant, the environment is a field like others, said once when the row is made. */
  const fixedEnvironment = ({ environment_id }: Fields): Fields =>
    !byEnvironment && 'environment_id' in entity.fields && typeof environment_id === 'string' ? { environment_id } : {};

  const queryOf = (input: Fields, caller: Caller): Query => {
    const equal = Object.entries(input).filter(([name, value]) => name in entity.fields && !ownFields.has(name) && value !== undefined && value !== '');
    const limit = count(input['limit']);
    const page = count(input['page']) ?? 1;
    return {
      ...placeFor(caller),
      environments: byEnvironment && caller.environment_id === '' ? confinedTo(caller) : undefined,
      equal: Object.fromEntries(equal),
      search: typeof input['search'] === 'string' ? input['search'] : undefined,
      ...(limit === undefined ? {} : { limit, offset: (page - 1) * limit }),
    };
  };

  const isWithin = ({ tenant_id, environment_id }: Place, caller: Caller): boolean => {
    if (tenant_id !== caller.tenant_id) return false;
    if (environment_id === '') return true;
    return caller.environment_id === '' ? (confinedTo(caller)?.includes(environment_id) ?? true) : environment_id === caller.environment_id;
  };

  const stored = (id: string, caller: Caller): StoredRow => {
    const row = rows.find(group, id);
    if (!row || !isWithin(row, caller)) throw notFound(entity.one, id);
    return row;
  };

  return {
    entity,
    list(query, caller) {
      const { json, total } = rows.list(group, queryOf(query, caller));
      return asJson(`{"data":${json},"totalCount":${total}}`);
    },
    all: (query, caller) => JSON.parse(rows.list(group, queryOf(query, caller)).json) as Row[],
    tally: (field, caller) => rows.tally(group, queryOf({}, caller), field),
    find: (id, caller) => JSON.parse(stored(id, caller).json) as Row,
    create(fields, caller) {
      const place = placeFor(caller);
      const given = { ...givenOf(fields), ...fixedEnvironment(fields) };
      if (!hasSecrets) return rows.insert(group, place, given);
      return transaction(() => {
        const id = rows.newId();
        return rows.insert(group, place, { ...secrets.keep(group, id, entity.fields, given), id });
      });
    },
    update(id, fields, caller) {
      const before = stored(id, caller);
      const merged = { ...(JSON.parse(before.json) as Fields), ...givenOf(fields) };
      if (!hasSecrets) return JSON.parse(rows.replace(group, before, merged)) as Row;
      return transaction(() => JSON.parse(rows.replace(group, before, secrets.keep(group, id, entity.fields, merged))) as Row);
    },
    remove(id, caller) {
      stored(id, caller);
      transaction(() => removeRow(group, id, caller));
    },
    placeOf: (id) => rows.find(group, id),
    admit(id, place, caller) {
      if (!isWithin(place, caller)) throw notFound(entity.one, id);
    },
  };
}

/** What a list answers that is made of parsed rows. */
export const pageOf = <R>(rows: readonly R[]): { rows: readonly R[]; total: number } => ({ rows, total: rows.length });

/** The given fields that are a row's to say: not the platform's own, and not those that are absent. */
const givenOf = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([name, value]) => !ownFields.has(name) && value !== undefined));

/** A page number or size from a query: a whole number above 0, or undefined. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined;
}
