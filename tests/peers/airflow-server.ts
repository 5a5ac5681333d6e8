import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Airflow's REST API v2 over an embedded platform: what is asked of it really happens, in that platform's scheduler. A
 * validating proxy with Airflow's own document stands before it in tests, and judges what both sides say.
 */
export interface AirflowServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** `GET /api/v2/dags`, in the order in which they came. */
  readonly seen: string[];
  /** Tokens that were handed out are good no longer. */
  expire(): void;
}

/** One action of the open route; its `data`. Rejects with the platform's words and status. */
export type Act = (action: string, input?: Record<string, unknown>) => Promise<Row>;
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Row = Readonly<Record<string, unknown>>;
interface Request {
  /** The path's variables, in their order. */
  readonly at: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Row;
}
type Answer = readonly [status: number, body?: unknown];
type Route = readonly [method: string, path: RegExp, answer: (request: Request, act: Act) => Promise<Answer>];

const uuid = (of: unknown) => createHash('sha256').update(JSON.stringify(of)).digest('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
const pick = (row: Row, ...names: string[]): Row => Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));
const rowsIn = (answer: Row, name: string) => answer[name] as Row[];
const paging = (query: URLSearchParams) => ({ limit: Number(query.get('limit') ?? 50), offset: Number(query.get('offset') ?? 0) });

const version = (row: Row, dag_id: unknown) => ({
  id: uuid([dag_id, row['version_number']]), version_number: row['version_number'], dag_id, dag_display_name: dag_id, created_at: row['created_at'] ?? new Date(0).toISOString(),
});
const dag = (row: Row) => ({
  ...pick(row, 'dag_id', 'dag_display_name', 'description', 'is_paused', 'is_stale', 'has_import_errors', 'owners', 'timetable_summary', 'max_active_runs', 'next_dagrun_logical_date', 'next_dagrun_run_after', 'last_parsed_time'),
  tags: rowsIn(row, 'tags').map((tag) => Object.assign(tag, { dag_display_name: row['dag_id'] })),
  fileloc: '/dags/all.py', file_token: 'all', timetable_partitioned: false, max_active_tasks: 16, max_consecutive_failed_dag_runs: 0, has_task_concurrency_limits: false,
});
const details = (row: Row) => ({
  ...dag(row), ...pick(row, 'catchup', 'start_date', 'params', 'default_args', 'active_runs_count'), latest_dag_version: version(row['latest_dag_version'] as Row, row['dag_id']),
  render_template_as_native_obj: false, concurrency: 16,
});
const task = (row: Row) => ({
  ...pick(row, 'task_id', 'task_display_name', 'operator_name', 'trigger_rule', 'downstream_task_ids', 'depends_on_past', 'wait_for_downstream', 'is_mapped', 'retries'),
  retry_exponential_backoff: 0, extra_links: [], retry_delay: { __type: 'TimeDelta', days: 0, seconds: row['retry_delay_seconds'], microseconds: 0 }, execution_timeout: null,
});
const run = (row: Row) => ({
  ...pick(row, 'dag_run_id', 'dag_id', 'dag_display_name', 'state', 'run_type', 'logical_date', 'run_after', 'queued_at', 'start_date', 'end_date', 'duration', 'conf', 'triggered_by', 'triggering_user_name', 'note'),
  dag_versions: rowsIn(row, 'dag_versions').map((one) => version(one, row['dag_id'])),
});
const instance = (row: Row) => ({
  ...pick(row, 'task_id', 'task_display_name', 'dag_id', 'dag_run_id', 'map_index', 'state', 'try_number', 'max_tries', 'logical_date', 'start_date', 'end_date', 'duration', 'operator'),
  task_display_name: row['task_id'], max_tries: row['max_tries'] ?? 0, id: uuid([row['id'], row['task_id'], row['map_index']]), dag_display_name: row['dag_id'],
  run_after: row['logical_date'] ?? new Date(0).toISOString(), pool: 'default_pool', pool_slots: 1, executor_config: '{}',
});
const tried = ({ id: _id, run_after: _after, ...row }: ReturnType<typeof instance>) => row;
const event = (row: Row) => pick(row, 'event_log_id', 'when', 'event', 'owner', 'dag_id', 'run_id', 'task_id', 'map_index', 'try_number', 'extra');
const backfill = (row: Row) => ({
  ...pick(row, 'id', 'dag_id', 'from_date', 'to_date', 'is_paused', 'created_at', 'completed_at'),
  reprocess_behavior: row['reprocess_behavior'] ?? 'none', max_active_runs: row['max_active_runs'] ?? 10, updated_at: row['created_at'], dag_display_name: row['dag_id'],
});
const pool = (row: Row) => ({ ...pick(row, 'name', 'slots', 'description', 'occupied_slots', 'running_slots', 'queued_slots', 'scheduled_slots', 'open_slots'), include_deferred: false, deferred_slots: 0 });

const instancesOf = async (act: Act, dag_id: string, dag_run_id: string) => rowsIn(await act('fetchTaskInstances', { dag_id, dag_run_id }), 'task_instances').map(instance);
const many = (name: string, rows: readonly unknown[], total: unknown = rows.length) => [200, { [name]: rows, total_entries: total }] as const;
const slice = <T>(rows: readonly T[], limit: unknown, offset: unknown) => rows.slice(Number(offset ?? 0), Number(offset ?? 0) + Number(limit ?? 100));
const dagRun = 'dags/([^/]+)/dagRuns/([^/]+)';
const indexOf = (text: string | undefined) => (text === undefined ? {} : { map_index: Number(text) });

const routes: readonly Route[] = [
  ['GET', /^version$/, async () => [200, { version: '3.2.0', git_version: null }]],
  ['GET', /^dags$/, async ({ query }, act) => {
    const answer = await act('fetchDags', { ...paging(query), ...(query.get('dag_id_pattern') ? { dag_id_pattern: query.get('dag_id_pattern') } : {}) });
    return many('dags', rowsIn(answer, 'dags').map(dag), answer['total_entries']);
  }],
  ['GET', /^dags\/([^/]+)$/, async ({ at }, act) => [200, dag(await act('fetchDagDetails', { dag_id: at[0] }))]],
  ['GET', /^dags\/([^/]+)\/details$/, async ({ at }, act) => [200, details(await act('fetchDagDetails', { dag_id: at[0] }))]],
  ['PATCH', /^dags\/([^/]+)$/, async ({ at, body }, act) => [200, dag(await act(body['is_paused'] === true ? 'pauseDag' : 'unpauseDag', { dag_id: at[0] }))]],
  ['DELETE', /^dags\/([^/]+)$/, async ({ at }, act) => {
    await act('deleteDag', { dag_id: at[0] });
    return [200, null];
  }],
  ['GET', /^dags\/([^/]+)\/tasks$/, async ({ at }, act) => many('tasks', rowsIn(await act('fetchDagDetails', { dag_id: at[0] }), 'tasks').map(task))],
  ['POST', /^dags\/~\/dagRuns\/list$/, async ({ body }, act) => {
    const found = await Promise.all((body['dag_ids'] as string[]).map(async (dag_id) => rowsIn(await act('fetchDagRunsSummary', { dag_id, limit: 1000 }), 'dag_runs')));
    const rows = found.flat().map(run).toSorted((a, b) => String((b as Row)['run_after']).localeCompare(String((a as Row)['run_after'])));
    return many('dag_runs', slice(rows, body['page_limit'], body['page_offset']), rows.length);
  }],
  ['GET', /^dags\/~\/dagRuns$/, async ({ query }, act) => {
    const { dags } = await act('fetchDags', { limit: 1000 });
    const found = await Promise.all((dags as Row[]).map(async ({ dag_id }) => rowsIn(await act('fetchDagRunsSummary', { dag_id, limit: 1000 }), 'dag_runs')));
    const [from, to] = [query.get('run_after_gte') ?? '', query.get('run_after_lte') ?? '9'];
    const rows = found.flat().map(run).filter((row) => String((row as Row)['run_after']) >= from && String((row as Row)['run_after']) <= to);
    return many('dag_runs', slice(rows, query.get('limit'), query.get('offset')), rows.length);
  }],
  ['GET', /^dags\/([^/]+)\/dagRuns$/, async ({ at, query }, act) => {
    const dates = Object.fromEntries(['start_date_gte', 'end_date_lte'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
    const answer = await act('fetchDagRunsSummary', { dag_id: at[0], ...paging(query), ...dates });
    return many('dag_runs', rowsIn(answer, 'dag_runs').map(run), answer['total_entries']);
  }],
  ['POST', /^dags\/([^/]+)\/dagRuns$/, async ({ at, body }, act) => {
    const given = Object.fromEntries(Object.entries(pick(body, 'conf', 'logical_date', 'dag_run_id', 'note')).filter(([, value]) => value !== null));
    return [200, run(await act('triggerDagRun', { dag_id: at[0], ...given }))];
  }],
  ['GET', new RegExp(`^${dagRun}$`), async ({ at }, act) => [200, run(await act('fetchDagRun', { dag_id: at[0], dag_run_id: at[1] }))]],
  ['PATCH', new RegExp(`^${dagRun}$`), async ({ at, body }, act) => {
    const place = { dag_id: at[0], dag_run_id: at[1] };
    return [200, run('state' in body ? await act('setDagRunState', { ...place, state: body['state'] }) : await act('setDagRunNote', { ...place, note: body['note'] }))];
  }],
  ['DELETE', new RegExp(`^${dagRun}$`), async ({ at }, act) => {
    await act('deleteDagRun', { dag_id: at[0], dag_run_id: at[1] });
    return [204];
  }],
  ['POST', /^dags\/~\/dagRuns\/~\/taskInstances\/list$/, async ({ body }, act) => {
    const [dag_id] = body['dag_ids'] as [string];
    const rows = (await Promise.all((body['dag_run_ids'] as string[]).map((id) => instancesOf(act, dag_id, id)))).flat();
    return many('task_instances', slice(rows, body['page_limit'], body['page_offset']), rows.length);
  }],
  ['GET', new RegExp(`^${dagRun}/taskInstances$`), async ({ at, query }, act) => {
    const rows = await instancesOf(act, at[0]!, at[1]!);
    return many('task_instances', slice(rows, query.get('limit') ?? 50, query.get('offset')), rows.length);
  }],
  ['GET', new RegExp(`^${dagRun}/taskInstances/([^/]+)/listMapped$`), async ({ at, query }, act) => {
    const answer = await act('fetchMappedTaskInstances', { dag_id: at[0], dag_run_id: at[1], task_id: at[2], ...paging(query) });
    return many('task_instances', rowsIn(answer, 'task_instances').map(instance), answer['total_entries']);
  }],
  ['GET', new RegExp(`^${dagRun}/taskInstances/([^/]+)(?:/(\\d+))?/tries$`), async ({ at }, act) => {
    const answer = await act('fetchTaskInstanceTries', { dag_id: at[0], dag_run_id: at[1], task_id: at[2], ...indexOf(at[3]) });
    return many('task_instances', rowsIn(answer, 'task_instances').map((row) => tried(instance(row))));
  }],
  ['GET', new RegExp(`^${dagRun}/taskInstances/([^/]+)/xcomEntries/return_value$`), async ({ at, query }, act) => {
    const map_index = Number(query.get('map_index') ?? -1);
    const row = await act('fetchTaskInstance', { dag_id: at[0], dag_run_id: at[1], task_id: at[2], map_index });
    if (row['state'] !== 'success') throw new Refusal(404, 'XCom entry with key: `return_value` not found');
    return [200, {
      key: 'return_value', timestamp: row['end_date'], logical_date: row['logical_date'], map_index, task_id: at[2], dag_id: at[0], run_id: at[1],
      dag_display_name: at[0], task_display_name: at[2], run_after: row['logical_date'], value: row['result'],
    }];
  }],
  ['GET', new RegExp(`^${dagRun}/taskInstances/([^/]+)/logs/(\\d+)$`), async ({ at, query }, act) => {
    const place = { dag_id: at[0], dag_run_id: at[1], task_id: at[2], try_number: Number(at[3]), map_index: Number(query.get('map_index') ?? -1) };
    const { rows } = await act('fetchTaskLog', { ...place, count: 2000 });
    const content = (rows as { text: string; level: string }[]).map(({ text, level }) => ({ timestamp: text.slice(0, 24), event: text.slice(33), level }));
    return [200, { content, continuation_token: null }];
  }],
  ['GET', new RegExp(`^${dagRun}/taskInstances/([^/]+)(?:/(\\d+))?$`), async ({ at }, act) =>
    [200, instance(await act('fetchTaskInstance', { dag_id: at[0], dag_run_id: at[1], task_id: at[2], ...indexOf(at[3]) }))]],
  ['PATCH', new RegExp(`^${dagRun}/taskInstances/([^/]+?)(?:/(\\d+))?(/dry_run)?$`), async ({ at, body }, act) => {
    const chosen = [{ dag_run_id: at[1], task_id: at[2], ...indexOf(at[3]) }];
    const flags = pick(body, 'include_upstream', 'include_downstream');
    const answer = await act('setTaskInstancesState', { dag_id: at[0], task_instances: chosen, state: body['new_state'], ...flags, dry_run: at[4] !== undefined });
    return many('task_instances', rowsIn(answer, 'task_instances').map(instance));
  }],
  ['POST', /^dags\/([^/]+)\/clearTaskInstances$/, async ({ at, body }, act) => {
    const chosen = (body['task_ids'] as (string | [string, number])[]).map((one) => {
      const [task_id, map_index = -1] = [one].flat() as [string, number?];
      return { dag_run_id: body['dag_run_id'], task_id, map_index };
    });
    const answer = await act('clearTaskInstances', { dag_id: at[0], task_instances: chosen, ...pick(body, 'include_upstream', 'include_downstream', 'only_failed', 'dry_run') });
    return many('task_instances', rowsIn(answer, 'task_instances').map(instance));
  }],
  ['GET', /^eventLogs$/, async ({ query }, act) => {
    const answer = await act('fetchEventLogs', { ...paging(query), ...(query.get('dag_id') ? { dag_id: query.get('dag_id') } : {}) });
    return many('event_logs', rowsIn(answer, 'event_logs').map(event), answer['total_entries']);
  }],
  ['GET', /^backfills$/, async ({ query }, act) => {
    const answer = await act('fetchBackfills', { dag_id: query.get('dag_id'), ...paging(query) });
    return many('backfills', rowsIn(answer, 'backfills').map(backfill), answer['total_entries']);
  }],
  ['POST', /^backfills\/dry_run$/, async ({ body }, act) => {
    const rows = rowsIn(await act('previewBackfill', body), 'backfills').filter((row) => row['runs'] === true);
    return many('backfills', rows.map((row) => pick(row, 'logical_date')));
  }],
  ['POST', /^backfills$/, async ({ body }, act) => [200, backfill(await act('createBackfill', body))]],
  ['PUT', /^backfills\/(\d+)\/(pause|unpause|cancel)$/, async ({ at }, act) => [200, backfill(await act(`${at[1]}Backfill`, { id: Number(at[0]) }))]],
  ['GET', /^pools$/, async ({ query }, act) => {
    const answer = await act('fetchPools', paging(query));
    return many('pools', rowsIn(answer, 'pools').map(pool), answer['total_entries']);
  }],
  ['POST', /^pools$/, async ({ body }, act) => [201, pool(await act('createPool', pick(body, 'name', 'slots', 'description')))]],
  ['PATCH', /^pools\/([^/]+)$/, async ({ at, body }, act) => [200, pool(await act('updatePool', { name: at[0], ...pick(body, 'slots', 'description') }))]],
  ['DELETE', /^pools\/([^/]+)$/, async ({ at }, act) => {
    await act('deletePool', { name: at[0] });
    return [204];
  }],
  ['GET', /^dags\/([^/]+)\/dagVersions$/, async ({ at, query }, act) => {
    const rows = rowsIn(await act('fetchDagVersions', { dag_id: at[0] }), 'dag_versions').map((row) => version(row, at[0]));
    return many('dag_versions', slice(rows, query.get('limit'), query.get('offset')), rows.length);
  }],
  ['GET', /^dags\/([^/]+)\/dagVersions\/(\d+)$/, async ({ at }, act) => [200, version(await act('fetchDagVersion', { dag_id: at[0], version_number: at[1] }), at[0])]],
  ['GET', /^dagSources\/([^/]+)$/, async ({ at, query }, act) => {
    const { definition } = await act('fetchDagVersion', { dag_id: at[0], version_number: query.get('version_number') });
    return [200, { dag_id: at[0], dag_display_name: at[0], version_number: Number(query.get('version_number')), content: JSON.stringify(definition, null, 2) }];
  }],
];

const people: Readonly<Record<string, string>> = { ada: 'lovelace' };

export async function startAirflow(act: Act): Promise<AirflowServer> {
  const token = 'airflow-token-3f2a';
  const handedOut = new Set<string>();
  const seen: string[] = [];

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url!, 'http://airflow');
    seen.push(`${request.method} ${pathname}`);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = (text === '' ? {} : JSON.parse(text)) as Row;
    if (pathname === '/auth/token') {
      if (people[body['username'] as string] !== body['password']) return [401, { detail: 'Invalid credentials' }];
      const access_token = `airflow-jwt-${handedOut.size}-${Math.random()}`;
      handedOut.add(access_token);
      return [201, { access_token }];
    }
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (bearer !== token && !handedOut.has(bearer)) return [401, { detail: 'Invalid JWT token' }];
    for (const [method, path, respond] of routes) {
      const match = method === request.method ? path.exec(pathname.replace('/api/v2/', '')) : null;
      if (match) return respond({ at: match.slice(1).map((part) => (part === undefined ? part : decodeURIComponent(part))) as string[], query: searchParams, body }, act);
    }
    return [404, { detail: `Not Found: ${request.method} ${pathname}` }];
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failed = (thrown: unknown): Answer => [thrown instanceof Refusal ? thrown.status : 500, { detail: thrown instanceof Error ? thrown.message : String(thrown) }];
    const [status, body] = await answer(request).catch(failed);
    response.writeHead(status, status === 204 ? {} : { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(body ?? null));
  }

  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    seen,
    expire: () => handedOut.clear(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
