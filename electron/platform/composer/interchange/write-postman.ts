import { partsOfFolder } from '../../../../shared/rules/endpoint-folders.ts';
import { reasonPhrase } from '../../../../shared/rules/status-text.ts';
import { queryPairs } from '../../../execution/query.ts';
import type { ComposerRow } from '../../../execution/compose/compose-request.ts';
import { isTree, listField, textField } from '../openapi/tree.ts';
import { typeOfExample, type ImportedExample } from '../example-text.ts';
import { isOn, type AuthFields, type Pair, type Problem } from './collection.ts';
import { signedIn, type OutgoingBody } from './outgoing.ts';
import { postmanAuth } from './postman-auth.ts';
import { authOf, type SafeRows } from './safe-rows.ts';
import { baseUrl, encodedText, foldersOf, templateOf, variablesOf, type Template } from './template.ts';
import { postmanScript } from './write-tests.ts';

interface Folder {
  readonly name: string;
  readonly item: (Folder | object)[];
}

/** A Postman collection, format 2.1: addresses begin with a variable, and each secret is one without a value. */
export async function postmanText({ api, endpoints, examples, placeholders }: SafeRows, problems: Problem[]): Promise<string> {
  const variables = variablesOf(api);
  const known = examples();
  const root: Folder = { name: '', item: [] };
  const shared = authOf(api) ?? { type: 'none', credentials: {} };
  for (const name of listField(api, 'folders')) if (typeof name === 'string' && !name.startsWith('/')) folderAt(root, partsOfFolder(name));
  for (const endpoint of endpoints) folderAt(root, foldersOf(endpoint)).item.push(await itemOf(endpoint, known.get(endpoint.id) ?? [], shared, variables, problems));
  const names = placeholders.names();
  const auth = postmanAuth(shared);
  return JSON.stringify({
    info: { name: textField(api, 'name') || 'API', description: textField(api, 'description'), schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: root.item,
    ...(auth === undefined ? {} : { auth }),
    variable: [
      { key: 'base_url', value: baseUrl(api), type: 'string' },
      ...[...variables].map(([key, value]) => ({ key, value, type: 'string' })),
      ...names.map((key) => ({ key, value: '', type: 'secret' })),
    ],
  }, null, 2);
}

/** Made where it is not there yet. */
function folderAt(root: Folder, names: readonly string[]): Folder {
  let folder = root;
  for (const name of names) {
    const known = folder.item.find((one): one is Folder => 'item' in one && (one as Folder).name === name);
    const next = known ?? { name, item: [] };
    if (!known) folder.item.push(next);
    folder = next;
  }
  return folder;
}

async function itemOf(endpoint: ComposerRow, examples: readonly ImportedExample[], shared: AuthFields, variables: Map<string, string>, problems: Problem[]): Promise<object> {
  const template = await templateOf(endpoint, variables, problems);
  const own = authOf(endpoint);
  const auth = own && postmanAuth(own);
  const effective = own ?? shared;
  const asHeaders = postmanAuth(effective) === undefined ? signedIn(effective).headers : [];
  const request = {
    method: template.method,
    description: template.description,
    url: urlOf(template),
    header: [...asHeaders, ...template.headers].map(entryOf),
    ...(template.body === null ? {} : { body: postmanBody(template.body, template.name, endpoint, problems) }),
    // A kind that Postman has not goes as headers, and must not be signed in again by what is above it.
    ...(own === undefined ? {} : { auth: auth ?? { type: 'noauth' } }),
  };
  const exec = postmanScript(endpoint['tests'], template.name, problems);
  const event = exec.length === 0 ? {} : { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] };
  return { name: template.name, ...event, request, response: examples.map((one) => responseOf(one, request)) };
}

const responseOf = ({ name, status, headers, text }: ImportedExample, originalRequest: object) => ({
  name, originalRequest, status: reasonPhrase(status), code: status, _postman_previewlanguage: /\bjson\b/i.test(typeOfExample({ headers })) ? 'json' : 'text',
  header: Object.entries(headers).map(([key, value]) => ({ key, value })), cookie: [], body: text,
});

const entryOf = (pair: Pair) => (isOn(pair) ? { key: pair.name, value: pair.value } : { key: pair.name, value: pair.value, disabled: true });

function urlOf({ base, path, path_variables, query }: Template): object {
  const text = query.filter(isOn).map(({ name, value }) => `${encodedText(name)}=${encodedText(value)}`).join('&');
  return {
    raw: `${base}${path}${text === '' ? '' : `?${text}`}`,
    host: [base],
    path: path.slice(1).split('/'),
    // Postman encodes what is no character of a query, and takes these as they are.
    query: query.map((pair) => entryOf(isOn(pair) ? { name: escaped(pair.name), value: escaped(pair.value) } : pair)),
    variable: path_variables.map(entryOf),
  };
}

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
