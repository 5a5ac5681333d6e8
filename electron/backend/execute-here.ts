import { randomUUID } from 'node:crypto';
import { composer, composerExecutions } from '../../shared/contract/composer.ts';
import type { ExecutionResult } from '../../shared/contract/http.ts';
import { AppError } from '../../shared/errors.ts';
import type { ParsedOf } from '../../shared/rpc.ts';
import { clientTokens, eitherToken } from '../execution/auth/oauth2-tokens.ts';
import { authOf, composeParts, composeRequest, hasAuth, type ComposerRow } from '../execution/compose/compose-request.ts';
import { authFrom, configGone, configIdOf } from '../execution/compose/kept-auth.ts';
import { waysOf } from '../execution/compose/policy.ts';
import { authSource, checkEnabled, labelOf, preparedRun, withEdits, type Rows } from '../execution/compose/prepared-run.ts';
import { secretsInJar, secretsSetIn, withoutCookieValues } from '../execution/compose/hidden-cookies.ts';
import { recordOf, type RequestRecord } from '../execution/compose/request-record.ts';
import { clearCookies, cookiesIn } from '../execution/cookies.ts';
import { maskDeep, maskOf } from '../execution/mask.ts';
import { refuse, type FilePolicy, type HopRecord } from '../execution/request.ts';
import type { Activity } from './activity.ts';
import { connectionTokens } from './connection-tokens.ts';
import { answers, together, type Local } from './local.ts';
import type { HereCookies } from './here-cookies.ts';
import type { Answered, Connection, Fields, Send, Trace } from './send.ts';
import { standIns, type StoredSecret } from './stand-ins.ts';
import type { Uploads } from './uploads.ts';

/** Runs of endpoints that are sent from this computer: rows and secrets come from the platform in use, the rest is its engine's. */

export interface HereDeps {
  readonly ask: (name: string, input: Fields, signal: AbortSignal) => Promise<Answered>;
  readonly connection: (signal: AbortSignal) => Promise<Connection>;
  /** The way to the platform that hides and logs nothing: tokens of OAuth connections come over it. */
  readonly wire: Send;
  /** Throws where nothing may be changed. */
  readonly mayRun: () => void;
  /** Folders and files that the user lets requests carry. */
  readonly sendable: () => readonly string[];
  readonly uploads: Pick<Uploads, 'source'>;
  readonly cookies: HereCookies;
  readonly activity: Activity;
  readonly now: () => number;
}

type Input = ParsedOf<(typeof composerExecutions)['calls']['executeHere']>;
type Scope = Pick<Input, 'tenant_id' | 'environment_id'>;

const name = 'composerExecutions.executeHere';
const names: Readonly<Record<string, string>> = { composerApis: 'API', composerEndpoints: 'endpoint', environments: 'environment', authConfigs: 'auth config' };

export const executingHere = (deps: HereDeps): Local => together([running(deps), keepingCookies(deps)]);

const keepingCookies = ({ connection, cookies }: HereDeps): Local =>
  answers('composer', composer, {
    async listCookiesHere({ environment_id }, { signal }) {
      const jar = await cookies.known(await connection(signal), environment_id);
      const { kind, reason } = await cookies.status();
      return { cookies: jar ? cookiesIn(jar) : [], kept_in: kind, reason };
    },
    async clearCookiesHere({ environment_id, domain }, { signal }) {
      const of = await connection(signal);
      const jar = await cookies.known(of, environment_id);
      const cleared = jar ? await clearCookies(jar, domain) : 0;
      await cookies.save(of, environment_id);
      return { cleared };
    },
  });

const running = (deps: HereDeps): Local =>
  answers('composerExecutions', composerExecutions, {
    async executeHere(input, { signal: given }) {
      deps.mayRun();
      if (input.execution_mode === 'async') throw refuse('execution_mode', 'A run from this computer answers when it has ended. Choose sync, or send it through the platform.');
      const connection = await deps.connection(given);
      // What one user began is not sent in the name of the next.
      const signal = AbortSignal.any([given, connection.ended]);
      const prepared = await prepare(deps, input, connection, signal);
      const started = deps.now();
      const result = await prepared.send(signal);
      keep(deps.activity, connection, result, started, signal, prepared.hides?.() ?? []);
      return result;
    },
  });

/** Reads the rows, and puts the request together anew with each secret that turns out to be a part of it. */
async function prepare(deps: HereDeps, input: Input, connection: Connection, signal: AbortSignal) {
  const scope = { tenant_id: input.tenant_id, environment_id: input.environment_id };
  const read = async (group: string, id: string) => (await deps.ask(`${group}.get`, { ...scope, id }, signal)).data as ComposerRow;
  const rows = withEdits(await bothOf(read, input), input.edited);
  const { api, endpoint } = rows;
  const environment_id = textOf(endpoint['environment_id']) || (input.environment_id ?? '');
  const [environment, tenant] = await Promise.all([
    environment_id === '' ? { id: '' } : read('environments', environment_id),
    // Of nobody's tenant there is no rule, and the engine's own stands.
    input.tenant_id ? read('tenants', input.tenant_id) : { id: '' },
  ]);

  const config_id = configIdOf(input.auth ?? authOf(api, endpoint));
  const config = config_id === undefined ? undefined : await read('authConfigs', config_id).catch((thrown: unknown) => {
    throw thrown instanceof AppError && thrown.code === 'not_found' ? configGone(thrown) : thrown;
  });

  const stand = standIns();
  const owner = hasAuth(endpoint) ? ({ group: 'composerEndpoints', id: endpoint.id } as const) : ({ group: 'composerApis', id: api.id } as const);
  const parts = {
    api: stand.of('composerApis', api.id, api),
    endpoint: stand.of('composerEndpoints', endpoint.id, endpoint),
    environment: stand.of('environments', environment_id, environment),
    // Marks in a run's own authentication stand for the secrets of the one that it takes the place of.
    auth: config ? authFrom(stand.of('authConfigs', config.id, config) as Fields) : input.auth && stand.of(owner.group, owner.id, input.auth, '/auth'),
  };
  let clear = parts;
  for (;;) {
    const whole = composeParts(clear.api, clear.endpoint, { ...input, auth: clear.auth }, clear.environment);
    const missing = stand.missingIn([whole.request, whole.target, (clear.environment as Fields)['network']]);
    if (missing.length === 0) break;
    for (const [text, secret] of missing) stand.learn(text, await reveal(deps, secret, nameOf(secret, rows, environment, config), scope, signal));
    clear = stand.filled(parts);
  }
  const request = composeRequest(clear.api, clear.endpoint, { ...input, auth: clear.auth }, clear.environment);
  const whole = { ...request, secrets: [...(request.secrets ?? []), ...stand.secrets()] };
  const { policy, keepsCookies } = waysOf((tenant as Fields)['reach'], (clear.environment as Fields)['network']);
  const files: FilePolicy = { roots: deps.sendable() };
  const jar = await deps.cookies.of(connection, environment_id, environment_id !== '' && keepsCookies);
  const before = secretsInJar(jar);
  const record = recordOf({ ...whole, secrets: [...whole.secrets, ...before] }, authSource(endpoint, input.auth), input.auth);
  const run = preparedRun(rows, whole, record, {
    id: randomUUID(), input, now: deps.now, log: () => undefined, more: { sent_from: 'computer' },
    runner: { caller: { user_id: connection.user_id, tenant_id: input.tenant_id ?? '', environment_id: input.environment_id ?? '' } },
    options: {
      policy: { ...policy, files }, uploads: deps.uploads.source(connection), cookies: jar, onCookies: () => deps.cookies.save(connection, environment_id),
      tokens: eitherToken(connectionTokens(deps.wire, connection, { ...scope, environment_id }), clientTokens(connection.ended, environment_id, policy, deps.now)),
    },
  });
  return { ...run, hides: () => [...before, ...secretsInJar(jar)] };
}

async function bothOf(read: (group: string, id: string) => Promise<ComposerRow>, { endpoint_id, api_id }: Input): Promise<Rows> {
  const endpoint = await read('composerEndpoints', endpoint_id);
  if (api_id !== undefined && api_id !== '' && endpoint['api_id'] !== api_id) throw new AppError('not_found', `Not found: endpoint ${endpoint_id}`);
  const rows = { api: await read('composerApis', textOf(endpoint['api_id'])), endpoint };
  checkEnabled(rows);
  return rows;
}

/** One value, which the platform logs. Throws what it said, with what can be done instead. */
async function reveal({ ask }: HereDeps, secret: StoredSecret, owner: string, scope: Scope, signal: AbortSignal): Promise<string> {
  try {
    const { data } = await ask('secrets.reveal', { ...scope, ...secret }, signal);
    return (data as { secret: string }).secret;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || ['cancelled', 'unauthorized'].includes(thrown.code)) throw thrown;
    throw new AppError(thrown.code, `The secret ${secret.path.slice(1).replaceAll('/', '.')} of ${owner} is needed to send this from this computer, and the platform does not show it to you: ${thrown.message.replace(/\.?$/, '.')} Send it through the platform, or type the secret in for this run.`, { status: thrown.status, cause: thrown });
  }
}

const nameOf = ({ group }: StoredSecret, { api, endpoint }: Rows, environment: ComposerRow, config: ComposerRow | undefined) =>
  `the ${names[group]!} “${labelOf({ composerApis: api, composerEndpoints: endpoint, authConfigs: config }[group] ?? environment)}”`;

/** The run in the activity log, as a call of its own: secrets are masked in the result already, but for what its cookies sign in with. */
function keep(activity: Activity, connection: Connection, result: ExecutionResult, started: number, signal: AbortSignal, hides: readonly string[]): void {
  const hop = (result['hops'] as readonly HopRecord[] | undefined)?.at(-1);
  const { body, headers, method } = result['request'] as RequestRecord;
  const sent = body ? JSON.stringify(body) : '';
  const trace: Trace = {
    method, url: result.executedURL, attempt: typeof result['attempts'] === 'number' ? result['attempts'] : 1,
    request: { headers: hop ? Object.fromEntries(hop.request_headers) : headers, body }, request_bytes: Buffer.byteLength(sent),
    status: hop ? result.status : null, response: hop ? { headers: withoutCookieValues(result.headers), body: maskDeep(result.data, maskOf([...hides, ...secretsSetIn(result.headers)])) } : null,
    response_bytes: typeof result['bytes'] === 'number' ? result['bytes'] : 0,
  };
  const error = result.error === null ? null : new AppError(result['state'] === 'cancelled' ? 'cancelled' : 'unreachable', result.error);
  activity.add({ name, connection, signal, trace }, { started, duration: result.duration, source: 'computer', error });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
