import { createRequire } from 'node:module';
import { AppError } from '../../../../shared/errors.ts';
import { mostExamples, type ImportedExample } from '../example-text.ts';
import { entriesOf, field, isTree, listField, textField, type Tree } from '../openapi/tree.ts';
import { fileBody, filePart, formBody, graphqlBody, noBody, rawBody, textPart, urlEncodedBody, type Part } from './bodies.ts';
import { isOn, pairOf, type AuthFields, type BodyFields, type Pair, type Problem, type ReadCollection, type ReadRequest } from './collection.ts';
import { testsOfAssertions } from './bruno-assertions.ts';
import { readBrunoAuth } from './bruno-auth.ts';
import { requestsIn, type Format } from './read-folders.ts';

/** Its grammar is not made for more. */
const longestBru = 2 * 1024 * 1024;

export const isBru = (text: string): boolean => /^\s*meta[ \t]*\{/.test(text);
export const isBruno = (root: Tree): boolean => Array.isArray(field(root, 'items')) && (field(root, 'brunoConfig') !== undefined || field(root, 'version') !== undefined || field(root, 'exportedUsing') !== undefined) && field(root, 'openapi') === undefined;

export interface BrunoLanguage {
  /** Throws where the text is not valid. */
  bruToJsonV2(text: string): unknown;
  bruToEnvJsonV2(text: string): unknown;
  collectionBruToJson(text: string): unknown;
  jsonToBruV2(request: object): string;
  jsonToCollectionBru(collection: object): string;
  envJsonToBruV2(environment: object): string;
}

/** Loaded when it is needed: building its grammar takes longer than reading most collections. */
export const brunoLanguage = (): BrunoLanguage => createRequire(import.meta.url)('@usebruno/lang') as BrunoLanguage;

/** What a text in its language says. Throws `invalid_input` or `too_large`. */
export function parsedBru(text: string, parse: 'bruToJsonV2' | 'bruToEnvJsonV2' | 'collectionBruToJson'): Tree {
  if (text.length > longestBru) throw new AppError('too_large', `The file is longer than ${longestBru / 1024 / 1024} MB. Export the collection as JSON and import that.`);
  try {
    return brunoLanguage()[parse](text) as Tree;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new AppError('invalid_input', `The file cannot be imported: it is not valid Bru (${(error as Error).message.split('\n')[0]?.slice(0, 200)}). Correct it and try again.`);
  }
}

/** One request, as Bruno keeps it in a file. */
export function readBru(text: string): ReadCollection {
  return readBrunoItem(brunoItem(text), []);
}

/** One request of the tree, as a collection of its own. */
export function readBrunoItem(item: object, problems: Problem[]): ReadCollection {
  const [request] = requestsIn([item], '#', format(problems), problems);
  if (!request) throw new AppError('invalid_input', 'The file cannot be imported: it holds no HTTP request. Choose the file of a request.');
  const { variables = new Map<string, string>(), ...rest } = request;
  return { name: request.name, variables, requests: [{ ...rest, where: '#' }], problems: problems.map((one) => ({ ...one, where: one.where.replace(/^#\/0(?=\/|$)/, '#') })) };
}

/** A file of one request as it stands in a collection's JSON; it has no `request` where it holds none of HTTP. */
export function brunoItem(text: string) {
  const bru = parsedBru(text, 'bruToJsonV2');
  const meta = field(bru, 'meta');
  const http = field(bru, 'http');
  const item = { name: textField(meta, 'name'), type: textField(meta, 'type'), seq: textField(meta, 'seq'), tags: field(meta, 'tags'), settings: field(bru, 'settings'), examples: field(bru, 'examples') };
  if (!isTree(http)) return { ...item, request: undefined };
  return {
    ...item,
    request: {
      method: textField(http, 'method'), url: textField(http, 'url'), params: field(bru, 'params'), headers: field(bru, 'headers'), docs: field(bru, 'docs'),
      auth: { ...(field(bru, 'auth') as object | undefined), mode: textField(http, 'auth') || 'none' }, body: { ...(field(bru, 'body') as object | undefined), mode: bodyMode(textField(http, 'body')) },
      script: field(bru, 'script'), tests: field(bru, 'tests'), assertions: field(bru, 'assertions'), vars: field(bru, 'vars'),
    },
  };
}

const bodyMode = (name: string) => ({ 'form-urlencoded': 'formUrlEncoded', 'multipart-form': 'multipartForm' })[name] ?? name;

/** A collection as Bruno exports it, in JSON. */
export function readBruno(root: Tree): ReadCollection {
  const problems: Problem[] = [];
  const top = field(field(root, 'root'), 'request');
  configProblems(field(root, 'brunoConfig'), '#/brunoConfig', problems);
  const auth = readBrunoAuth(field(top, 'auth'), '#/root/request/auth', problems);
  scripts(top, '#/root/request', problems);
  const requests = requestsIn(listField(root, 'items'), '#/items', format(problems), problems, { folders: [], headers: pairs(field(top, 'headers')) });
  const environments = listField(root, 'environments');
  const active = environments.find((one) => textField(one, 'uid') === textField(root, 'activeEnvironmentUid')) ?? environments[0];
  if (environments.length > 1) problems.push({ where: '#/environments', message: `It has ${environments.length} environments, of which “${textField(active, 'name').slice(0, 60)}” was filled in.` });
  const variables = listField(active, 'variables').filter((one) => field(one, 'enabled') !== false);
  return {
    name: textField(root, 'name'),
    description: textField(field(root, 'root'), 'docs').slice(0, 20_000),
    ...(auth === undefined ? {} : { auth }),
    variables: new Map([...variablesOf(field(top, 'vars')), ...variables.map((one) => [textField(one, 'name'), textField(one, 'value')] as const)]),
    secrets: new Set(variables.filter((one) => field(one, 'secret') === true).map((one) => textField(one, 'name'))),
    requests,
    problems,
  };
}

const format = (problems: Problem[]): Format => ({
  folder(item, where) {
    if (textField(item, 'type') !== 'folder' && !Array.isArray(field(item, 'items'))) return undefined;
    const own = field(field(item, 'root'), 'request');
    scripts(own, where, problems);
    return { items: listField(item, 'items'), field: 'items', auth: handedOn(readBrunoAuth(field(own, 'auth'), where, problems)), headers: pairs(field(own, 'headers')), variables: variablesOf(field(own, 'vars')) };
  },
  request(item, where) {
    const type = textField(item, 'type');
    if (['', 'http', 'http-request', 'graphql', 'graphql-request'].includes(type) && isTree(field(item, 'request'))) return readRequest(item, where, problems);
    problems.push({ where, message: `“${textField(item, 'name').slice(0, 100)}” is of the kind “${type.slice(0, 40)}”, which cannot be sent, and is left out.` });
    return undefined;
  },
});

/** A folder that signs in by nothing leaves it to what is around it. */
const handedOn = (auth: AuthFields | undefined) => (auth?.type === 'none' ? undefined : auth);

function readRequest(item: unknown, where: string, problems: Problem[]): ReadRequest {
  const request = field(item, 'request');
  scripts(request, where, problems);
  const auth = readBrunoAuth(field(request, 'auth'), where, problems);
  const params = listField(request, 'params');
  const ofType = (type: string) => pairs(params.filter((one) => (textField(one, 'type') || 'query') === type));
  // Unless it is to be encoded on its way, what stands in a query is encoded already.
  const isEncoded = field(field(item, 'settings'), 'encodeUrl') !== true;
  const query = ofType('query').map((pair) => (isEncoded ? pairOf(decoded(pair.name), decoded(pair.value), pair.enabled === false) : pair));
  const url = textField(request, 'url');
  const settings = field(item, 'settings');
  const timeout = field(settings, 'timeout');
  if (field(settings, 'followRedirects') === false) problems.push({ where, message: 'It follows no redirects there; here redirects are followed.' });
  const tests = testsOfAssertions(field(request, 'assertions'), where, problems);
  const examples = listField(item, 'examples').flatMap(exampleOf).slice(0, mostExamples);
  const variables = variablesOf(field(request, 'vars'));
  return {
    where,
    name: textField(item, 'name'),
    description: textField(request, 'docs').slice(0, 20_000),
    method: (textField(request, 'method') || 'GET').toUpperCase(),
    // The fields of the query stand in the address, too; what is switched off only among the fields.
    url: query.length > 0 ? url.replace(/\?[^#]*/, '') : url,
    query,
    path_variables: ofType('path'),
    headers: pairs(field(request, 'headers')),
    body: bodyOf(field(request, 'body'), where, problems),
    tags: listField(item, 'tags').filter((tag) => typeof tag === 'string'),
    ...(auth === undefined ? {} : { auth }),
    ...(typeof timeout === 'number' && timeout > 0 ? { timeout_ms: timeout } : {}),
    ...(tests.length === 0 ? {} : { tests }),
    ...(examples.length === 0 ? {} : { examples }),
    ...(variables.size === 0 ? {} : { variables }),
  };
}

/** A saved answer; its own request is that of its item. */
function exampleOf(example: unknown): ImportedExample[] {
  const response = field(example, 'response');
  if (!isTree(response)) return [];
  const status = Number(textField(response, 'status')) || 200;
  const headers = Object.fromEntries(pairs(field(response, 'headers')).filter(isOn).map(({ name, value }) => [name.toLowerCase(), value]));
  const content = field(field(response, 'body'), 'content');
  return [{ name: textField(example, 'name').trim().slice(0, 200) || `Answer ${status}`, status, headers, text: typeof content === 'string' ? content : content === undefined || content === null ? '' : JSON.stringify(content) }];
}

/** What a collection sets beyond its requests, which belongs to an environment here. */
export function configProblems(config: unknown, where: string, problems: Problem[]): void {
  const certificates = field(config, 'clientCertificates');
  const proxy = field(config, 'proxy');
  if (listField({ certs: certificates }, 'certs').length > 0 || listField(certificates, 'certs').length > 0) problems.push({ where, message: 'Its client certificates are left out. Set them in the network of an environment.' });
  if (field(proxy, 'enabled') === true || field(proxy, 'inherit') === false) problems.push({ where, message: 'Its proxy is left out. Set it in the network of an environment.' });
}

function bodyOf(body: unknown, where: string, problems: Problem[]): BodyFields {
  const mode = textField(body, 'mode');
  switch (mode) {
    case '':
    case 'none':
      return noBody;
    case 'json':
    case 'text':
    case 'xml':
    case 'sparql':
      return rawBody(textField(body, mode), { json: 'application/json', text: 'text/plain', xml: 'application/xml', sparql: 'application/sparql-query' }[mode]);
    case 'formUrlEncoded':
      return urlEncodedBody(pairs(field(body, 'formUrlEncoded')));
    case 'multipartForm':
      return formBody(listField(body, 'multipartForm').filter((one) => field(one, 'enabled') !== false).flatMap(partsOf), where, problems);
    case 'graphql':
      return graphqlBody(textField(field(body, 'graphql'), 'query'), textField(field(body, 'graphql'), 'variables'));
    case 'file': {
      const chosen = listField(body, 'file').find((one) => field(one, 'selected') !== false);
      return fileBody(textField(chosen, 'filePath'), textField(chosen, 'contentType'), where, problems);
    }
    default:
      problems.push({ where, message: `A body of the mode “${mode.slice(0, 60)}” cannot be sent and is left out.` });
      return noBody;
  }
}

function partsOf(one: unknown): Part[] {
  const name = textField(one, 'name');
  const type = textField(one, 'contentType');
  if (textField(one, 'type') !== 'file') return [textPart(name, textField(one, 'value'), type)];
  return listField(one, 'value').map((file) => filePart(name, typeof file === 'string' ? file : 'file', type));
}

function scripts(request: unknown, where: string, problems: Problem[]): void {
  const told: [string, unknown][] = [
    ['pre-request script', field(field(request, 'script'), 'req')], ['post-response script', field(field(request, 'script'), 'res')],
    ['tests', field(request, 'tests')], ['variables after the response', field(field(request, 'vars'), 'res')],
  ];
  for (const [what, found] of told) {
    const isThere = Array.isArray(found) ? found.length > 0 : typeof found === 'string' && found.trim() !== '';
    if (isThere) problems.push({ where, message: `Its ${what} ${what.endsWith('script') ? 'was' : 'were'} not carried over: scripts are never run here.` });
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const variablesOf = (vars: unknown): Map<string, string> => new Map(pairs(field(vars, 'req')).filter((pair) => isOn(pair)).map(({ name, value }) => [name, value]));

const pairs = (list: unknown): Pair[] => (Array.isArray(list) ? (list as unknown[]) : []).filter((one) => entriesOf(one).length > 0).map((one) => pairOf(textField(one, 'name'), textField(one, 'value'), field(one, 'enabled') === false));
