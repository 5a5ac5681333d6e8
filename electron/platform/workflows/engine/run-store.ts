import type { DatabaseSync } from 'node:sqlite';
import type { NodeExecution, RunState, WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';
import { statements } from '../../database.ts';
import type { Caller } from '../../domain.ts';
import { notFound } from '../../kinds.ts';

/** Runs and their nodes as rows. Values stand apart from what is shown of them, so that lists read none. */

/** What a run goes by beside its graph. */
export interface RunSettings {
  readonly pins: Readonly<Record<string, unknown>>;
  readonly breakpoints: readonly string[];
  readonly timeout_ms: number | null;
  /** Inputs that somebody gave in the place of a node's own, by its key. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Keys of the nodes whose breakpoint was passed. */
  readonly passed: readonly string[];
  /** Milliseconds that were spent while it ran, without waiting. */
  readonly spent_ms: number;
  /** How many workflows are around it. */
  readonly depth: number;
  /** The iteration of the node of the parent's run that it is. */
  readonly parent_iteration: string;
}

export interface StoredRun {
  readonly run: WorkflowRun;
  readonly settings: RunSettings;
  readonly tenant_id: string;
  readonly environment_id: string;
  /** Where it ran no version. */
  readonly graph: { readonly nodes: unknown[]; readonly edges: unknown[] } | undefined;
}

/** What is not shown of a node's execution, but needed to go on. */
export interface Memo {
  /** The nodes whose outputs were its input. */
  readonly sources: readonly string[];
  /** Of a loop: its items, once they are known. */
  readonly items?: readonly unknown[] | undefined;
  /** It failed, and what follows goes on nevertheless. */
  readonly goes_on?: boolean | undefined;
}

export interface StoredExecution {
  readonly shown: NodeExecution;
  readonly memo: Memo;
  /** As JSON: an input of its own, where it was not that of its sources. */
  readonly input: string | null;
  readonly output: string | null;
}

export interface RunQuery {
  readonly workflow_id?: string | undefined;
  readonly session_id?: string | undefined;
  readonly state?: RunState | undefined;
  readonly parent_run_id?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface RunStore {
  insert(stored: StoredRun): void;
  /** Writes what is shown of a run, and its settings where they are given. */
  update(run: WorkflowRun, settings?: RunSettings): void;
  /** Throws `not_found` where there is none, or it is another tenant's or environment's. */
  find(run_id: string, caller: Caller): StoredRun;
  stateOf(run_id: string): RunState | undefined;
  list(query: RunQuery, caller: Caller): { rows: WorkflowRun[]; total: number };
  /** Runs in these states, whosever they are, in the order in which they began. */
  inState(states: readonly RunState[]): StoredRun[];
  childrenOf(run_id: string): StoredRun[];
  /** With what came of its nodes and sub-workflows. */
  remove(run_id: string): void;
  /** Forgets the oldest ended runs of a workflow beyond those that are kept. */
  trim(workflow_id: string, kept: number): void;
  removeOf(workflow_id: string): void;
  put(run_id: string, execution: StoredExecution): void;
  drop(run_id: string, node_id: string, iteration: string): void;
  executions(run_id: string): StoredExecution[];
  /** What is shown of them alone. */
  shown(run_id: string): NodeExecution[];
  execution(run_id: string, node_id: string, iteration: string): StoredExecution | undefined;
}

const json = (value: unknown): string => JSON.stringify(value ?? null);
const read = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : null);
const ended = `state IN ('success', 'failed', 'cancelled')`;

const toStored = (row: Record<string, unknown>): StoredRun => ({
  run: { ...(read(row['summary']) as WorkflowRun), data: read(row['data']), output: read(row['output']) },
  settings: read(row['settings']) as RunSettings,
  tenant_id: row['tenant_id'] as string,
  environment_id: row['environment_id'] as string,
  graph: (read(row['graph']) as StoredRun['graph'] | null) ?? undefined,
});
const toExecution = (row: Record<string, unknown>): StoredExecution => ({
  shown: read(row['summary']) as NodeExecution, memo: (read(row['memo']) as Memo | null) ?? { sources: [] }, input: row['input'] as string | null, output: row['output'] as string | null,
});

export function createRunStore(db: DatabaseSync): RunStore {
  const sql = statements(db);

  const remove = (run_id: string): void => {
    for (const { run_id: child } of sql('SELECT run_id FROM workflow_runs WHERE parent_run_id = ?').all(run_id)) remove(child as string);
    sql('DELETE FROM workflow_runs WHERE run_id = ?').run(run_id);
  };

  return {
    insert({ run, settings, tenant_id, environment_id, graph }) {
      const { data, output, ...shown } = run;
      sql('INSERT INTO workflow_runs (run_id, tenant_id, environment_id, workflow_id, state, parent_run_id, summary, settings, data, output, graph) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        run.run_id, tenant_id, environment_id, run.workflow_id, run.state, run.parent_run_id ?? null, json(shown), json(settings), json(data), json(output), graph ? json(graph) : null,
      );
    },
    update({ output, ...run }, settings) {
      const shown = { ...run };
      delete shown.data;
      sql('UPDATE workflow_runs SET state = ?, summary = ?, output = ? WHERE run_id = ?').run(shown.state, json(shown), json(output), shown.run_id);
      if (settings) sql('UPDATE workflow_runs SET settings = ? WHERE run_id = ?').run(json(settings), shown.run_id);
    },
    find(run_id, { tenant_id, environment_id }) {
      const row = sql(`SELECT * FROM workflow_runs WHERE run_id = ?1 AND tenant_id = ?2 AND ?3 IN ('', environment_id)`).get(run_id, tenant_id, environment_id);
      if (!row) throw notFound('workflow run', run_id);
      return toStored(row);
    },
    stateOf: (run_id) => sql('SELECT state FROM workflow_runs WHERE run_id = ?').get(run_id)?.['state'] as RunState | undefined,
    list({ workflow_id = '', session_id = '', state = '', parent_run_id, limit, offset }, { tenant_id, environment_id }) {
      const where = `tenant_id = ? AND ? IN ('', environment_id) AND ? IN ('', workflow_id) AND ? IN ('', summary ->> '$.session_id') AND ? IN ('', state) AND parent_run_id IS ?`;
      const values = [tenant_id, environment_id, workflow_id, session_id, state, parent_run_id ?? null];
      const rows = sql(`SELECT summary FROM workflow_runs WHERE ${where} ORDER BY run_id DESC LIMIT ? OFFSET ?`).all(...values, limit, offset);
      const total = sql(`SELECT count(*) AS n FROM workflow_runs WHERE ${where}`).get(...values)!['n'] as number;
      return { rows: rows.map(({ summary }) => read(summary) as WorkflowRun), total };
    },
    inState: (states) => sql(`SELECT * FROM workflow_runs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY run_id`).all(json(states)).map(toStored),
    childrenOf: (run_id) => sql('SELECT * FROM workflow_runs WHERE parent_run_id = ? ORDER BY run_id').all(run_id).map(toStored),
    remove,
    trim(workflow_id, kept) {
      const old = sql(`SELECT run_id FROM workflow_runs WHERE workflow_id = ? AND parent_run_id IS NULL AND ${ended} ORDER BY run_id DESC LIMIT -1 OFFSET ?`).all(workflow_id, kept);
      for (const { run_id } of old) remove(run_id as string);
    },
    removeOf(workflow_id) {
      for (const { run_id } of sql('SELECT run_id FROM workflow_runs WHERE workflow_id = ? AND parent_run_id IS NULL').all(workflow_id)) remove(run_id as string);
    },
    put(run_id, { shown, memo, input, output }) {
      sql('INSERT INTO workflow_run_nodes (run_id, node_id, iteration, summary, memo, input, output) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET summary = excluded.summary, memo = excluded.memo, input = excluded.input, output = excluded.output')
        .run(run_id, shown.node_id, shown.iteration, json(shown), json(memo), input, output);
    },
    drop: (run_id, node_id, iteration) => void sql('DELETE FROM workflow_run_nodes WHERE run_id = ? AND node_id = ? AND iteration = ?').run(run_id, node_id, iteration),
    executions: (run_id) => sql('SELECT * FROM workflow_run_nodes WHERE run_id = ?').all(run_id).map(toExecution),
    shown: (run_id) => sql('SELECT summary FROM workflow_run_nodes WHERE run_id = ?').all(run_id).map(({ summary }) => read(summary) as NodeExecution),
    execution(run_id, node_id, iteration) {
      const row = sql('SELECT * FROM workflow_run_nodes WHERE run_id = ? AND node_id = ? AND iteration = ?').get(run_id, node_id, iteration);
      return row && toExecution(row);
    },
  };
}
