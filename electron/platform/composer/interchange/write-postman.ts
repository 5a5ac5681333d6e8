import { queryPairs } from '../../../execution/query.ts';
import { scalarText } from '../../../execution/request.ts';
import { templatePieces } from '../../../../shared/rules/path-template.ts';
import type { ComposerRow } from '../compose-request.ts';
import { isTree, listField, textField } from '../openapi/tree.ts';
import { folderSeparator, type AuthFields, type Pair, type Problem } from './collection.ts';
import { bodyOf, signedIn, type OutgoingBody } from './outgoing.ts';
import { slugOf } from './placeholders.ts';
import { postmanAuth } from './postman-auth.ts';
import { authOf, type SafeRows } from './safe-rows.ts';

interface Folder {
  readonly name: string;
  readonly item: (Folder | object)[];
}

/** A Postman collection, format 2.1: addresses begin with a variable, and each secret is one without a value. */
export async function postmanText({ api, endpoints, placeholders }: SafeRows, problems: Problem[]): Promise<string> {
  const variables = new Map<string, string>();
  const root: Folder = { name: '', item: [] };
  const shared = authOf(api) ?? { type: 'none', credentials: {} };
  for (const endpoint of endpoints) folderOf(root, endpoint).item.push(await itemOf(endpoint, shared, variables, problems));
  const names = placeholders.names();
  const base = `${textField(api, 'server_url').replace(/\/+$/, '')}${textField(api, 'base_path').replace(/^(?!\/|$)/, '/').replace(/\/+$/, '')}`;
  const auth = postmanAuth(shared);
  return JSON.stringify({
    info: { name: textField(api, 'name') || 'API', description: textField(api, 'description'), schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: root.item,
    ...(auth === undefined ? {} : { auth }),
    variable: [
      { key: 'base_url', value: base, type: 'string' },
      ...[...variables].map(([key, value]) => ({ key, value, type: 'string' })),
      ...names.map((key) => ({ key, value: '', type: 'secret' })),
    ],
  }, null, 2);
}

/** The endpoint's folders stand in its first tag, as one text. */
function folderOf(root: Folder, endpoint: ComposerRow): Folder {
  const [tag] = listField(endpoint, 'tags');
  let folder = root;
  for (const name of typeof tag === 'string' ? tag.split(folderSeparator).filter(Boolean) : []) {
    const known = folder.item.find((one): one is Folder => 'item' in one && (one as Folder).name === name);
    const next = known ?? { name, item: [] };
    if (!known) folder.item.push(next);
    folder = next;
  }
  return folder;
}

async function itemOf(endpoint: ComposerRow, shared: AuthFields, variables: Map<string, string>, problems: Problem[]): Promise<object> {
  const name = textField(endpoint, 'name') || textField(endpoint, 'path');
  const own = authOf(endpoint);
  const auth = own && postmanAuth(own);
  const effective = own ?? shared;
  const asHeaders = postmanAuth(effective) === undefined ? signedIn(effective).headers : [];
  const { headers, cookies, disabled } = headersOf(endpoint);
  const sent = await sentBody(endpoint, name, problems);
  const type: Pair[] = sent && sent.type !== 'form' && !headers.some((one) => one.name.toLowerCase() === 'content-type') ? [{ name: 'Content-Type', value: sent.content_type }] : [];
  return {
    name,
    request: {
      method: textField(endpoint, 'method') || 'GET',
      description: textField(endpoint, 'description'),
      url: urlOf(endpoint, variables),
      header: [...[...asHeaders, ...headers, ...cookies, ...type].map(({ name: key, value }) => ({ key, value })), ...disabled.map(({ name: key, value }) => ({ key, value, disabled: true }))],
      ...(sent === null ? {} : { body: postmanBody(sent, name, endpoint, problems) }),
      // A kind that Postman has not goes as headers, and must not be signed in again by what is above it.
      ...(own === undefined ? {} : { auth: auth ?? { type: 'noauth' } }),
    },
    response: [],
  };
}

async function sentBody(endpoint: ComposerRow, name: string, problems: Problem[]): Promise<OutgoingBody | null> {
  try {
    return await bodyOf(isTree(endpoint['body']) ? (endpoint['body'] as never) : null);
  } catch (thrown) {
    problems.push({ where: name, message: `Its body is left out: ${(thrown as Error).message}` });
    return null;
  }
}

const parametersIn = (endpoint: ComposerRow, place: string) => listField(endpoint, 'parameters').filter((one) => textField(one, 'in') === place && textField(one, 'name') !== '').map((one) => one as { name: string; value?: unknown; example?: unknown });
const valued = ({ value }: { value?: unknown }) => value !== undefined && value !== null;
const textOf = (value: unknown) => scalarText(value) ?? (value === undefined ? '' : JSON.stringify(value));

function headersOf(endpoint: ComposerRow): { headers: Pair[]; cookies: Pair[]; disabled: Pair[] } {
  const parameters = parametersIn(endpoint, 'header');
  const cookies = parametersIn(endpoint, 'cookie').filter(valued).map(({ name, value }) => `${name}=${textOf(value)}`);
  const own = Object.entries(isTree(endpoint['headers']) ? endpoint['headers'] : {}).map(([name, value]): Pair => ({ name, value: textOf(value) }));
  return {
    headers: [...parameters.filter(valued).map(({ name, value }): Pair => ({ name, value: textOf(value) })), ...own],
    cookies: cookies.length === 0 ? [] : [{ name: 'Cookie', value: cookies.join('; ') }],
    disabled: parameters.filter((one) => !valued(one)).map(({ name, example }) => ({ name, value: textOf(example) })),
  };
}

function urlOf(endpoint: ComposerRow, variables: Map<string, string>): object {
  const values = new Map(parametersIn(endpoint, 'path').map(({ name, value }) => [name, value === undefined || value === null ? '' : textOf(value)]));
  const whole = new Map<string, string>();
  const { route, query } = templatePieces(textField(endpoint, 'path'));
  const written = route.map(({ text, variable }, at) => {
    if (variable === undefined) return text;
    const before = route[at - 1]?.text ?? '/';
    const after = route[at + 1]?.text ?? '/';
    const isPart = before.endsWith('/') && after.startsWith('/') && /^\w+$/.test(variable);
    if (isPart) {
      whole.set(variable, values.get(variable) ?? '');
      return `:${variable}`;
    }
    return inner(variable, values, variables);
  }).join('').replace(/^(?!\/)/, '/');
  const fixed = query.map(({ text, variable }) => (variable === undefined ? text : inner(variable, values, variables))).join('');
  const fields = [...new URLSearchParams(fixed)].map(([key, value]) => ({ key, value }));
  const parameters = parametersIn(endpoint, 'query');
  const own = new Set(parameters.filter(valued).map(({ name }) => name));
  const on = [...fields.filter(({ key }) => !own.has(key)), ...parameters.filter(valued).flatMap(({ name, value }) => queryPairs({ [name]: value }).map(([key, one]) => ({ key, value: one })))];
  const off = parameters.filter((one) => !valued(one)).map(({ name, example }) => ({ key: name, value: textOf(example), disabled: true }));
  const text = on.map(({ key, value }) => `${encoded(key)}=${encoded(value)}`).join('&');
  return {
    raw: `{{base_url}}${written}${text === '' ? '' : `?${text}`}`,
    host: ['{{base_url}}'],
    path: written.slice(1).split('/'),
    // Postman encodes what is no character of a query, and takes these as they are.
    query: [...on.map(({ key, value }) => ({ key: escaped(key), value: escaped(value) })), ...off],
    variable: [...whole].map(([key, value]) => ({ key, value })),
  };
}

/** A variable inside of a part of the path: its value, or a variable of the collection. */
function inner(name: string, values: ReadonlyMap<string, string>, variables: Map<string, string>): string {
  const value = values.get(name) ?? '';
  if (value !== '') return value;
  variables.set(slugOf(name), '');
  return `{{${slugOf(name)}}}`;
}

const encoded = (text: string) => encodeURIComponent(text).replace(/%7B%7B([\w.-]+)%7D%7D/gi, '{{$1}}');
const escaped = (text: string) => text.replace(/[%&#+=]/g, encodeURIComponent);

function postmanBody(body: OutgoingBody, name: string, endpoint: ComposerRow, problems: Problem[]): object {
  switch (body.type) {
    case 'file':
      problems.push({ where: name, message: 'Its body is bytes, which are not in the collection; choose the file again.' });
      return { mode: 'file', file: { src: body.filename } };
    case 'form':
      for (const { filename } of body.parts) if (filename !== undefined) problems.push({ where: name, message: `The file “${filename}” of its form is not in the collection; choose it again.` });
      return { mode: 'formdata', formdata: body.parts.map(({ name: key, value, filename, content_type: contentType }) => (filename === undefined ? { key, value, type: 'text', contentType } : { key, src: filename, type: 'file', contentType })) };
    case 'text': {
      const spec = endpoint['body'] as { type?: unknown; content?: unknown };
      if (spec.type === 'x-www-form-urlencoded' && isTree(spec.content)) return { mode: 'urlencoded', urlencoded: queryPairs(spec.content).map(([key, value]) => ({ key, value })) };
      const language = /\bjson\b/i.test(body.content_type) ? 'json' : /\bxml\b/i.test(body.content_type) ? 'xml' : /\bhtml\b/i.test(body.content_type) ? 'html' : 'text';
      return { mode: 'raw', raw: body.text, options: { raw: { language } } };
    }
  }
}
