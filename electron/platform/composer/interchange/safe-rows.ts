import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { isTree, textField } from '../openapi/tree.ts';
import type { ComposerRow } from '../../../execution/compose/compose-request.ts';
import type { AuthFields } from './collection.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';
import { inOrder } from '../../../../shared/rules/endpoint-folders.ts';
import { layerOf } from '../../../../shared/rules/variables.ts';
import type { Fields } from '../../../execution/request.ts';
import { withKeptAuth } from '../../kept-auth.ts';
import { notFound } from '../../kinds.ts';
import { type ImportedExample } from '../example-text.ts';
import { keptExamples } from '../imported-examples.ts';
import { environmentOf } from '../execute-endpoint.ts';
import { isSecretField, isSecretHeader } from './secret-headers.ts';
import { isSecretMark } from '../../../../shared/contract/fields.ts';

/** An API and its endpoints with a placeholder for each of their secrets. Of variables, only those stand there that are none. */
export interface SafeRows {
  readonly api: ComposerRow;
  readonly environment: Fields;
  readonly endpoints: readonly ComposerRow[];
  /** Of their answers, by endpoint; read for those who have room for them. */
  readonly examples: () => ReadonlyMap<string, ImportedExample[]>;
  readonly placeholders: Placeholders;
}

/** Of all endpoints of an API, or of one. Throws `not_found`. */
export function safeRows(core: Core, id: string, endpointId: string | undefined, caller: Caller): SafeRows {
  const { kinds } = core;
  const api = kinds.of('composerApis').find(id, caller);
  const only = endpointId === undefined || endpointId === '' ? undefined : kinds.of('composerEndpoints').find(endpointId, caller);
  if (only && only['api_id'] !== id) throw notFound('endpoint', only.id);
  const endpoints = only ? [only] : inOrder(kinds.of('composerEndpoints').all({ api_id: id }, { ...caller, environment_id: '' }));
  return withoutSecrets(core, api, endpoints, environmentOf(core, only ?? api, caller), caller);
}

/** The clear values are known only here, so that they are found wherever else somebody wrote them. */
function withoutSecrets(core: Core, api: ComposerRow, endpoints: readonly ComposerRow[], environment: Fields, caller: Caller): SafeRows {
  const placeholders = createPlaceholders();
  const rows = [['composerApis', api] as const, ...endpoints.map((endpoint) => ['composerEndpoints', endpoint] as const)];
  const signed = rows.map(([group, row]): ComposerRow => {
    const clear = withKeptAuth(core, core.secrets.reveal(group, row.id, row) as ComposerRow, caller);
    const auth = authOf(clear);
    const stored = isTree(row['headers']) ? row['headers'] : {};
    const headers = isTree(clear['headers']) ? Object.fromEntries(Object.entries(clear['headers']).map(([name, value]) => [name, safeValue(name, value, stored[name], placeholders)])) : clear['headers'];
    const parameters = Array.isArray(clear['parameters']) ? (clear['parameters'] as unknown[]).map((one, at) => safeParameter(one, (row['parameters'] as unknown[])[at], placeholders)) : clear['parameters'];
    return Object.assign({}, clear, auth && { auth: placeholders.auth(auth) }, { headers, parameters });
  });
  const known = [signed[0]!['variables'], environment['variables']].map((variables) => shownVariables(variables, placeholders));
  const [safe, ...others] = signed.map((row) => Object.assign({}, row, hidden(row, placeholders)));
  return { api: { ...safe!, variables: known[0] }, environment: { variables: known[1] }, endpoints: others, examples: () => safeExamples(keptExamples(core, endpoints, caller), placeholders), placeholders };
}

const safeExamples = (examples: ReadonlyMap<string, ImportedExample[]>, placeholders: Placeholders): ReadonlyMap<string, ImportedExample[]> =>
  new Map([...examples].map(([id, list]) => [id, list.map((one) => placeholders.hide(one) as ImportedExample)]));

/** A secret one is a placeholder of its own name, wherever its value stands. */
function shownVariables(stored: unknown, placeholders: Placeholders): Fields {
  const layer = [...layerOf(stored)];
  for (const [name, { value, secret }] of layer) if (secret && value !== '') placeholders.of(value, name);
  return Object.fromEntries(layer.flatMap(([name, { value, secret }]) => (secret || isSecretField(name) ? [] : [[name, placeholders.hide(value)]])));
}

function hidden(row: ComposerRow, placeholders: Placeholders): object {
  const names = ['name', 'description', 'server_url', 'base_path', 'path', 'folder', 'folders', 'headers', 'parameters', 'body', 'tests'];
  return Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, name === 'body' ? safeBody(row[name], placeholders) : placeholders.hide(row[name])]));
}

/** Fields of a JSON text are looked at as those of an object are. */
function safeBody(body: unknown, placeholders: Placeholders): unknown {
  const content = isTree(body) ? body['content'] : undefined;
  if (Array.isArray(content)) return placeholders.hide({ ...(body as object), content: (content as unknown[]).map((one) => (isTree(one) ? Object.assign({}, one, { value: placeholders.field(textField(one, 'name'), one['value']) }) : one)) });
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content) || (body as { type?: unknown }).type !== 'raw') return placeholders.hide(body);
  try {
    const read = JSON.parse(content) as unknown;
    const safe = placeholders.hide(read);
    if (JSON.stringify(safe) !== JSON.stringify(read)) return { ...(body as object), content: JSON.stringify(safe, null, 2) };
  } catch {
    // Not JSON after all: a text like any other.
  }
  return placeholders.hide(body);
}

/** What is stored as a secret is one whatever its name. */
const safeValue = (name: string, value: unknown, stored: unknown, placeholders: Placeholders): unknown =>
  isSecretMark(stored) && typeof value === 'string' && value !== '' && !isSecretHeader(name) ? placeholders.of(value, name) : placeholders.field(name, value);

function safeParameter(given: unknown, stored: unknown, placeholders: Placeholders): unknown {
  if (!isTree(given)) return given;
  const name = textField(given, 'name');
  const one = given['in'] !== 'cookie' && isTree(stored) ? { ...given, value: safeValue(name, given['value'], stored['value'], placeholders) } : given;
  return Object.assign({}, one, ...['value', 'example'].filter((key) => one[key] !== undefined).map((key) => ({ [key]: one['in'] === 'cookie' ? placeholders.field('cookie', one[key]) : placeholders.field(name, one[key]) })));
}

/** Undefined where the row has none of its own. */
export function authOf(row: ComposerRow): AuthFields | undefined {
  const auth = row['auth'];
  if (!isTree(auth) || typeof auth['type'] !== 'string') return undefined;
  return { type: auth['type'], credentials: isTree(auth['credentials']) ? auth['credentials'] : {} };
}
