import { partsOfFolder } from '../../../../shared/rules/endpoint-folders.ts';
import { reasonPhrase } from '../../../../shared/rules/status-text.ts';
import { queryPairs } from '../../../execution/query.ts';
import type { ComposerRow } from '../../../execution/compose/compose-request.ts';
import { typeOfExample, type ImportedExample } from '../example-text.ts';
import { isTree, listField, textField } from '../openapi/tree.ts';
import { archiveOf } from './archive.ts';
import { isOn, type AuthFields, type Pair, type Problem } from './collection.ts';
import { signedIn, type OutgoingBody } from './outgoing.ts';
import { prefixed } from './postman-auth.ts';
import { brunoLanguage } from './read-bruno.ts';
import { authOf, type SafeRows } from './safe-rows.ts';
import { baseUrl, encodedText, foldersOf, templateOf, variablesOf, type Template } from './template.ts';
import { brunoAssertions } from './write-tests.ts';

interface Item {
  readonly name: string;
  readonly folders: readonly string[];
  readonly tags: readonly string[];
  /** In milliseconds; 0 where it says nothing. */
  readonly timeout: number;
  readonly request: BrunoRequest;
}

interface BrunoRequest extends ReturnType<typeof requestOf> {
  readonly assertions: readonly object[];
  readonly examples: readonly object[];
}

/** A collection as Bruno keeps it in a folder: the zip of its files. */
export async function brunoArchive({ api, endpoints, examples, placeholders }: SafeRows, problems: Problem[]): Promise<string> {
  const variables = new Map([['base_url', baseUrl(api)], ...variablesOf(api)]);
  const shared = authOf(api) ?? { type: 'none', credentials: {} };
  const items: Item[] = [];
  const known = examples();
  for (const endpoint of endpoints) items.push(await itemOf(endpoint, known.get(endpoint.id) ?? [], shared, variables, problems));
  const name = textField(api, 'name') || 'API';
  const vars = [...variables].map(([key, value]) => ({ name: key, value, enabled: true }));
  const secrets = placeholders.names().map((key) => ({ name: key, value: '', enabled: true, secret: true, type: 'text' }));
  const auth = brunoAuth(shared) ?? { mode: 'none' };
  const docs = textField(api, 'description');
  return archiveOf(new Map([
    ['bruno.json', JSON.stringify({ version: '1', name, type: 'collection' }, null, 2)],
    ['collection.bru', brunoLanguage().jsonToCollectionBru({ meta: { type: 'collection' }, auth, vars: { req: vars }, docs })],
    [`environments/${environment}.bru`, brunoLanguage().envJsonToBruV2({ variables: secrets })],
    ...folderFiles([...listField(api, 'folders').filter((folder) => typeof folder === 'string' && !folder.startsWith('/')).map((folder) => partsOfFolder(folder as string)), ...items.map(({ folders }) => folders)]),
    ...requestFiles(items),
  ]));
}

const environment = 'Secrets';

async function itemOf(endpoint: ComposerRow, examples: readonly ImportedExample[], shared: AuthFields, variables: Map<string, string>, problems: Problem[]): Promise<Item> {
  const template = await templateOf(endpoint, variables, problems);
  const own = authOf(endpoint);
  const effective = own ?? shared;
  const known = brunoAuth(effective);
  // A kind that Bruno has not goes as headers, or in the query.
  const signed = known === undefined ? signedIn(effective) : { headers: [], query: [] };
  const auth = known === undefined ? { mode: 'none' } : own === undefined ? { mode: 'inherit' } : known;
  if (signed.note !== undefined) problems.push({ where: template.name, message: `${signed.note}.` });
  const whole = { ...template, headers: [...signed.headers, ...template.headers], query: [...template.query, ...signed.query] };
  const request = requestOf(whole, auth, bodyOf(template.body, template.name, endpoint, problems));
  return {
    name: template.name, folders: foldersOf(endpoint), tags: tagsOf(endpoint), timeout: Number(endpoint['timeout_ms']) || 0,
    request: { ...request, assertions: brunoAssertions(endpoint['tests'], template.name, problems), examples: examples.flatMap((one) => exampleOf(one, request, template.name, problems)) },
  };
}

/** As its language can write them. */
const tagsOf = (endpoint: ComposerRow): string[] => listField(endpoint, 'tags').filter((tag): tag is string => typeof tag === 'string' && /^[\w-]+$/.test(tag));

function exampleOf({ name, status, headers, text }: ImportedExample, { url, method, body }: { url: string; method: string; body: { readonly mode: string } }, where: string, problems: Problem[]): object[] {
  // Its language ends a text of several lines so, wherever that stands.
  if (text.includes("'''")) {
    problems.push({ where, message: `Its example “${name.slice(0, 100)}” is left out: Bruno’s files cannot hold its text.` });
    return [];
  }
  const type = /\bjson\b/i.test(typeOfExample({ headers })) ? 'json' : /\bxml\b/i.test(typeOfExample({ headers })) ? 'xml' : 'text';
  const given = Object.entries(headers).filter(([, value]) => !/[\n\r]/.test(value)).map(([key, value]) => ({ name: key, value, enabled: true }));
  return [{ name: name.replace(/\s+/g, ' '), request: { url, method: method.toLowerCase(), body: { mode: body.mode } }, response: { status, statusText: reasonPhrase(status), headers: given, body: { type, content: text } } }];
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

/** What stands in an address is encoded already. */
const settingsOf = (timeout: number) => ({ encodeUrl: false, ...(timeout > 0 && { timeout }) });

/** A folder is called as its file says; what it is called on a disk may be less. */
function folderFiles(all: readonly (readonly string[])[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const folders of all) {
    for (const [depth, name] of folders.entries()) {
      const path = `${pathOf(folders.slice(0, depth + 1))}/folder.bru`;
      if (!files.has(path)) files.set(path, brunoLanguage().jsonToCollectionBru({ meta: { name, seq: files.size + 1 }, auth: { mode: 'inherit' } }));
    }
  }
  return files;
}

function requestFiles(items: readonly Item[]): Map<string, string> {
  const files = new Map<string, string>();
  const used = new Set<string>();
  for (const [at, { name, folders, tags, timeout, request }] of items.entries()) {
    const base = pathOf([...folders, name]);
    let path = base;
    for (let count = 2; used.has(path.toLowerCase()); count += 1) path = `${base}-${count}`;
    used.add(path.toLowerCase());
    const { url, method, headers, params, auth, body, docs, assertions, examples } = request;
    files.set(`${path}.bru`, brunoLanguage().jsonToBruV2({ meta: { name, type: 'http', seq: at + 1, tags }, http: { method: method.toLowerCase(), url, body: body.mode, auth: auth.mode }, params, headers, auth, body, docs, assertions, examples, settings: settingsOf(timeout) }));
  }
  return files;
}

const pathOf = (names: readonly string[]): string => names.map(fileName).join('/');

/** No folder but those that are meant, on any system, and none of Bruno's own files [F-13]. */
function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} _-]+/gu, '-').slice(0, 100).replace(/^[- ]+|[- ]+$/g, '') || 'request';
  return /^(?:collection|folder|environments|con|prn|aux|nul|(?:com|lpt)\d)$/i.test(plain) ? `${plain}-1` : plain;
}
