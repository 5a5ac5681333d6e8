import { dump } from 'js-yaml';
import { sameValue } from '../../../../shared/rules/openapi-sync.ts';
import { templatePieces } from '../../../../shared/rules/path-template.ts';
import type { ImportedExample } from '../example-text.ts';
import { createSchemes, parameterObject, requestBodyObject, responseObjects, type Schemes } from './export-parts.ts';
import { importDocument } from './import-document.ts';
import type { AuthFields, OperationDocs, ServerFields } from './imported.ts';
import { apiFields, endpointFields, ownExtension } from './own-extension.ts';
import { addressFields, type Server } from './servers.ts';
import { entriesOf, isTree, listField, textField, type Tree } from './tree.ts';
import { isSecretName, withoutTypedSecrets } from './typed-secrets.ts';

/** The rows of an API and of its endpoints, with the credentials of `auth` left empty, and with the `examples` of each. */
export interface ExportSource {
  readonly api: Tree;
  readonly endpoints: readonly Tree[];
}

export type ExportFormat = 'json' | 'yaml';

export interface Exported {
  readonly document: string;
  readonly format: ExportFormat;
  readonly file_name: string;
  readonly endpoint_count: number;
  /** Endpoints for which OpenAPI has no place. */
  readonly left_out: { readonly name: string; readonly why: string }[];
}

const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

/**
 * An OpenAPI 3.1 document that any reader understands, and that comes back as the same API when it is imported here:
 * it is read once, and what that does not give stands in an extension beside.
 */
export function exportDocument(source: ExportSource, format: ExportFormat): Exported {
  const api = { ...source.api, description: textField(source.api, 'description') };
  const endpoints = source.endpoints.map(withoutTypedSecrets);
  const exported = endpoints.filter((endpoint) => methods.has(textField(endpoint, 'method')));
  const { root, placed } = written(api, exported);
  const back = importDocument(JSON.stringify(root));
  addOwn(root, apiFields, api, back.api);
  // The reader goes through the paths as they stand there.
  const operations = Object.values(root.paths).flatMap((item) => Object.values(item));
  for (const [at, read] of back.endpoints.entries()) addOwn(operations[at]!, endpointFields, placed.get(operations[at]!)!, read);
  const tree = JSON.parse(JSON.stringify(root)) as Tree;
  return {
    document: format === 'json' ? `${JSON.stringify(tree, null, 2)}\n` : dump(tree, { noRefs: true, lineWidth: -1 }),
    format,
    file_name: `${fileName(textField(api, 'name'))}.openapi.${format}`,
    endpoint_count: exported.length,
    left_out: endpoints.filter((endpoint) => !exported.includes(endpoint)).map((endpoint) => ({
      name: textField(endpoint, 'name') || textField(endpoint, 'path'), why: `OpenAPI has no method ${textField(endpoint, 'method').slice(0, 40)}.`,
    })),
  };
}

type Written = Record<string, unknown>;

interface Root extends Written {
  readonly paths: Record<string, Record<string, Written>>;
}

function written(api: Tree, endpoints: readonly Tree[]): { root: Root; placed: Map<Written, Tree> } {
  const schemes = createSchemes();
  const paths: Root['paths'] = {};
  const placed = new Map<Written, Tree>();
  const ids = new Set<string>();
  for (const endpoint of endpoints) {
    const method = textField(endpoint, 'method').toLowerCase();
    const operation = operationObject(endpoint, schemes, ids);
    // A fragment is never sent, and makes room for another operation of the same path.
    const path = templated(textField(endpoint, 'path'));
    let key = path;
    for (let count = 2; Object.hasOwn(paths, key) && Object.hasOwn(paths[key]!, method); count += 1) key = `${path}#${count}`;
    paths[key] = { ...paths[key], [method]: operation };
    placed.set(operation, endpoint);
  }
  const auth = api['auth'] as AuthFields | undefined;
  const root: Root = {
    openapi: '3.1.0',
    info: { title: textField(api, 'name'), version: textField(api, 'version'), ...textIn(api, 'description') },
    servers: serverObjects(api),
    security: auth === undefined || auth.type === 'none' ? [] : [schemes.requirement(auth)],
    paths,
    ...(Object.keys(schemes.all).length === 0 ? {} : { components: { securitySchemes: schemes.all } }),
  };
  return { root, placed };
}

function operationObject(endpoint: Tree, schemes: Schemes, ids: Set<string>): Written {
  const docs = isTree(endpoint['docs']) ? (endpoint['docs'] as OperationDocs) : undefined;
  const id = textField(endpoint, 'operation_id');
  const isFirst = id !== '' && !ids.has(id);
  ids.add(id);
  const name = textField(endpoint, 'name');
  const isSummary = name !== '' && name !== id && name !== `${textField(endpoint, 'method')} ${textField(endpoint, 'path')}`;
  const tags = listField(endpoint, 'tags').filter((tag) => typeof tag === 'string');
  const parameters = listField(endpoint, 'parameters').map((one) => (isTree(one) ? parameterObject(one, docs) : undefined)).filter((one) => one !== undefined);
  const auth = endpoint['auth'] as AuthFields | null | undefined;
  const requestBody = requestBodyObject(endpoint['body'], docs);
  const responses = entriesOf(responseObjects(docs, listField(endpoint, 'examples') as readonly ImportedExample[]));
  return {
    ...(isSummary ? { summary: name } : {}),
    ...(isFirst ? { operationId: id } : {}),
    ...textIn(endpoint, 'description'),
    ...(tags.length === 0 ? {} : { tags }),
    ...(docs?.deprecated ? { deprecated: true } : {}),
    ...(docs?.external_docs ? { externalDocs: docs.external_docs } : {}),
    ...(typeof endpoint['server_url'] === 'string' || typeof endpoint['base_path'] === 'string' ? { servers: [{ url: addressOf(endpoint) }] } : {}),
    ...(auth === undefined || auth === null ? {} : { security: auth.type === 'none' ? [] : [schemes.requirement(auth)] }),
    ...(parameters.length === 0 ? {} : { parameters: onceEach(parameters) }),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(responses.length === 0 ? {} : { responses: Object.fromEntries(responses) }),
  };
}

const textIn = (tree: Tree, name: string): Written => (textField(tree, name) === '' ? {} : { [name]: textField(tree, name) });
const onceEach = (parameters: readonly Tree[]) => [...new Map(parameters.map((one) => [`${textField(one, 'in')} ${textField(one, 'name')}`, one])).values()];
const addressOf = (tree: Tree) => `${textField(tree, 'server_url').replace(/\/+$/, '')}${textField(tree, 'base_path')}` || '/';

/** All that the document said, as long as its first is still the one that is used. */
function serverObjects(api: Tree): readonly ServerFields[] {
  const known = listField(api, 'servers') as readonly ServerFields[];
  const own: Server = { server_url: textField(api, 'server_url'), base_path: textField(api, 'base_path') };
  const [first] = known;
  if (first) {
    const { server_url, base_path } = addressFields(first);
    if (sameValue({ server_url, base_path }, own)) return known;
  }
  const used = addressOf(api);
  return used === '/' ? known : [serverObject(used, api['variables']), ...known];
}

/** `{{name}}` as a variable of the server, with its value here as the default unless that is a secret. */
function serverObject(url: string, values: unknown): ServerFields {
  const names = [...url.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)].map((match) => match[1]!);
  const variables = Object.fromEntries(names.map((name) => [name, { default: isSecretName(name) ? '' : textField(values, name) }]));
  return { url: url.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, '{$1}'), ...(names.length === 0 ? {} : { variables }) };
}

/** A path with its variables in braces, which is how OpenAPI has them. */
function templated(path: string): string {
  const { route } = templatePieces(path);
  const text = route.map((piece) => (piece.variable === undefined ? piece.text : `{${piece.variable}}`)).join('');
  const rest = /[?#].*$/s.exec(path)?.[0] ?? '';
  return `${text.startsWith('/') ? '' : '/'}${text}${rest}`;
}

/** Says the fields that reading the document does not give, or gives otherwise. */
function addOwn(described: Written, names: readonly string[], wanted: Tree, read: object): void {
  const found = read as Tree;
  const differs = names.filter((name) => !isUsual(name, wanted[name], found[name]) && !sameValue(wanted[name], found[name]));
  if (differs.length > 0) described[ownExtension] = Object.fromEntries(differs.map((name) => [name, wanted[name] ?? null]));
}

/** What an endpoint is when nobody says so. */
const isUsual = (name: string, wanted: unknown, read: unknown): boolean =>
  read === undefined && ((name === 'enabled' && wanted !== false) || (name === 'headers' && entriesOf(wanted).length === 0)) || (name === 'operation_key' && wanted === undefined);

const fileName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '').slice(0, 80) || 'api';
