import { createRequire } from 'node:module';
import { AppError } from '../../../../shared/errors.ts';
import { entriesOf, field, isTree, listField, textField, type Tree } from '../openapi/tree.ts';
import { fileBody, filePart, formBody, graphqlBody, noBody, rawBody, textPart, urlEncodedBody, type Part } from './bodies.ts';
import { pairOf, type AuthFields, type BodyFields, type Pair, type Problem, type ReadCollection, type ReadRequest } from './collection.ts';
import { oauthFrom } from './oauth-client.ts';
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
  const item = brunoItem(text);
  if (item.request === undefined) throw new AppError('invalid_input', 'The file cannot be imported: it holds no HTTP request. Choose the file of a request.');
  const problems: Problem[] = [];
  const request = readRequest(item, '#', problems);
  return { name: request.name, variables: variablesOf(item.request.vars), requests: [request], problems };
}

/** A file of one request as it stands in a collection's JSON; it has no `request` where it holds none of HTTP. */
export function brunoItem(text: string) {
  const bru = parsedBru(text, 'bruToJsonV2');
  const meta = field(bru, 'meta');
  const http = field(bru, 'http');
  const item = { name: textField(meta, 'name'), type: textField(meta, 'type'), seq: textField(meta, 'seq'), settings: field(bru, 'settings') };
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
  const auth = readAuth(field(top, 'auth'), '#/root/request/auth', problems);
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
    return { items: listField(item, 'items'), field: 'items', auth: readAuth(field(own, 'auth'), where, problems), headers: pairs(field(own, 'headers')) };
  },
  request(item, where) {
    const type = textField(item, 'type');
    if (['', 'http', 'http-request', 'graphql', 'graphql-request'].includes(type) && isTree(field(item, 'request'))) return readRequest(item, where, problems);
    problems.push({ where, message: `“${textField(item, 'name').slice(0, 100)}” is of the kind “${type.slice(0, 40)}”, which cannot be sent, and is left out.` });
    return undefined;
  },
});

function readRequest(item: unknown, where: string, problems: Problem[]): ReadRequest {
  const request = field(item, 'request');
  scripts(request, where, problems);
  const auth = readAuth(field(request, 'auth'), where, problems);
  const params = listField(request, 'params');
  const ofType = (type: string) => pairs(params.filter((one) => (textField(one, 'type') || 'query') === type));
  // Unless it is to be encoded on its way, what stands in a query is encoded already.
  const isEncoded = field(field(item, 'settings'), 'encodeUrl') !== true;
  const query = ofType('query').map((pair) => (isEncoded ? pairOf(decoded(pair.name), decoded(pair.value), pair.enabled === false) : pair));
  const url = textField(request, 'url');
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
    ...(auth === undefined ? {} : { auth }),
  };
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

function readAuth(auth: unknown, where: string, problems: Problem[]): AuthFields | undefined {
  const mode = textField(auth, 'mode');
  const get = (name: string) => textField(field(auth, mode), name);
  switch (mode) {
    case '':
    case 'inherit':
      return undefined;
    case 'none':
      return { type: 'none', credentials: {} };
    case 'basic':
      return { type: 'basic_auth', credentials: { username: get('username'), password: get('password') } };
    case 'digest':
      return { type: 'digest', credentials: { username: get('username'), password: get('password') } };
    case 'bearer':
      return { type: 'bearer_token', credentials: { token: get('token') } };
    case 'apikey':
      return { type: 'api_key', credentials: { name: get('key'), value: get('value'), in: get('placement') === 'queryparams' ? 'query' : 'header' } };
    case 'oauth2':
      return oauthFrom({
        access_token: '', grant: get('grantType'), authorization_url: get('authorizationUrl'), token_url: get('accessTokenUrl'), client_id: get('clientId'),
        client_secret: get('clientSecret'), scope: get('scope'), in_body: get('credentialsPlacement') === 'body',
      });
    default:
      problems.push({ where, message: `The authentication “${mode.slice(0, 60)}” cannot be sent; choose another.` });
      return { type: 'none', credentials: {} };
  }
}

function scripts(request: unknown, where: string, problems: Problem[]): void {
  const told: [string, unknown][] = [
    ['pre-request script', field(field(request, 'script'), 'req')], ['post-response script', field(field(request, 'script'), 'res')],
    ['tests', field(request, 'tests')], ['assertions', field(request, 'assertions')], ['variables after the response', field(field(request, 'vars'), 'res')],
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

const variablesOf = (vars: unknown): Map<string, string> => new Map(pairs(field(vars, 'req')).filter(({ enabled }) => enabled !== false).map(({ name, value }) => [name, value]));

const pairs = (list: unknown): Pair[] => (Array.isArray(list) ? (list as unknown[]) : []).filter((one) => entriesOf(one).length > 0).map((one) => pairOf(textField(one, 'name'), textField(one, 'value'), field(one, 'enabled') === false));
