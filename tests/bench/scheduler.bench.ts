import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { startPlatform } from '../../electron/platform/start.ts';
import { quantile, report } from './figure.ts';
import { inFolder, range } from './sample.ts';

/**
 * The DAG scheduler with 1,000 DAGs of ten tasks that are due at once, beside a bare loop that writes as much to a store like
 * its own; then one DAG of 50,000 tasks, added and triggered, beside the reading of its text.
 */

const many = 1000;
const each = 10;
const large = 50_000;
const patienceMs = 120_000;

interface Counts {
  readonly runs: number;
  readonly ended: number;
}

await inFolder(async (folder) => {
  const platform = await startPlatform({ data: join(folder, 'data') });
  const act = async (action: string, input: Record<string, unknown>) => {
    const response = await fetch(`${platform.url}/api/router/runtime_fabric_grpc_proxy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json', 'x-tenant-id': platform.tenant_id, 'x-environment-id': platform.environment_id },
      body: JSON.stringify({ operation_type: 'dag_operation', client_id: 'bench', action, ...input }),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  const tasks = range(each).map((n) => ({ task_id: `t${n}`, operator: 'sleep', seconds: 0, depends_on: n === 0 ? [] : [`t${n - 1}`] }));
  for (const hundred of range(many / 100)) await act('addDags', { dags: range(100).map((n) => ({ dag_id: `d${hundred * 100 + n}`, schedule: '0 0 1 1 *', tasks })) });

  const db = new DatabaseSync(join(folder, 'data', 'platform.db'));
  const due = Date.now();
  db.prepare('UPDATE dags SET next_run_at = ?').run(due);
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const began = performance.now();
  await act('triggerDagRun', { dag_id: 'd0' }); // The scheduler looks at once, and not when its timer says so.
  const counts = () => db.prepare("SELECT count(*) AS runs, coalesce(sum(state IN ('success', 'failed')), 0) AS ended FROM dag_runs").get() as unknown as Counts;
  while (counts().ended <= many) {
    if (performance.now() - began > patienceMs) throw new Error(`Only ${counts().ended} runs have ended.`);
    await setTimeout(100);
  }
  const seconds = (performance.now() - began) / 1000;
  loop.disable();
  const longest = loop.max / 1e6;
  const delays = db.prepare("SELECT min(i.start_date) - ? AS delay FROM dag_runs r JOIN task_instances i USING (run) WHERE r.run_type = 'scheduled' GROUP BY r.run").all(due).map((row) => row['delay'] as number);
  const once = db.prepare("SELECT count(*) AS count FROM (SELECT dag FROM dag_runs WHERE run_type = 'scheduled' AND state = 'success' GROUP BY dag HAVING count(*) = 1)").get() as { count: number };

  const wide = range(large).map((n) => ({ task_id: `t${n}`, operator: 'sleep', seconds: 0, depends_on: n === 0 ? [] : ['t0'] }));
  const definition = JSON.stringify({ dag_id: 'large', tasks: wide });
  const reading = performance.now();
  JSON.parse(definition);
  const read = performance.now() - reading;
  const heldUpBy = async (work: () => Promise<unknown>): Promise<number> => {
    loop.reset();
    loop.enable();
    await work();
    loop.disable();
    return loop.max / 1e6;
  };
  const added = await heldUpBy(() => act('addDags', { dags: [{ dag_id: 'large', tasks: wide }] }));
  const triggered = await heldUpBy(async () => {
    await act('triggerDagRun', { dag_id: 'large' });
    const begun = db.prepare("SELECT count(*) AS count FROM dag_runs JOIN dags USING (dag) WHERE dag_id = 'large' AND state = 'running'");
    while ((begun.get() as { count: number }).count === 0) await setTimeout(20);
  });
  db.close();
  await platform.close();

  const rate = ((many + 1) * each) / seconds;
  report('DAG scheduler', [
    { id: 'DAG1', what: 'tasks that do nothing', unit: '1/s', ours: rate, floor: { name: 'bare loop', value: bareLoop(join(folder, 'floor.db')) }, goal: '1,000 a second', met: rate >= 1000 },
    { id: 'DAG2', what: 'due to the start of the first task, 95 of 100', unit: 'ms', ours: quantile(delays, 0.95), goal: 'all within a minute', met: delays.length === many && Math.max(...delays) < 60_000 },
    { id: 'DAG3', what: 'DAGs with one run, neither lost nor doubled', unit: '', ours: once.count, goal: `${many}`, met: once.count === many },
    { id: 'DAG4', what: 'longest hold-up of the event loop', unit: 'ms', ours: longest, goal: '50 ms', met: longest <= 50 },
    { id: 'DAG5', what: 'longest hold-up while 50,000 tasks are added', unit: 'ms', ours: added, floor: { name: 'JSON.parse of them', value: read }, goal: '500 ms', met: added <= 500 },
    { id: 'DAG6', what: 'longest hold-up from the trigger until they begin', unit: 'ms', ours: triggered, floor: { name: 'JSON.parse of them', value: read }, goal: '500 ms', met: triggered <= 500 },
  ]);
});

/** Tasks a second where each is begun and ended, 32 in a transaction, with an event for both, and nothing else is done. */
function bareLoop(file: string): number {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE tasks (id INTEGER PRIMARY KEY, state TEXT, at INTEGER); CREATE TABLE events (id INTEGER PRIMARY KEY, event TEXT, at INTEGER)');
  const insert = db.prepare("INSERT INTO tasks (state, at) VALUES ('none', 0)");
  db.exec('BEGIN');
  for (let count = 0; count < many * each; count += 1) insert.run();
  db.exec('COMMIT');
  const update = db.prepare('UPDATE tasks SET state = ?, at = ? WHERE id = ?');
  const note = db.prepare('INSERT INTO events (event, at) VALUES (?, ?)');
  const began = performance.now();
  for (let first = 1; first <= many * each; first += 32) {
    for (const state of ['running', 'success']) {
      db.exec('BEGIN IMMEDIATE');
      for (let id = first; id < first + 32; id += 1) {
        update.run(state, Date.now(), id);
        note.run(state, Date.now());
      }
      db.exec('COMMIT');
    }
  }
  const rate = (many * each) / ((performance.now() - began) / 1000);
  db.close();
  return rate;
}
