import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { AppError } from '../../../shared/errors.ts';
import { authOf, composeRequest, hasAuth, type ComposerRow, type Overrides } from '../../execution/compose/compose-request.ts';
import { authSource, checkEnabled, preparedRun, withEdits, type PreparedExecution, type Rows, type RunMarks } from '../../execution/compose/prepared-run.ts';
import { secretsInJar } from '../../execution/compose/hidden-cookies.ts';
import { authFrom, configIdOf } from '../../execution/compose/kept-auth.ts';
import { sealedTexts } from '../../execution/compose/sealed-texts.ts';
import { recordOf, requestAgain, type RequestRecord } from '../../execution/compose/request-record.ts';
import type { AuthSpec, ExecutionRequest, Fields } from '../../execution/request.ts';
import { clearRowsOf, type ClearRow } from '../clear-rows.ts';
import type { Core } from '../core.ts';
import type { Caller, HandlerContext } from '../domain.ts';
import { fetchOptions } from '../fetch-options.ts';
import { uuidv7 } from '../ids.ts';
import { configRow, keptAuth } from '../kept-auth.ts';
import { notFound } from '../kinds.ts';
import { requirePermission } from '../tenancy/access.ts';
import { answersOf } from './answers/kept-answers.ts';
import { releasing, uploadSource } from './uploads.ts';

/** One run of an endpoint, from its rows to what is ready to be sent [N-030]. */

export interface ExecutionInput extends Overrides, RunMarks {
  readonly endpoint_id: string;
  readonly api_id?: string | undefined;
  /** Fields of the endpoint in the place of what is saved; of `auth`, only that there is none of its own. */
  readonly edited?: Fields | null | undefined;
  /** Whoever runs it works on the answer, which is therefore in the result as a whole, up to the engine's cap. */
  readonly inline?: boolean | undefined;
  /** Secrets of whoever runs it, which are masked in all that is kept of it. */
  readonly hides?: readonly string[] | undefined;
}

export interface ReplayInput extends RunMarks, Pick<Overrides, 'headers' | 'body' | 'auth'> {
  readonly execution_id: string;
}

/** Who runs something, and from where. */
export type Runner = Pick<HandlerContext, 'caller' | 'client'>;

/** Puts one run of an endpoint together. Throws `not_found`, `rejected` (disabled), `forbidden` or `invalid_input`. */
export function prepareExecution(core: Core, input: ExecutionInput, runner: Runner, more: Partial<ExecutionResult> = {}): PreparedExecution {
  // Who may only run an endpoint must not send another request with its credentials.
  if (input.edited) requirePermission('composerEndpoints.update', runner.caller);
  const { api, endpoint, environment } = findAll(core, input, runner.caller);
  const plan = saysNothing(input) ? planOf(core, api, endpoint, environment, runner.caller) : undefined;
  if (plan) return prepared(core, { api: api.stored, endpoint: endpoint.stored }, plan.request, () => plan.record, { runner, input, more });
  const rows = withEdits({ api: api.stored, endpoint: endpoint.stored }, input.edited);
  const auth = input.auth && chosen(core, rows, input.auth, runner.caller);
  const filled = input.edited ? clear(core, 'composerEndpoints', rows.endpoint) : endpoint.clear;
  const own = auth ? filled : signingIn(core, api.clear, filled, runner.caller).endpoint;
  const request = composeRequest(api.clear, own, { ...input, auth }, environment, sealedTexts(rows.endpoint, filled));
  return prepared(core, rows, request, (hidden) => recordOf(hiding(request, hidden), authSource(rows.endpoint, input.auth), input.auth), { runner, input, more });
}

/** The request as its record is made of it. */
const hiding = (request: ExecutionRequest, secrets: readonly string[]): ExecutionRequest => (secrets.length === 0 ? request : { ...request, secrets: [...(request.secrets ?? []), ...secrets] });

/** The endpoint with what it signs in with, where that is an auth config: its own, or else the API's. */
function signingIn(core: Core, api: ComposerRow, endpoint: ComposerRow, caller: Caller): { readonly endpoint: ComposerRow; readonly config?: ClearRow } {
  const id = configIdOf(authOf(api, endpoint));
  if (id === undefined) return { endpoint };
  const config = configRow(core, id, caller);
  return { endpoint: { ...endpoint, auth: authFrom(config.clear) }, config };
}

/** A run's own authentication, which may be an auth config that whoever runs it may see. */
function chosen(core: Core, rows: Rows, auth: AuthSpec, caller: Caller): AuthSpec {
  const id = configIdOf(auth);
  if (id === undefined) return revealed(core, rows, auth);
  requirePermission('authConfigs.get', caller);
  return keptAuth(core, id, caller);
}

interface Plan {
  readonly api: ClearRow;
  readonly config: ClearRow | undefined;
  readonly environment: Fields;
  readonly request: ExecutionRequest;
  readonly record: RequestRecord;
}

/** What runs of an endpoint send that say nothing of their own: its rows alone decide, and a change of one of them makes it another row. */
const plans = new WeakMap<ClearRow, Plan>();

function planOf(core: Core, api: ClearRow, endpoint: ClearRow, environment: Fields, caller: Caller): Plan {
  const known = plans.get(endpoint);
  const { endpoint: own, config } = signingIn(core, api.clear as ComposerRow, endpoint.clear as ComposerRow, caller);
  if (known?.api === api && known.environment === environment && known.config === config) return known;
  const request = composeRequest(api.clear, own, {}, environment, sealedTexts(endpoint.stored, endpoint.clear));
  const plan = { api, config, environment, request, record: recordOf(request, authSource(endpoint.stored, undefined), undefined) };
  plans.set(endpoint, plan);
  return plan;
}

const ownFields = ['edited', 'path_variables', 'query', 'headers', 'body', 'auth', 'timeout_ms', 'variables'] as const satisfies readonly (keyof ExecutionInput)[];
const isEmpty = (value: unknown) => value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Does the run leave the whole request to its endpoint? */
const saysNothing = (input: ExecutionInput): boolean => ownFields.every((name) => isEmpty(input[name]));

/** Puts a kept request together once more. It signs in as its endpoint does now, unless the run had its own authentication. */
export function prepareReplay(core: Core, kept: ExecutionResult, input: ReplayInput, runner: Runner): PreparedExecution {
  const record = ofEndpoint(kept)['request'] as RequestRecord | null | undefined;
  if (!record) throw new AppError('rejected', 'The request of this run was not kept. Run its endpoint anew.');
  const found = findAll(core, { endpoint_id: kept.endpoint_id }, runner.caller);
  const rows = { api: found.api.stored, endpoint: found.endpoint.stored };
  const own = input.auth ?? (record.auth_of === 'run' ? record.auth : undefined);
  const auth = own && chosen(core, rows, own, runner.caller);
  const { endpoint } = auth ? { endpoint: found.endpoint.clear } : signingIn(core, found.api.clear, found.endpoint.clear, runner.caller);
  // What the endpoint says now, of any path: the variables of its own are part of the kept address.
  const now = composeRequest(found.api.clear, { ...endpoint, path: '/' }, { auth }, found.environment, sealedTexts(found.endpoint.stored, found.endpoint.clear));
  const request = requestAgain(record, input, now);
  return prepared(core, rows, request, (hidden) => recordOf(hiding(request, hidden), authSource(rows.endpoint, own), own), { runner, input, more: { replay_of: kept.id } });
}

/** A run of a workflow has no request and no tests of its own. Throws `rejected`. */
export function ofEndpoint(kept: ExecutionResult): ExecutionResult {
  if (kept['workflow_id'] === undefined) return kept;
  throw new AppError('rejected', 'This is a run of a workflow. Take the run of one of its nodes, or run the workflow again.');
}

interface Occasion {
  readonly runner: Runner;
  readonly input: RunMarks & Pick<ExecutionInput, 'inline' | 'hides'>;
  /** What the result says beside. */
  readonly more: Partial<ExecutionResult>;
}

function prepared(core: Core, rows: Rows, request: ExecutionRequest, record: (hidden: readonly string[]) => RequestRecord, { runner, input, more }: Occasion): PreparedExecution {
  const policy = { ...fetchOptions(core, runner.caller, text(rows.endpoint['environment_id']) || runner.caller.environment_id), uploads: uploadSource(core, runner.caller) };
  const before = [...(input.hides ?? []), ...secretsInJar(policy.cookies)];
  const hides = () => [...new Set([...before, ...secretsInJar(policy.cookies)])];
  const options = input.inline ? policy : { ...policy, spool: { ...answersOf(core).spool, hides } };
  const run = preparedRun(rows, request, record(before), { id: uuidv7(core.now()), runner, input, more, options, now: core.now, log: core.log });
  return { ...releasing(core, runner.caller, request.body, run), hides };
}

interface Found {
  readonly api: ClearRow;
  readonly endpoint: ClearRow;
  /** In clear. */
  readonly environment: Fields;
}

function findAll(core: Core, { endpoint_id, api_id }: Pick<ExecutionInput, 'endpoint_id' | 'api_id'>, caller: Caller): Found {
  const rows = clearRowsOf(core);
  const endpoint = rows.find('composerEndpoints', endpoint_id, caller);
  const owner = endpoint.stored['api_id'];
  if (api_id !== undefined && api_id !== '' && owner !== api_id) throw notFound('endpoint', endpoint_id);
  const api = rows.find('composerApis', text(owner), caller);
  checkEnabled({ api: api.stored, endpoint: endpoint.stored });
  return { api, endpoint, environment: environmentOf(core, endpoint.stored, caller) };
}

const clear = ({ secrets }: Core, group: string, row: ComposerRow) => secrets.reveal(group, row.id, row) as ComposerRow;

const noEnvironment: Fields = {};

/** The row of the environment in which an API or an endpoint is, for its variables; in none, nothing. */
export function environmentOf(core: Core, row: ComposerRow, caller: Caller): Fields {
  const id = text(row['environment_id']) || caller.environment_id;
  return id === '' ? noEnvironment : clearRowsOf(core).find('environments', id, caller).clear;
}

/** Marks in a run's own authentication stand for the secrets of the one that it takes the place of. */
function revealed({ secrets }: Core, { api, endpoint }: Rows, auth: AuthSpec): AuthSpec {
  const [group, row] = hasAuth(endpoint) ? (['composerEndpoints', endpoint] as const) : (['composerApis', api] as const);
  return secrets.reveal(group, row.id, { auth })['auth'] as AuthSpec;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
