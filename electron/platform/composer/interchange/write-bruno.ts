import { queryPairs } from '../../../execution/query.ts';
import type { ComposerRow } from '../../../execution/compose/compose-request.ts';
import { isTree, textField } from '../openapi/tree.ts';
import { isOn, type AuthFields, type Pair, type Problem } from './collection.ts';
import { signedIn, type OutgoingBody } from './outgoing.ts';
import { prefixed } from './postman-auth.ts';
import { brunoLanguage } from './read-bruno.ts';
import { authOf, type SafeRows } from './safe-rows.ts';
import { baseUrl, encodedText, foldersOf, templateOf, variablesOf, type Template } from './template.ts';

/** A Bruno collection, both as its JSON export and as the files of its folder. */
export interface BrunoCollection {
  readonly text: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

interface Item {
  readonly name: string;
  readonly folders: readonly string[];
  readonly request: BrunoRequest;
}

type BrunoRequest = ReturnType<typeof requestOf>;

export async function brunoCollection({ api, endpoints, placeholders }: SafeRows, problems: Problem[]): Promise<BrunoCollection> {
  const variables = new Map([['base_url', baseUrl(api)], ...variablesOf(api)]);
  const shared = authOf(api) ?? { type: 'none', credentials: {} };
  const items: Item[] = [];
  for (const endpoint of endpoints) items.push(await itemOf(endpoint, shared, variables, problems));
  const name = textField(api, 'name') || 'API';
  const vars = [...variables].map(([key, value]) => ({ name: key, value, enabled: true }));
  const secrets = placeholders.names().map((key) => ({ name: key, value: '', enabled: true, secret: true, type: 'text' }));
  const auth = brunoAuth(shared) ?? { mode: 'none' };
  const docs = textField(api, 'description');
  return {
    text: JSON.stringify({
      name, version: '1', items: treeOf(items, 0), environments: [{ name: environment, variables: secrets }],
      root: { request: { auth, headers: [], vars: { req: vars } }, docs }, brunoConfig: { version: '1', name, type: 'collection' },
    }, null, 2),
    files: [
      { path: 'bruno.json', text: JSON.stringify({ version: '1', name, type: 'collection' }, null, 2) },
      { path: 'collection.bru', text: brunoLanguage().jsonToCollectionBru({ meta: { type: 'collection' }, auth, vars: { req: vars }, docs }) },
      { path: `environments/${environment}.bru`, text: brunoLanguage().envJsonToBruV2({ variables: secrets }) },
      ...filesOf(items),
    ],
  };
}

const environment = 'Secrets';

async function itemOf(endpoint: ComposerRow, shared: AuthFields, variables: Map<string, string>, problems: Problem[]): Promise<Item> {
  const template = await templateOf(endpoint, variables, problems);
  const own = authOf(endpoint);
  const effective = own ?? shared;
  const known = brunoAuth(effective);
  // A kind that Bruno has not goes as headers, or in the query.
  const signed = known === undefined ? signedIn(effective) : { headers: [], query: [] };
  const auth = known === undefined ? { mode: 'none' } : own === undefined ? { mode: 'inherit' } : known;
  if (signed.note !== undefined) problems.push({ where: template.name, message: `${signed.note}.` });
  const whole = { ...template, headers: [...signed.headers, ...template.headers], query: [...template.query, ...signed.query] };
  return { name: template.name, folders: foldersOf(endpoint), request: requestOf(whole, auth, bodyOf(template.body, template.name, endpoint, problems)) };
}

function requestOf(template: Template, auth: { readonly mode: string }, body: { readonly mode: string }) {
  const query = template.query.map((pair) => ({ name: encodedText(pair.name), value: encodedText(pair.value), enabled: isOn(pair), type: 'query' }));
  const text = query.filter(({ enabled }) => enabled).map(({ name, value }) => `${name}=${value}`).join('&');
  return {
    url: `${template.base}${template.path}${text === '' ? '' : `?${text}`}`,
    method: template.method.toUpperCase(),
    headers: template.headers.map(entryOf),
    params: [...query, ...template.path_variables.map(({ name, value }) => ({ name, value, enabled: true, type: 'path' }))],
    auth, body, docs: template.description,
  };
}

const entryOf = (pair: Pair) => ({ name: pair.name, value: pair.value, enabled: isOn(pair) });

/** Undefined for a kind that Bruno has no word for. */
function brunoAuth({ type, credentials }: AuthFields): { readonly mode: string } | undefined {
  const text = (name: string) => textField(credentials, name);
  switch (type) {
    case 'none':
      return { mode: 'none' };
    case 'basic_auth':
      return { mode: 'basic', basic: { username: text('username'), password: text('password') } } as { mode: string };
    case 'digest':
      return { mode: 'digest', digest: { username: text('username'), password: text('password') } } as { mode: string };
    case 'bearer_token':
      return { mode: 'bearer', bearer: { token: text('token') } } as { mode: string };
    case 'api_key':
      // Its command line does not send a key in the query, so there it is a field like others.
      return text('in') === 'query' ? undefined : ({ mode: 'apikey', apikey: { key: text('name'), value: prefixed(text('prefix'), text('value')), placement: 'header' } } as { mode: string });
    default:
      return undefined;
  }
}

function bodyOf(body: OutgoingBody | null, where: string, endpoint: ComposerRow, problems: Problem[]): { readonly mode: string } {
  if (body === null) return { mode: 'none' };
  if (body.type === 'file') {
    problems.push({ where, message: 'Its body is bytes, which are not in the collection; choose the file again.' });
    return { mode: 'file', file: [{ filePath: body.filename, contentType: body.content_type, selected: true }] } as { mode: string };
  }
  if (body.type === 'form') {
    for (const { filename } of body.parts) if (filename !== undefined) problems.push({ where, message: `The file “${filename}” of its form is not in the collection; choose it again.` });
    return { mode: 'multipartForm', multipartForm: body.parts.map(({ name, value, filename, content_type: contentType = '' }) => ({ name, type: filename === undefined ? 'text' : 'file', value: filename === undefined ? value : [filename], contentType, enabled: true })) } as { mode: string };
  }
  const spec = endpoint['body'] as { type?: unknown; content?: unknown };
  if (spec.type === 'x-www-form-urlencoded' && isTree(spec.content)) return { mode: 'formUrlEncoded', formUrlEncoded: queryPairs(spec.content).map(([name, value]) => ({ name, value, enabled: true })) } as { mode: string };
  const mode = /^application\/json\b/i.test(body.content_type) ? 'json' : /\bxml\b/i.test(body.content_type) ? 'xml' : 'text';
  return { mode, [mode]: body.text };
}

function treeOf(items: readonly Item[], depth: number): object[] {
  const here = items.filter(({ folders }) => folders.length === depth).map(({ name, request }, at) => ({ type: 'http', name, seq: at + 1, request: { ...request, method: request.method }, settings }));
  const inside = Map.groupBy(items.filter(({ folders }) => folders.length > depth), ({ folders }) => folders[depth]!);
  return [...[...inside].map(([name, found]) => ({ type: 'folder', name, items: treeOf(found, depth + 1) })), ...here];
}

/** What stands in an address is encoded already. */
const settings = { encodeUrl: false };

function filesOf(items: readonly Item[]): { path: string; text: string }[] {
  const used = new Set<string>();
  return items.map(({ name, folders, request }, at) => {
    const base = [...folders, name].map(fileName).join('/');
    let path = base;
    for (let count = 2; used.has(path.toLowerCase()); count += 1) path = `${base}-${count}`;
    used.add(path.toLowerCase());
    const { url, method, headers, params, auth, body, docs } = request;
    const text = brunoLanguage().jsonToBruV2({ meta: { name, type: 'http', seq: at + 1 }, http: { method: method.toLowerCase(), url, body: body.mode, auth: auth.mode }, params, headers, auth, body, docs, settings });
    return { path: `${path}.bru`, text };
  });
}

/** No folder but those that are meant, on any system, and none of Bruno's own files [F-13]. */
function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} _-]+/gu, '-').slice(0, 100).replace(/^[- ]+|[- ]+$/g, '') || 'request';
  return /^(?:collection|folder|environments|con|prn|aux|nul|(?:com|lpt)\d)$/i.test(plain) ? `${plain}-1` : plain;
}
