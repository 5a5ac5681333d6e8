import { AppError } from '../../../../shared/errors.ts';
import type { EndpointTest } from '../../../../shared/contract/endpoint-tests.ts';
import { folderOf, partsOfFolder, topFolder } from '../../../../shared/rules/endpoint-folders.ts';
import { pathVariableNames } from '../../../../shared/rules/path-template.ts';
import type { Parameter } from '../openapi/imported.ts';
import { noAuth } from '../openapi/security.ts';
import { isOn, pairOf, type AuthFields, type CollectionApi, type CollectionEndpoint, type ImportedCollection, type Pair, type Problem, type ReadCollection, type ReadRequest } from './collection.ts';
import { credentialsOf } from './credentials.ts';
import { readAddress, type Address } from './address.ts';
import { readMessage } from './message.ts';
import { isSecretField } from './secret-headers.ts';
import { createVariables, variablesIn, type Variables } from './variables.ts';

const maxEndpoints = 10_000;
const maxProblems = 500;

interface Placed {
  readonly request: ReadRequest;
  readonly address: Address;
}

/** From what a reader found to APIs and endpoints in our own fields: one API for each server, the busiest first. */
export function assemble(kind: string, read: ReadCollection): ImportedCollection {
  const problems: Problem[] = [...read.problems];
  const variables = createVariables(read.variables);
  if (read.requests.length > maxEndpoints) problems.push({ where: '#', message: `It has ${read.requests.length} requests, of which the first ${maxEndpoints} were imported. Import the others in parts.` });
  const placed = read.requests.slice(0, maxEndpoints).flatMap((request): Placed[] => {
    const address = readAddress(request, variables.within(request.variables), read.literal ?? false);
    if (typeof address !== 'string') return [{ request, address }];
    problems.push({ where: request.where, message: address });
    return [];
  });
  const servers = [...Map.groupBy(placed, ({ address }) => address.server).values()].toSorted((one, other) => other.length - one.length);
  if (servers.length === 0 && read.requests.length === 0) throw new AppError('invalid_input', 'The collection cannot be imported: it has no requests. Choose another one.');
  if (servers.length === 0) throw new AppError('invalid_input', `The collection cannot be imported: none of its requests can be sent. ${problems.at(-1)?.message ?? ''}`.trim());
  const missing = new Map<string, string>();
  const apis = servers.map((group) => apiOf(read, group, servers.length > 1, variables, missing, problems));
  for (const [name, where] of missing) problems.push({ where, message: `The variable “${name.slice(0, 100)}” has no value in it. Set it in the environment or in the API before this is called, or write its value in the place of {{${name.slice(0, 100)}}}.` });
  return { kind, apis, problems: problems.length > maxProblems ? [...problems.slice(0, maxProblems), { where: '#', message: `${problems.length - maxProblems} more problems are not listed.` }] : problems };
}

function apiOf(read: ReadCollection, group: readonly Placed[], isOneOfMany: boolean, variables: Variables, missing: Map<string, string>, problems: Problem[]): CollectionApi {
  const { server } = group[0]!.address;
  const base = group[0]!.address.base_path;
  const base_path = group.every(({ address }) => address.base_path === base) ? base : '';
  const where = group[0]!.request.where;
  if (server === '') problems.push({ where, message: 'The address names no server that is known; set the API’s server URL before it is called.' });
  const given = read.auth && credentialsOf(read.auth, variables, '#', problems);
  const found = group.map(({ request, address }) => endpointOf(read, request, address, base_path, variables, missing, problems));
  const shared = given ?? sharedAuth(found);
  const endpoints = found.map((endpoint) => withoutSame(endpoint, shared ?? noAuth));
  const used = variablesIn(JSON.stringify(found.map(({ headers, body, parameters }) => [headers, body.content ?? '', parameters])));
  const values = used.flatMap((name): [string, unknown][] => {
    const value = variables.valueOf(name);
    return value === undefined ? [] : [[name, read.secrets?.has(name) || isSecretField(name) ? { value, secret: true } : value]];
  });
  const name = read.name.trim() || nameOfServer(server);
  return {
    api: { name: isOneOfMany && read.name.trim() !== '' ? `${name} (${nameOfServer(server)})` : name, description: read.description ?? '', server_url: server, base_path, auth: shared ?? noAuth, ...(values.length === 0 ? {} : { variables: Object.fromEntries(values) }) },
    endpoints,
  };
}

/** Where every request signs in the same way, that way is the API's. */
function sharedAuth(endpoints: readonly CollectionEndpoint[]) {
  const first = endpoints[0]?.auth;
  return endpoints.every(({ auth }) => auth !== undefined && first !== undefined && same(auth, first)) ? first : undefined;
}

/** What signs in as the API does says nothing of its own. */
function withoutSame(endpoint: CollectionEndpoint, shared: AuthFields): CollectionEndpoint {
  const { auth, ...rest } = endpoint;
  return auth === undefined || same(auth, shared) ? rest : endpoint;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const nameOfServer = (server: string) => server.replace(/^https?:\/\//, '') || 'Imported API';

function endpointOf(
  read: ReadCollection, request: ReadRequest, address: Address, base_path: string, shared: Variables, missing: Map<string, string>, problems: Problem[],
): CollectionEndpoint {
  const { where, timeout_ms, tags = [] } = request;
  const variables = shared.within(request.variables);
  const path = (base_path === '' ? address.base_path + address.path : address.path) || '/';
  const { headers, shown, body, auth: fromHeaders } = readMessage(request, { variables, secrets: read.secrets ?? new Set(), signsIn: read.auth !== undefined && read.auth.type !== 'none', where, problems });
  const own = request.auth && credentialsOf(request.auth, variables, where, problems);
  const auth = own?.type === 'none' ? (fromHeaders ?? own) : (own ?? fromHeaders ?? address.auth);
  const values = new Map((request.path_variables ?? []).map(({ name, value }) => [name, variables.resolve(value)]));
  const parameters: Parameter[] = [
    ...pathVariableNames(path).map((name) => inPath(name, values.get(name))),
    ...inQuery([...address.query, ...(request.query ?? []).map((pair) => pairOf(variables.resolve(pair.name), variables.kept(pair.value), !isOn(pair)))]),
    ...shown.map(({ name, value }): Parameter => ({ name, in: 'header', required: false, type: 'string', example: value })),
  ];
  for (const name of variablesIn(JSON.stringify([headers, body.content ?? '', parameters]))) if (variables.valueOf(name) === undefined && !missing.has(name)) missing.set(name, where);
  const folder = folderOf((request.folders ?? []).flatMap(partsOfFolder)).slice(0, 300);
  const tests = (request.tests ?? []).flatMap((test) => testOf(test, variables, where, problems));
  return {
    name: (request.name.trim() || `${request.method} ${path}`).slice(0, 300),
    description: request.description ?? '',
    method: request.method,
    path,
    // A tag names a folder, too, where nothing else does.
    ...(folder !== '' ? { folder } : tags.length > 0 ? { folder: topFolder } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    parameters, headers, body,
    ...(auth === undefined ? {} : { auth }),
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
    ...(tests.length === 0 ? {} : { tests }),
    ...(request.examples === undefined ? {} : { examples: request.examples }),
  };
}

/** Tests have no variables: what has a value is filled in, and what has none cannot be held against anything. */
function testOf(test: EndpointTest, variables: Variables, where: string, problems: Problem[]): EndpointTest[] {
  const { path, expected } = test;
  const filled = { ...test, ...(typeof path === 'string' && { path: variables.resolve(path) }), ...(typeof expected === 'string' && { expected: variables.resolve(expected) }) };
  const [unknown] = variablesIn(JSON.stringify([filled.path, filled.expected]));
  if (unknown === undefined) return [filled];
  problems.push({ where, message: `Its test “${test.name.slice(0, 100)}” needs the variable “${unknown.slice(0, 60)}”, which has no value, and is left out.` });
  return [];
}

/** A value that is another variable without a value is none. */
const inPath = (name: string, value: string | undefined): Parameter =>
  ({ name, in: 'path', required: true, type: 'string', ...(value === undefined || value === '' || variablesIn(value).length > 0 ? {} : { value }) });

/** By name, in the order of their first one: several values of a name are a list of them. */
function inQuery(pairs: readonly Pair[]): Parameter[] {
  const on = Map.groupBy(pairs.filter((pair) => pair.name !== '' && isOn(pair)), ({ name }) => name);
  const off = pairs.filter((pair) => pair.name !== '' && !isOn(pair) && !on.has(pair.name));
  return [
    ...[...on].map(([name, same]): Parameter => ({ name, in: 'query', required: false, type: 'string', value: same.length === 1 ? same[0]!.value : same.map(({ value }) => value) })),
    ...off.map(({ name, value }): Parameter => ({ name, in: 'query', required: false, type: 'string', example: value })),
  ];
}
