import { entriesOf, field, isTree, listField, textField, type Tree } from '../openapi/tree.ts';
import { fileBody, filePart, formBody, graphqlBody, noBody, rawBody, textPart, urlEncodedBody, type Part } from './bodies.ts';
import { pairOf, type AuthFields, type BodyFields, type Pair, type Problem, type ReadCollection } from './collection.ts';
import { oauthFrom } from './oauth-client.ts';
import { requestsIn, type Format } from './read-folders.ts';

const isFive = (root: Tree): boolean => /\.insomnia\.rest\/5/.test(textField(root, 'type'));
export const isInsomnia = (root: Tree): boolean => isFive(root) || (textField(root, '_type') === 'export' && Array.isArray(field(root, 'resources')));

/** An export of Insomnia: format 5, or format 4, which is a flat list of resources. */
export const readInsomnia = (root: Tree): ReadCollection => readFive(isFive(root) ? root : fromFour(root));

function readFive(root: Tree): ReadCollection {
  const problems: Problem[] = [];
  const requests = requestsIn(listField(root, 'collection'), '#/collection', format(problems), problems);
  const base = field(root, 'environments');
  const others = listField(base, 'subEnvironments');
  if (others.length > 0) problems.push({ where: '#/environments', message: `Its base environment was filled in, and the ${others.length} others were not.` });
  const templated = JSON.stringify(requests).match(/\{%[^%]{0,200}%\}/g) ?? [];
  for (const tag of new Set(templated)) problems.push({ where: '#', message: `The template tag “${tag.slice(0, 100)}” is code of Insomnia; it was not run and stands as it is.` });
  return { name: textField(root, 'name'), description: textField(field(root, 'meta'), 'description').slice(0, 20_000), variables: valuesOf(field(base, 'data'), ''), requests, problems };
}

const format = (problems: Problem[]): Format => ({
  folder(item, where) {
    if (!Array.isArray(field(item, 'children'))) return undefined;
    scripts(item, where, problems);
    const auth = readAuth(field(item, 'authentication'), where, problems);
    return { items: listField(item, 'children'), field: 'children', auth, headers: pairs(field(item, 'headers')), variables: valuesOf(field(item, 'environment'), '') };
  },
  request(item, where) {
    scripts(item, where, problems);
    const auth = readAuth(field(item, 'authentication'), where, problems);
    const name = textField(item, 'name');
    if (textField(item, 'method') === '' || field(item, 'protoMethodName') !== undefined) {
      problems.push({ where, message: `“${name.slice(0, 100)}” is not an HTTP request, and is left out.` });
      return undefined;
    }
    return {
      where, name, description: textField(field(item, 'meta'), 'description').slice(0, 20_000), method: textField(item, 'method').toUpperCase(), url: textField(item, 'url'),
      query: pairs(field(item, 'parameters')), path_variables: pairs(field(item, 'pathParameters')), headers: pairs(field(item, 'headers')),
      body: bodyOf(field(item, 'body'), where, problems), ...(auth && { auth }),
    };
  },
});

/** Format 4 as format 5: what hangs on a folder becomes its children. */
function fromFour(root: Tree): Tree {
  const resources = listField(root, 'resources');
  const children = Map.groupBy(resources, (one) => textField(one, 'parentId'));
  const workspace = resources.find((one) => textField(one, '_type') === 'workspace');
  const seen = new Set<unknown>();
  const treeOf = (id: string): object[] =>
    (children.get(id) ?? []).flatMap((one): object[] => {
      // An id may be its own ancestor in a file that someone made so.
      if (seen.has(one)) return [];
      seen.add(one);
      const kind = textField(one, '_type');
      const described = { ...(one as object), meta: { description: textField(one, 'description') }, scripts: { preRequest: textField(one, 'preRequestScript'), afterResponse: textField(one, 'afterResponseScript') } };
      if (kind === 'request_group') return [{ ...described, children: treeOf(textField(one, '_id')) }];
      return kind === 'request' ? [described] : kind.endsWith('_request') ? [{ name: textField(one, 'name') }] : [];
    });
  const environment = resources.find((one) => textField(one, '_type') === 'environment' && textField(one, 'parentId') === textField(workspace, '_id'));
  return {
    name: textField(workspace, 'name'), meta: { description: textField(workspace, 'description') },
    collection: treeOf(textField(workspace, '_id')), environments: { data: field(environment, 'data'), subEnvironments: children.get(textField(environment, '_id')) ?? [] },
  };
}

function bodyOf(body: unknown, where: string, problems: Problem[]): BodyFields {
  const type = textField(body, 'mimeType');
  const text = textField(body, 'text');
  const file = textField(body, 'fileName');
  const params = listField(body, 'params');
  if (type === 'application/x-www-form-urlencoded') return urlEncodedBody(pairs(params));
  if (type === 'multipart/form-data') return formBody(params.filter((one) => field(one, 'disabled') !== true).map(partOf), where, problems);
  if (file !== '') return fileBody(file, type === 'application/octet-stream' ? '' : type, where, problems);
  if (type === 'application/graphql') {
    const { query, variables } = asGraphql(text);
    return graphqlBody(query, variables);
  }
  return text === '' ? noBody : rawBody(text, type);
}

function asGraphql(text: string): { query: string; variables: string } {
  try {
    const read = JSON.parse(text) as unknown;
    const variables = field(read, 'variables');
    return { query: textField(read, 'query'), variables: variables === undefined ? '' : typeof variables === 'string' ? variables : JSON.stringify(variables) };
  } catch {
    return { query: text, variables: '' };
  }
}

function partOf(one: unknown): Part {
  const type = textField(one, 'contentType');
  if (textField(one, 'type') === 'file') return filePart(textField(one, 'name'), textField(one, 'fileName') || 'file', type);
  return textPart(textField(one, 'name'), textField(one, 'value'), type);
}

function readAuth(auth: unknown, where: string, problems: Problem[]): AuthFields | undefined {
  const type = textField(auth, 'type');
  if (field(auth, 'disabled') === true && type !== '') return { type: 'none', credentials: {} };
  const get = (name: string) => textField(auth, name);
  switch (type) {
    case '':
      return undefined;
    case 'none':
      return { type: 'none', credentials: {} };
    case 'basic':
      return { type: 'basic_auth', credentials: { username: get('username'), password: get('password') } };
    case 'digest':
      return { type: 'digest', credentials: { username: get('username'), password: get('password') } };
    case 'bearer':
      if (!['', 'Bearer'].includes(get('prefix'))) return { type: 'api_key', credentials: { name: 'Authorization', value: get('token'), in: 'header', ...(get('prefix') === 'NO_PREFIX' ? {} : { prefix: get('prefix') }) } };
      return { type: 'bearer_token', credentials: { token: get('token') } };
    case 'singleToken':
      return { type: 'api_key', credentials: { name: 'Authorization', value: get('token'), in: 'header' } };
    case 'apikey':
      if (get('addTo') === 'cookie') return { type: 'custom', credentials: { headers: { Cookie: `${get('key')}=${get('value')}` } } };
      return { type: 'api_key', credentials: { name: get('key'), value: get('value'), in: get('addTo') === 'queryParams' ? 'query' : 'header' } };
    case 'hawk':
      return { type: 'hawk', credentials: { id: get('id'), key: get('key'), algorithm: get('algorithm') || 'sha256' } };
    case 'oauth2':
      return oauthFrom({
        access_token: get('accessToken'), grant: get('grantType'), authorization_url: get('authorizationUrl'), token_url: get('accessTokenUrl'), client_id: get('clientId'),
        client_secret: get('clientSecret'), scope: get('scope'), in_body: field(auth, 'credentialsInBody') === true,
      });
    default:
      problems.push({ where, message: `The authentication “${type.slice(0, 60)}” cannot be sent; choose another.` });
      return { type: 'none', credentials: {} };
  }
}

function scripts(item: unknown, where: string, problems: Problem[]): void {
  for (const [name, what] of [['preRequest', 'pre-request script'], ['afterResponse', 'after-response script']] as const) {
    if (textField(field(item, 'scripts'), name).trim() !== '') problems.push({ where, message: `Its ${what} was not carried over: scripts are never run here.` });
  }
}

/** Values that stand inside of others are named by their way, as in `{{ _.user.name }}`. */
function valuesOf(data: unknown, base: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of entriesOf(data)) {
    if (isTree(value) && base.split('.').length <= 5) for (const [inner, one] of valuesOf(value, `${base}${name}.`)) values.set(inner, one);
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') values.set(base + name, String(value));
  }
  return values;
}

const pairs = (list: unknown): Pair[] => (Array.isArray(list) ? (list as unknown[]) : []).filter((one) => isTree(one)).map((one) => pairOf(textField(one, 'name'), textField(one, 'value'), field(one, 'disabled') === true));
