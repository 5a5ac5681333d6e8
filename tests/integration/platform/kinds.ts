import type { z } from 'zod';
import * as contract from '../../../shared/contract/all.ts';
import type { Call } from '../../../shared/contract/define.ts';
import type { Entity } from '../../../shared/contract/entity.ts';
import { metaOf } from '../../../shared/contract/fields.ts';
import { toWire } from '../../../shared/contract/request.ts';
import type { Answer, Client } from './platform.ts';

/** Every kind of the contract that can be listed, read, made, changed and deleted on the embedded platform. */
export const kinds: readonly (readonly [group: string, entity: Entity])[] = Object.entries(contract).flatMap(([group, it]) => {
  if (!('kind' in it) || it.kind !== 'entity') return [];
  const calls: Record<string, unknown> = it.calls;
  const local = ['list', 'get', 'create', 'update', 'remove'].every((method) => method in calls && (calls[method] as Call).remoteOnly === undefined);
  return local ? [[group, it as unknown as Entity] as const] : [];
});

export const callOf = (entity: Entity, method: string): Call => entity.calls[method] as Call;

/** Sends a call of the contract with this input, in the scope of the client, which says it in its headers. */
export async function send(client: Client, call: Call, input: Record<string, unknown>): Promise<Answer> {
  const scope = Object.fromEntries(Object.entries(client.scope).filter(([, value]) => value !== ''));
  const wire = toWire(call.request, { ...scope, ...input });
  const query = new URLSearchParams(wire.query).toString();
  const path = query === '' ? wire.path : `${wire.path}?${query}`;
  if (!wire.form) return client.call(wire.method, path, wire.body as object | undefined);
  const form = new FormData();
  for (const [name, value] of Object.entries(wire.body ?? {})) form.append(name, String(value));
  return client.call(wire.method, path, form);
}

/** Fields of a call that must be said, beside the scope. */
const requiredOf = (call: Call): [string, z.ZodType][] =>
  Object.entries((call.input as unknown as z.ZodObject).shape as Record<string, z.ZodType>).filter(
    ([name, schema]) => !['tenant_id', 'environment_id'].includes(name) && !schema.safeParse(undefined).success,
  );

/** A value for each field that must be there and is no reference. */
export const sampleOf = (entity: Entity, word: string): Record<string, unknown> =>
  Object.fromEntries(requiredOf(callOf(entity, 'create')).flatMap(([name, schema]) => (metaOf(schema)?.widget === 'reference' ? [] : [[name, `${name}-${word}`]])));

/** Makes the rows to which a row of this kind must refer; returns the fields that do. */
export async function parentsOf(client: Client, entity: Entity, word: string): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of requiredOf(callOf(entity, 'create'))) {
    const { widget, to } = metaOf(schema) ?? {};
    const parent = widget === 'reference' ? kinds.find(([group]) => group === to)?.[1] : undefined;
    if (parent) fields[name] = idOf(await send(client, callOf(parent, 'create'), { ...sampleOf(parent, word), ...(await parentsOf(client, parent, word)) }));
  }
  return fields;
}

/** What a list must be asked for to show this row. */
export const queryOf = (entity: Entity, row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(requiredOf(callOf(entity, 'list')).map(([name]) => [name, row[name]]));

/** The id of what a create has made, or the row of a read, whichever way the call answers. */
export const idOf = ({ body }: Answer): string => String(body['insertedId'] ?? (body['data'] as { id?: unknown } | undefined)?.id);
export const rowOf = (call: Call, { body }: Answer) => (call.answer === 'router' ? body['data'] : body) as Record<string, unknown>;
export const rowsOf = ({ body }: Answer) => body['data'] as Record<string, unknown>[];
