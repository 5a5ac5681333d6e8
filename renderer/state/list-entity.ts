import * as contract from '../../shared/contract/all.ts';
import { dagKind } from '../../shared/contract/dags.ts';
import type { Call, Contract, Group } from '../../shared/contract/define.ts';
import { keyOf, type Entity, type Row } from '../../shared/contract/entity.ts';
import { metaOf, type FieldMeta } from '../../shared/contract/fields.ts';
import { AppError } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';

/** The contract seen by name: what a kind is called, which calls it has, and how they are made. */

export type Values = Readonly<Record<string, unknown>>;
type Caller = (input: Values, signal?: AbortSignal) => Promise<Reply>;

const groups: Contract = contract;

const isEntity = (group: Group): group is Entity => 'kind' in group && group.kind === 'entity';

/** Kinds that are lists in the app and routers' calls in the contract. */
const routed: Readonly<Record<string, Entity>> = { dags: dagKind };

/** The description of a kind of thing; throws for a group that is not one, which is a fault of ours. */
export function kindOf(group: string): Entity {
  const found = routed[group] ?? groups[group];
  if (!found || !isEntity(found)) throw new AppError('internal', `${group} is not a kind of thing in the contract`);
  return found;
}

/** Every group of the contract that is a kind of thing, by name. */
export const kinds: readonly string[] = Object.keys(groups).filter((group) => isEntity(groups[group]!));

/** A platform call of a group, or undefined where the kind has none of this name. */
export function callOf(group: string, method: string): Call | undefined {
  const found = groups[group]?.calls[method];
  return found?.kind === 'call' ? found : undefined;
}

/** Makes a call by its name. The fixed API has the same function under its typed name. */
export function send(group: string, method: string, input: Values): Promise<Reply> {
  const caller = (api as unknown as Record<string, Record<string, Caller>>)[group]![method]!;
  return caller(input);
}

/** What names one row in a call: its id, or the fields by which that call knows it. */
export function itemInput(group: string, method: string, row: Row): Values {
  const call = callOf(group, method);
  return call ? keyOf(call, row) : { id: row.id };
}

/** What a call about one row takes: the values, and what names the row, which wins only where it stands in the address. */
export function changeInput(group: string, method: string, row: Row, values: Values): Values {
  const key = itemInput(group, method, row);
  const path = callOf(group, method)?.request.path ?? '';
  return { ...key, ...values, ...Object.fromEntries(Object.entries(key).filter(([name]) => path.includes(`{${name}}`))) };
}

/** How a field is shown and asked for; a field that nobody described is shown as what it holds. */
export function fieldMeta(entity: Entity, name: string): FieldMeta {
  const schema = entity.fields[name];
  const meta = schema && metaOf(schema);
  if (meta) return meta;
  const widget = /(^|_)(at|date|timestamp)$/.test(name) ? 'time' : 'text';
  return { label: labelOf(name), widget, readOnly: !schema };
}

/** `created_at` → `Created at`, `client_id` → `Client ID`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').trim().toLowerCase();
  const spelt = words.replaceAll(/\b(id|url|api|dag|json|http|llm|mcp)s?\b/g, (word) => word.toUpperCase().replace(/S$/, 's'));
  return spelt.charAt(0).toUpperCase() + spelt.slice(1);
}

const titleFields = ['name', 'title', 'label', 'display_name', 'namespace', 'filename', 'email', 'path'] as const;

/** What a row is called: the first of its naming fields that says something, else its id. */
export function titleOf(row: Row): string {
  for (const field of titleFields) {
    const value = row[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  const named = Object.keys(row).find((field) => field.endsWith('_name') && typeof row[field] === 'string' && row[field] !== '');
  return named ? (row[named] as string) : row.id;
}

/** `an agent memory`, `an MCP tool`, `a user`: the article goes by the sound. */
export const withArticle = (noun: string) => `${/^([aeio]|u(?!s|ni)|[AEFHILMNORSX][A-Z])/.test(noun) ? 'an' : 'a'} ${noun}`;

export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
