import type { EndpointTest } from '../../../../shared/contract/endpoint-tests.ts';
import { mostExamples, type ImportedExample } from '../example-text.ts';
import { entriesOf, field, isTree, listField, step, textField, type Tree } from '../openapi/tree.ts';
import { fileBody, filePart, formBody, graphqlBody, noBody, rawBody, textPart, urlEncodedBody, type Part } from './bodies.ts';
import { isOn, pairOf, type AuthFields, type BodyFields, type Pair, type Problem, type ReadCollection, type ReadRequest } from './collection.ts';
import { readPostmanAuth } from './postman-auth.ts';
import { testsOfScript } from './postman-tests.ts';
import { requestsIn, type Format } from './read-folders.ts';

/** Does this tree say that it is a Postman collection of format 2? */
export const isPostman = (root: Tree): boolean => Array.isArray(field(root, 'item')) && isTree(field(root, 'info'));

/** A Postman collection, format 2.0 or 2.1. */
export function readPostman(root: Tree): ReadCollection {
  const problems: Problem[] = [];
  const info = field(root, 'info');
  forAll(scripts(root, '#', problems), '#', problems);
  const auth = readPostmanAuth(field(root, 'auth'), '#/auth', problems);
  const requests = requestsIn(listField(root, 'item'), '#/item', format(problems), problems);
  const variables = listField(root, 'variable').filter((one) => field(one, 'disabled') !== true);
  return {
    name: textField(info, 'name'),
    description: described(info),
    ...(auth === undefined ? {} : { auth }),
    variables: new Map(variables.map((one) => [textField(one, 'key') || textField(one, 'id'), scalar(field(one, 'value'))])),
    secrets: new Set(variables.filter((one) => textField(one, 'type') === 'secret').map((one) => textField(one, 'key'))),
    requests,
    problems,
  };
}

const format = (problems: Problem[]): Format => ({
  folder(item, where) {
    const items = field(item, 'item');
    if (!Array.isArray(items)) return undefined;
    forAll(scripts(item, where, problems), where, problems);
    return { items: items as unknown[], field: 'item', auth: readPostmanAuth(field(item, 'auth'), where, problems) };
  },
  request(item, where) {
    const tests = scripts(item, where, problems);
    const auth = readPostmanAuth(field(item, 'auth'), where, problems);
    const request = field(item, 'request');
    if (typeof request === 'string') return { where, name: textField(item, 'name'), method: 'GET', url: request, headers: [], body: noBody, ...(auth && { auth }) };
    if (isTree(request)) return { ...readRequest(item, request, auth, where, problems), ...(tests.length > 0 && { tests }) };
    problems.push({ where, message: `“${textField(item, 'name').slice(0, 100)}” has no request and is left out.` });
    return undefined;
  },
});

function readRequest(item: unknown, request: Tree, inherited: AuthFields | undefined, where: string, problems: Problem[]): ReadRequest {
  const at = step(where, 'request');
  const auth = readPostmanAuth(field(request, 'auth'), at, problems) ?? inherited;
  const url = field(request, 'url');
  const examples = listField(item, 'response').flatMap(exampleOf).slice(0, mostExamples);
  if (isTree(field(request, 'proxy')) || isTree(field(request, 'certificate'))) problems.push({ where: at, message: 'Its own proxy or client certificate is left out.' });
  return {
    where: at,
    name: textField(item, 'name'),
    description: described(request) || described(item),
    method: (textField(request, 'method') || 'GET').toUpperCase(),
    ...addressOf(url),
    headers: typeof request['header'] === 'string' ? headerLines(request['header']) : pairs(field(request, 'header')),
    body: bodyOf(field(request, 'body'), step(at, 'body'), problems),
    ...(auth === undefined ? {} : { auth }),
    ...(examples.length === 0 ? {} : { examples }),
  };
}

/** A saved response, whose own request is that of its item. */
function exampleOf(response: unknown): ImportedExample[] {
  if (!isTree(response)) return [];
  const status = Number(textField(response, 'code')) || 200;
  const headers = typeof response['header'] === 'string' ? headerLines(response['header']) : pairs(response['header']);
  const named = Object.fromEntries(headers.filter(isOn).map(({ name, value }) => [name.toLowerCase(), value]));
  return [{ name: textField(response, 'name').trim().slice(0, 200) || `Answer ${status}`, status, headers: named, text: scalar(response['body']) }];
}

/** The text of an address has its query without what is switched off; its parts have both, so they win. */
function addressOf(url: unknown): Pick<ReadRequest, 'url' | 'query' | 'path_variables'> {
  if (!isTree(url)) return { url: scalar(url) };
  const raw = textField(url, 'raw') || assembled(url);
  const query = pairs(field(url, 'query'));
  const values = listField(url, 'variable').map((one): Pair => ({ name: textField(one, 'key') || textField(one, 'id'), value: scalar(field(one, 'value')) }));
  const isPlain = query.length > 0 && query.every(({ name, value }) => name !== '' && !/[%+#]/.test(name + value)) && listField(url, 'query').every((one) => field(one, 'value') !== null);
  return { url: isPlain ? raw.replace(/\?[^#]*/, '') : raw, query: isPlain ? query : query.filter(({ enabled }) => enabled === false), path_variables: values };
}

function assembled(url: Tree): string {
  const joined = (name: string, separator: string) => (Array.isArray(url[name]) ? (url[name] as unknown[]).map((part) => (isTree(part) ? textField(part, 'value') : scalar(part))).join(separator) : scalar(url[name]));
  const protocol = textField(url, 'protocol');
  const port = textField(url, 'port');
  const path = joined('path', '/').replace(/^\/?/, '/');
  const query = pairs(field(url, 'query')).filter(({ enabled }) => enabled !== false).map(({ name, value }) => `${name}=${value}`).join('&');
  return `${protocol === '' ? '' : `${protocol}://`}${joined('host', '.')}${port === '' ? '' : `:${port}`}${path}${query === '' ? '' : `?${query}`}`;
}

function bodyOf(body: unknown, where: string, problems: Problem[]): BodyFields {
  if (!isTree(body) || body['disabled'] === true) return noBody;
  const mode = textField(body, 'mode');
  switch (mode) {
    case '':
      return noBody;
    case 'raw': {
      const text = textField(body, 'raw');
      return text === '' ? noBody : rawBody(text, typeOfLanguage(textField(field(field(body, 'options'), 'raw'), 'language')));
    }
    case 'urlencoded':
      return urlEncodedBody(pairs(body['urlencoded']));
    case 'formdata':
      return formBody(listField(body, 'formdata').filter((one) => field(one, 'disabled') !== true).flatMap(partsOf), where, problems);
    case 'file': {
      const content = field(body['file'], 'content');
      return typeof content === 'string' ? rawBody(content) : fileBody(textField(body['file'], 'src'), undefined, where, problems);
    }
    case 'graphql':
      return graphqlBody(textField(body['graphql'], 'query'), textField(body['graphql'], 'variables'));
    default:
      problems.push({ where, message: `A body of the mode “${mode.slice(0, 60)}” cannot be sent and is left out.` });
      return noBody;
  }
}

function partsOf(one: unknown): Part[] {
  const name = textField(one, 'key');
  const type = textField(one, 'contentType');
  if (textField(one, 'type') !== 'file') return [textPart(name, scalar(field(one, 'value')), type)];
  const files = field(one, 'src');
  return (Array.isArray(files) && files.length > 0 ? (files as unknown[]) : [files]).map((file) => filePart(name, textField(one, 'fileName') || scalar(file) || 'file', type));
}

const typeOfLanguage = (language: string): string | undefined => ({ json: 'application/json', xml: 'application/xml', html: 'text/html', javascript: 'application/javascript', text: 'text/plain' })[language];

function pairs(list: unknown): Pair[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter((one) => isTree(one)).map((one) => pairOf(textField(one, 'key'), scalar(field(one, 'value')), field(one, 'disabled') === true));
}

/** In older files the headers are one text. */
const headerLines = (text: string): Pair[] => text.split(/\r?\n/).flatMap((line) => {
  const at = line.indexOf(':');
  return at < 1 ? [] : [{ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }];
});

const scalar = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '');

function described(tree: unknown): string {
  const description = field(tree, 'description');
  return (typeof description === 'string' ? description : textField(description, 'content')).slice(0, 20_000);
}

/** Scripts are never run, so what they did is told to whoever imports them. */
/** Tests belong to endpoints here. */
function forAll(tests: readonly EndpointTest[], where: string, problems: Problem[]): void {
  if (tests.length > 0) problems.push({ where, message: 'Its tests of all requests in it were not carried over. Write them at the endpoints.' });
}

/** The tests among them that say what they expect; what would have to be run is told among the problems. */
function scripts(tree: unknown, where: string, problems: Problem[]): EndpointTest[] {
  const found: EndpointTest[] = [];
  for (const event of listField(tree, 'event')) {
    const lines = field(field(event, 'script'), 'exec');
    const source = Array.isArray(lines) ? (lines as unknown[]).map(String).join('\n') : scalar(lines);
    if (source.trim() === '' || field(event, 'disabled') === true) continue;
    if (textField(event, 'listen') !== 'test') {
      problems.push({ where, message: 'Its pre-request script was not carried over: scripts are never run here.' });
      continue;
    }
    const { tests, whole } = testsOfScript(source);
    found.push(...tests);
    if (!whole) problems.push({ where, message: `${tests.length === 0 ? 'Its tests were' : 'The rest of its tests was'} not carried over: scripts are never run here.` });
  }
  for (const [name] of entriesOf(field(tree, 'protocolProfileBehavior'))) {
    if (name === 'disableBodyPruning') continue;
    problems.push({ where, message: `Its setting “${name.slice(0, 60)}” is left out.` });
  }
  return found;
}
