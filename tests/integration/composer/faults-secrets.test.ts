import { createPrivateKey } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../shared/contract/all.ts';
import { codeLanguages, collectionFormats } from '../../../shared/contract/composer.ts';
import type { Reply } from '../../../shared/rpc.ts';
import { memoryTokens } from '../../../electron/backend/keychain.ts';
import { createBackend } from '../../../electron/backend/create-backend.ts';
import { childLauncher } from '../../../electron/web/launcher.ts';
import { keepable } from '../../../renderer/state/drafts.ts';
import { client, serve } from '../../../shared/rpc.ts';
import { memorySettings } from '../../unit/backend/folders.ts';
import { httpTarget, targetOf, type Target } from '../../unit/execution/target-server.ts';
import { dataOf } from '../backend/backend.ts';
import { makeCertificates, newFolder, startTinyproxy, type Certificates, type Peer } from '../execution/peers.ts';
import { until } from './until.ts';

/** Twenty secrets go out by every way there is, to targets that repeat them; then all that anybody was shown, or that was written, is searched. */

const plain = ['key-header', 'key-query', 'bearer', 'jwt-token', 'oauth-token', 'custom', 'environment', 'of-api', 'cookie', 'form', 'multipart', 'typed-auth', 'typed-header', 'own-header', 'own-cookie', 'marked-header', 'marked-query'] as const;
const never = ['jwt-key', 'basic', 'digest', 'hawk', 'oauth-secret', 'proxy', 'passphrase', 'private-key'] as const;
type Name = (typeof plain)[number] | (typeof never)[number];

/** With characters that every encoding writes in its own way. */
const canary = (name: Name) => (name === 'proxy' || name === 'passphrase' ? `canary-${name}` : `canary-${name}!( x/+'&~"end`);
const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1);
const traces = [
  'canary-',
  ...[...plain, ...never].flatMap((name) => ['', '\0', '\0\0'].map((before) => base64(before + canary(name)).slice(before.length === 0 ? 0 : 4))),
  ...(['basic', 'oauth-secret'] as const).map((name) => base64(`someone:${canary(name)}`)),
];

let certificates: Certificates;
let target: Target;
let secured: Target;
let proxy: Peer;
let folder: string;
let scope: { tenant_id: string; environment_id: string };
let api: ReturnType<typeof client<typeof contract>>;
let close: () => Promise<void>;
const lines: string[] = [];
const seen: { readonly of: string; readonly text: string }[] = [];

function see<T>(of: string, reply: Reply<T>): T {
  seen.push({ of, text: JSON.stringify(reply) });
  return dataOf(reply);
}

const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '');

/** Says everything that it was sent once more, in every part of an answer. */
const echo: RequestListener = ({ url: address, headers }, response) => {
  const url = address!;
  const { authorization } = headers;
  if (url.startsWith('/digest') && !authorization) return void response.writeHead(401, { 'www-authenticate': `Digest realm="r", nonce="${url}", qop="auth"` }).end();
  const given = [...new URL(url, target.url).searchParams.values()];
  const heard = [...Object.values(headers), ...given].flat().join('|');
  const form = new URLSearchParams({ heard }).toString();
  if (url.includes('/moved')) return void response.writeHead(302, { location: `/echo?leak=${encodeURIComponent(heard)}&${form}&next=${encodeURIComponent(url)}` }).end();
  if (url.includes('/error')) return void response.writeHead(302, { location: `ftp://h/${encodeURIComponent(authorization ?? heard)}` }).end();
  const all = `${heard}|${target.requests.at(-1)!.body}`;
  if (url.includes('/bytes')) return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(`\0${all}`);
  if (url.includes('/page')) return void response.writeHead(200, { 'content-type': 'text/html' }).end(`<pre>${all.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</pre>`);
  response.writeHead(url.includes('/failing') ? 503 : 200, `It was ${printable(heard)}`, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(all), 'x-plain': printable(heard) });
  response.end(JSON.stringify({ url, headers, all, form, [all]: 'as a name' }));
};
const places = ['echo', 'moved', 'error', 'bytes', 'page', 'failing'] as const;

const ways: readonly (readonly [Name, string, object])[] = [
  ['key-header', 'api_key', { name: 'X-Key', value: canary('key-header'), prefix: 'Token' }],
  ['key-query', 'api_key', { name: 'key', value: canary('key-query'), in: 'query' }],
  ['bearer', 'bearer_token', { token: canary('bearer') }],
  ['jwt-token', 'jwt', { token: canary('jwt-token') }],
  ['jwt-key', 'jwt', { claims: { sub: 'me' }, key: canary('jwt-key') }],
  ['basic', 'basic_auth', { username: 'someone', password: canary('basic') }],
  ['digest', 'digest', { username: 'someone', password: canary('digest') }],
  ['hawk', 'hawk', { id: 'someone', key: canary('hawk'), algorithm: 'sha256' }],
  ['oauth-token', 'oauth2', { access_token: canary('oauth-token') }],
  ['oauth-secret', 'oauth2', { client_id: 'someone', client_secret: canary('oauth-secret') }],
  ['custom', 'custom', { headers: { 'X-Own': canary('custom') } }],
];
/** What a run brings of its own, and its endpoint does not know. */
const brought = {
  headers: { Cookie: `theme=dark; sid=${canary('cookie')}` },
  body: { type: 'x-www-form-urlencoded', content: { user: 'me', password: canary('form') } },
};

beforeAll(async () => {
  folder = newFolder();
  certificates = makeCertificates(newFolder());
  target = await httpTarget(echo);
  secured = await targetOf(createServer({ ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: true }, (_, response) => void response.end('in')));
  proxy = await startTinyproxy(`ann ${canary('proxy')}`);
  const backend = await createBackend({
    dataFolder: folder, version: '0.0.0', host: 'browser', electronVersion: null, settings: memorySettings(), tokens: memoryTokens(), launcher: childLauncher((line) => lines.push(line)), openExternal: () => Promise.resolve(),
  });
  close = () => backend.close();
  api = client(contract, serve(contract, backend));
  dataOf(await api.profiles.select({ id: 'embedded' }));
  const [tenant] = dataOf(await api.tenants.list({})).rows;
  const { tenants } = dataOf(await api.session.get({}));
  scope = { tenant_id: tenant!.id, environment_id: tenants[0]!.environments[0]!.id };
}, 120_000);
afterAll(async () => {
  await close();
  for (const one of [target, secured, proxy]) await one[Symbol.asyncDispose]();
  for (const one of [folder, certificates.folder]) rmSync(one, { recursive: true, force: true });
});

const idOf = (row: unknown) => (row as { id: string }).id;
const newApi = async (fields: object) => idOf(see('create API', await api.composerApis.create({ ...scope, name: 'Canaries', server_url: target.url, ...fields } as never)));
const newEndpoint = async (api_id: string, fields: object) => idOf(see('create endpoint', await api.composerEndpoints.create({ ...scope, api_id, method: 'POST', path: '/echo', ...fields } as never)));

/** Every way to run an endpoint, and to look at what came of it. */
async function runEverywhere(endpoint_id: string, more: object = {}): Promise<void> {
  const input = { ...scope, endpoint_id, ...more } as never;
  const { id } = see('run', await api.composerExecutions.execute(input));
  const { id: later } = see('run async', await api.composerExecutions.execute({ ...(input as object), execution_mode: 'async' } as never));
  await until(async () => see('status', await api.composerExecutions.status({ ...scope, execution_id: later! } as never)).status !== 0);
  see('test', await api.composerEndpoints.test({ ...(input as object), tests: [{ name: 'all', source: 'body', comparison: 'equals', expected: 'x' }] } as never));
  see('status', await api.composerExecutions.status({ ...scope, execution_id: id! } as never));
  see('retest', await api.composerExecutions.retest({ ...scope, execution_id: id!, tests: [{ name: 'all', source: 'header', path: 'x-plain', comparison: 'matches', expected: '^$' }] } as never));
  // A request whose address held a secret is not sent again.
  seen.push({ of: 'replay', text: JSON.stringify(await api.composerExecutions.replay({ ...scope, execution_id: id!, ...more } as never)) });
}

/** Everything that lies in the folder of the app, and in that of its platform. */
const filesIn = (of: string): string[] => readdirSync(of, { recursive: true, encoding: 'utf8' }).map((name) => join(of, name)).filter((file) => statSync(file).isFile());
const holding = (text: string) => [...traces, certificates.client.key.split('\n')[1]!].filter((trace) => text.includes(trace));
/** Where one stands, with what is around it; what was shown is looked at once. */
const leaks = () => ({
  shown: found(seen.splice(0).map(({ of, text }) => [of, text.replaceAll('\\"', '"')])),
  files: found(filesIn(folder).map((file) => [file.slice(folder.length), readFileSync(file, 'latin1')])),
  log: found(lines.map((line) => ['log', line])),
});
const found = (texts: readonly (readonly [string, string])[]) => texts.flatMap(([of, text]) => holding(text).map((trace) => `${of}: ${text.slice(Math.max(0, text.indexOf(trace) - 100), text.indexOf(trace) + 50)}`));
const nothing = { shown: [], files: [], log: [] };

describe('twenty secrets [F-20]', () => {
  it.each(ways)('%s, as %s, of an API and typed in for one run, are nowhere in clear', { timeout: 120_000 }, async (name, type, credentials) => {
    const auth = { type, credentials };
    const [stored, bare] = [await newApi({ auth }), await newApi({})];
    for (const place of places) await runEverywhere(await newEndpoint(stored, { path: `/${name}/${place}` }));
    for (const place of places) await runEverywhere(await newEndpoint(bare, { path: `/${name}/${place}` }), { auth });
    const arrived = target.requests.filter(({ url, headers }) => (plain as readonly string[]).includes(name)
      ? decodeURIComponent(url + JSON.stringify(headers)).replaceAll('\\"', '"').includes(canary(name))
      : url.startsWith(`/${name}/`) && headers.authorization !== undefined);
    expect(arrived.length).toBeGreaterThan(places.length);
    expect(leaks()).toEqual(nothing);
  });

  it('secret variables, the proxy’s password, and a client certificate are nowhere in clear', { timeout: 120_000 }, async () => {
    const { ca, client: { cert, key } } = certificates;
    const locked = createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: canary('passphrase') });
    const variables = { session: { value: canary('environment'), secret: true } };
    const network = (client: object) => ({ proxy: { url: `http://127.0.0.1:${proxy.port}`, username: 'ann', password: canary('proxy') }, tls: { ca, client: { cert, ...client } } });
    const set = async (client: object) => see('set environment', await api.environments.update({ id: scope.environment_id, tenant_id: scope.tenant_id, variables, network: network(client) } as never));
    const stored = await newApi({ variables: { own: { value: canary('of-api'), secret: true } } });
    await set({ private_key: key });
    for (const place of places) {
      await runEverywhere(await newEndpoint(stored, { path: `/${place}`, headers: { 'X-Own': '{{own}}' }, parameters: [{ name: 'q', in: 'query', value: '{{session}}' }, { name: 'sid', in: 'cookie', value: '{{session}}' }], body: { type: 'raw', content: '{"all":"{{own}}"}' } }));
    }
    expect(target.requests.some(({ headers }) => headers['x-own'] === canary('of-api') && headers['via']?.includes('tinyproxy'))).toBe(true);
    const over = await newEndpoint(await newApi({ server_url: `https://localhost:${secured.port}` }), {});
    for (const client of [{ private_key: key }, { private_key: locked, passphrase: canary('passphrase') }]) {
      await set(client);
      expect(see('run', await api.composerExecutions.execute({ ...scope, endpoint_id: over } as never))).toMatchObject({ status: 200, data: 'in' });
    }
    see('environments', await api.environments.list(scope as never));
    expect(leaks()).toEqual(nothing);
  });

  it('what a run brings of its own under a name that says so is nowhere in clear', { timeout: 120_000 }, async () => {
    dataOf(await api.environments.update({ id: scope.environment_id, tenant_id: scope.tenant_id, network: null } as never));
    const bare = await newApi({});
    for (const place of places) {
      const endpoint = await newEndpoint(bare, { path: `/typed/${place}` });
      await runEverywhere(endpoint, brought);
      await runEverywhere(endpoint, { body: { type: 'form-data', content: [{ name: 'user', value: 'me' }, { name: 'password', value: canary('multipart') }] } });
      await runEverywhere(endpoint, { headers: { Authorization: `Bearer ${canary('typed-header')}`, 'X-Auth-Token': canary('typed-auth') }, body: { type: 'raw', content: JSON.stringify({ user: 'me', password: canary('form') }) } });
    }
    for (const name of ['cookie', 'typed-header', 'typed-auth'] as const) expect(target.requests.some(({ headers }) => JSON.stringify(headers).replaceAll('\\"', '"').includes(canary(name)))).toBe(true);
    expect(target.requests.some(({ body }) => new URLSearchParams(body).get('password') === canary('form'))).toBe(true);
    expect(leaks()).toEqual(nothing);
  });

  it('the headers and parameters of an endpoint are nowhere in clear, by their names or because somebody marked them', { timeout: 120_000 }, async () => {
    const owner = await newApi({});
    const headers = { 'X-API-Key': canary('own-header'), 'X-Shown': 'as it is', 'X-Colour': { value: canary('marked-header'), secret: true } };
    const parameters = [{ name: 'sid', in: 'cookie', value: canary('own-cookie') }, { name: 'colour', in: 'query', value: canary('marked-query'), secret: true }];
    for (const place of places) {
      const endpoint = await newEndpoint(owner, { path: `/own/${place}`, headers, parameters });
      await runEverywhere(endpoint);
      await runEverywhere(endpoint, { edited: { headers: { ...headers, 'X-Other': { value: canary('marked-header'), secret: true } } } });
    }
    const copy = idOf(see('clone', await api.composerApis.clone({ ...scope, id: owner, name: 'Copied canaries' } as never)));
    const { rows: copied } = see('endpoints', await api.composerEndpoints.list({ ...scope, api_id: copy } as never));
    await runEverywhere(copied[0]!.id);
    const arrived = target.requests.filter(({ url }) => url.startsWith('/own/'));
    for (const name of ['own-header', 'marked-header'] as const) expect(arrived.every(({ headers }) => JSON.stringify(headers).replaceAll('\\"', '"').includes(canary(name)))).toBe(true);
    expect(arrived.every(({ headers, url }) => headers.cookie === `sid=${encodeURIComponent(canary('own-cookie'))}` && new URL(url, target.url).searchParams.get('colour') === canary('marked-query'))).toBe(true);
    expect(leaks()).toEqual(nothing);
  });

  it('a workflow and a DAG carry none into what is kept of them', { timeout: 120_000 }, async () => {
    const id = await newApi({ auth: { type: 'bearer_token', credentials: { token: canary('bearer') } } });
    const nodes = await Promise.all(places.map(async (place) => ({ id: place, endpoint_id: await newEndpoint(id, { path: `/flow/${place}` }), on_failure: 'continue' })));
    const flow = idOf(see('create workflow', await api.composerWorkflows.create({ ...scope, name: 'Flow', definition: { nodes, edges: [] } } as never)));
    const { id: run } = see('run workflow', await api.composerExecutions.executeWorkflow({ ...scope, workflow_id: flow, data: {} } as never));
    see('status', await api.composerExecutions.status({ ...scope, execution_id: run! } as never));
    see('workflow runs', await api.composerExecutions.workflowRuns({ ...scope, workflow_id: flow } as never));
    const tasks = nodes.map((node) => ({ task_id: node.id, operator: 'endpoint', endpoint_id: node.endpoint_id }));
    const own = { task_id: 'own', operator: 'http', method: 'GET', url: `${target.url}/dag/echo`, auth: { type: 'api_key', credentials: { name: 'X-Key', value: canary('key-header') } } };
    const typed = { task_id: 'typed', operator: 'endpoint', endpoint_id: nodes[0]!.endpoint_id, auth: { type: 'basic_auth', credentials: { username: 'someone', password: canary('basic') } } };
    see('add DAG', await api.dags.add({ ...scope, dags: [{ dag_id: 'canaries', tasks: [...tasks, own, typed] }] } as never));
    const { dag_run_id } = see('trigger', await api.dags.trigger({ ...scope, dag_id: 'canaries' } as never)) as unknown as { dag_run_id: string };
    const secure = { ...scope, client_id: 'tests', dag_id: 'canaries' };
    await until(async () => {
      const { dag_runs } = see('runs', await api.securedDags.runs(secure as never)) as unknown as { dag_runs: { state: string }[] };
      return ['success', 'failed'].includes(dag_runs[0]!.state);
    });
    see('task instances', await api.securedDags.taskInstances({ ...secure, dag_run_id } as never));
    see('events', await api.securedDags.events(secure as never));
    expect(target.requests.some(({ url }) => url === '/dag/echo')).toBe(true);
    expect(leaks()).toEqual(nothing);
  });

  it('nothing that is exported, generated, listed, logged or drafted has one', { timeout: 120_000 }, async () => {
    const apis = see('APIs', await api.composerApis.list(scope as never)).rows;
    for (const { id } of apis) {
      for (const format of collectionFormats) see(`export ${format}`, await api.composerApis.exportCollection({ ...scope, id, format } as never));
      for (const format of ['json', 'yaml'] as const) see(`OpenAPI ${format}`, await api.composerApis.exportOpenapi({ ...scope, id, format } as never));
      const { rows } = see('endpoints', await api.composerEndpoints.list({ ...scope, api_id: id } as never));
      for (const endpoint of rows.slice(0, 2)) {
        for (const language of codeLanguages) see(`code ${language}`, await api.composerEndpoints.generateCode({ ...scope, endpoint_id: endpoint.id, language } as never));
      }
    }
    for (const list of [api.composerExecutions.list, api.composerExecutions.listTests, api.environments.list, api.jobs.list]) see('list', await list(scope as never) as Reply);
    expect(see('search', await api.composerExecutions.list({ ...scope, search: 'canary' } as never)).rows).toEqual([]);
    const { entries } = see('activity', await api.activity.list({ limit: 1000 }));
    for (const { id } of entries) see('activity', await api.activity.get({ id }));
    see('archive of the activity', await api.activity.har({}));
    see('search', await api.cache.search({ ...scope, text: 'canary' }));
    // A draft is what the form lets through.
    const variables = { token: { value: canary('environment'), secret: true } };
    const forms = [
      keepable(contract.composerApis.fields, { name: 'A', auth: { type: 'bearer_token', credentials: { token: canary('bearer') } }, variables }),
      keepable(contract.composerEndpoints.fields, { headers: { Authorization: canary('bearer'), Cookie: canary('cookie') }, body: { type: 'form-data', content: [{ name: 'password', value: canary('form') }] } }),
      keepable(contract.environments.fields, { variables, network: { proxy: { password: canary('proxy') }, tls: { client: { private_key: certificates.client.key, passphrase: canary('passphrase') } } } }),
    ];
    for (const [at, value] of forms.entries()) see('draft', await api.drafts.put({ key: `form/${at}`, value }));
    expect(leaks()).toEqual(nothing);
  });
});
