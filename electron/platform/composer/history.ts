import type { DatabaseSync } from 'node:sqlite';
import { executionFailedText, executionsKept, executionsKeptPerEndpoint, failureStatus, testsKeptPerEndpoint } from '../../../shared/rules/constants.ts';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { statements } from '../database.ts';
import type { Caller, Migration, Services } from '../domain.ts';
import { notFound } from '../kinds.ts';

/**
 * Runs from their beginning, and what came of them. Those that ended are bounded exactly: 1000 of a tenant, 100 (tests:
 * 50) of an endpoint or a workflow [K-015…K-017]; one that is under way counts when it ends, and takes its place by then.
 */

export const historyMigrations: readonly Migration[] = [
  {
    id: 'composer-history-1',
    sql: `
      CREATE TABLE composer_history (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, correlation_id TEXT NOT NULL,
        tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, api_id TEXT NOT NULL, endpoint_id TEXT NOT NULL,
        summary TEXT NOT NULL, answer TEXT NOT NULL
      ) STRICT;
      CREATE INDEX composer_history_by_tenant ON composer_history (tenant_id, kind, seq);
      CREATE INDEX composer_history_by_endpoint ON composer_history (endpoint_id, kind, seq);
      CREATE INDEX composer_history_by_correlation ON composer_history (correlation_id);
    `,
  },
  {
    // `searched` stands before what may be large, so that a search does not read that.
    id: 'composer-history-2',
    sql: `
      CREATE TABLE composer_runs (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, running INTEGER NOT NULL, correlation_id TEXT NOT NULL,
        tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, api_id TEXT NOT NULL, subject_id TEXT NOT NULL,
        summary TEXT NOT NULL, searched TEXT NOT NULL, request TEXT NOT NULL, answer TEXT NOT NULL
      ) STRICT;
      INSERT INTO composer_runs SELECT seq, id, kind, 0, correlation_id, tenant_id, environment_id, api_id, endpoint_id, summary, summary, 'null', answer FROM composer_history;
      DROP TABLE composer_history;
      CREATE INDEX composer_runs_by_tenant ON composer_runs (tenant_id, kind, running, seq);
      CREATE INDEX composer_runs_by_subject ON composer_runs (subject_id, kind, running, seq);
      CREATE INDEX composer_runs_by_correlation ON composer_runs (correlation_id);
      CREATE INDEX composer_runs_under_way ON composer_runs (seq) WHERE running = 1;
    `,
  },
];

export type HistoryKind = 'execution' | 'test' | 'workflow';

export interface HistoryQuery {
  readonly api_id?: string | undefined;
  /** An endpoint, or a workflow. */
  readonly subject_id?: string | undefined;
  /** Text that name, address, status, error, a body, its mark or the id of its workflow's run must hold; the case of A to Z does not matter. */
  readonly search?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

export interface History {
  /** Writes down that a run begins, so that not even a crash can lose it. */
  begin(kind: HistoryKind, placeholder: ExecutionResult): void;
  /** Keeps what came of it. Does nothing for a run that did not begin, or has ended. */
  end(result: ExecutionResult): void;
  /** Forgets a run of which nothing was sent. */
  drop(id: string): void;
  /** Ends what was under way when the platform died; to be called once, before anything begins. */
  interrupt(): void;
  /** Those under way, then the others, newest first; without `data`, `headers`, `request`, `hops` and `nodes`, which `find` has. */
  list(kind: HistoryKind, query: HistoryQuery, caller: Caller): { rows: Partial<ExecutionResult>[]; total: number };
  /** By its id, or by the mark that the caller gave it. Throws `not_found`. */
  find(id: string, caller: Caller): ExecutionResult;
}

const keptOf = { execution: executionsKeptPerEndpoint, test: testsKeptPerEndpoint, workflow: executionsKeptPerEndpoint } as const;
const interrupted = 'The platform ended while this was under way. What was sent may have been received; look at the target, and run it again if you need to.';
/** Characters of a body that a search looks at. */
const searchedChars = 256 * 1024;

export function createHistory({ db, transaction }: Pick<Services, 'db' | 'transaction'>): History {
  const sql = statements(db);

  const trim = (column: 'tenant_id' | 'subject_id', value: string, kind: HistoryKind, kept: number) =>
    sql(`DELETE FROM composer_runs WHERE ${column} = ?1 AND kind = ?2 AND running = 0
      AND seq <= (SELECT seq FROM composer_runs WHERE ${column} = ?1 AND kind = ?2 AND running = 0 ORDER BY seq DESC LIMIT 1 OFFSET ?3)`).run(value, kind, kept);

  const history: History = {
    begin(kind, result) {
      const { request, summary, answer } = parts(result);
      const { id, correlationId, tenant_id, environment_id, api_id } = result;
      const insert = () => sql(`INSERT INTO composer_runs (id, kind, running, correlation_id, tenant_id, environment_id, api_id, subject_id, summary, searched, request, answer)
        VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
        .run(id, kind, correlationId, tenant_id, environment_id, api_id, subjectOf(result), summary, searchedIn(result), request, answer);
      record(db, insert);
    },

    end(result) {
      const { summary, answer } = parts(result);
      record(db, () => transaction(() => {
        const ended = sql(`UPDATE composer_runs SET seq = (SELECT max(seq) + 1 FROM composer_runs), running = 0, summary = ?, searched = ?, answer = ?
          WHERE id = ? AND running = 1 RETURNING kind`).get(summary, searchedIn(result), answer, result.id);
        if (!ended) return;
        const kind = ended['kind'] as HistoryKind;
        trim('subject_id', subjectOf(result), kind, keptOf[kind]);
        if (kind !== 'test') trim('tenant_id', result.tenant_id, kind, executionsKept);
      }));
    },

    drop(id) {
      sql('DELETE FROM composer_runs WHERE id = ? AND running = 1').run(id);
    },

    interrupt() {
      transaction(() => {
        for (const row of sql('SELECT summary, request, answer FROM composer_runs WHERE running = 1 ORDER BY seq').all()) {
          history.end({ ...whole(row), status: failureStatus, statusText: executionFailedText, state: 'failed', error: interrupted });
        }
      });
    },

    list(kind, { api_id = '', subject_id = '', search = '', page = 1, limit = executionsKept }, { tenant_id, environment_id }) {
      const where = `tenant_id = ? AND kind = ? AND ? IN ('', environment_id) AND ? IN ('', api_id) AND ? IN ('', subject_id) AND (? = '' OR searched LIKE ? ESCAPE '\\')`;
      const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      const values = [tenant_id, kind, environment_id, api_id, subject_id, search, pattern];
      const found = sql(`SELECT summary FROM composer_runs WHERE ${where} ORDER BY running DESC, seq DESC LIMIT ? OFFSET ?`).all(...values, limit, (page - 1) * limit);
      const total = sql(`SELECT count(*) AS n FROM composer_runs WHERE ${where}`).get(...values)!['n'] as number;
      return { rows: found.map((row) => JSON.parse(row['summary'] as string) as Partial<ExecutionResult>), total };
    },

    find(id, { tenant_id, environment_id }) {
      const row = sql(`SELECT summary, request, answer FROM composer_runs WHERE (id = ?1 OR correlation_id = ?1) AND tenant_id = ?2 AND ?3 IN ('', environment_id) ORDER BY seq DESC LIMIT 1`)
        .get(id, tenant_id, environment_id);
      if (!row) throw notFound('execution', id);
      return whole(row);
    },
  };
  return history;
}

/**
 * A run in the history survives the end of this process, and a loss of power once something later is on the disk: to wait
 * for the disk at each run would take several times as long as the run.
 */
function record(db: DatabaseSync, write: () => void): void {
  if (db.isTransaction) return write();
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    write();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}

const subjectOf = ({ endpoint_id, workflow_id }: ExecutionResult): string => (typeof workflow_id === 'string' ? workflow_id : endpoint_id);

/** A result as it is kept, each part as JSON text. */
function parts({ data, headers, request, nodes, hops, ...summary }: ExecutionResult) {
  return { summary: JSON.stringify(summary), request: JSON.stringify(request ?? null), answer: JSON.stringify({ data, headers, nodes, hops }) };
}

const read = (text: unknown) => JSON.parse(text as string) as object;

function whole({ summary, request, answer }: Record<string, unknown>): ExecutionResult {
  return { ...(read(summary) as ExecutionResult), ...read(answer), request: read(request) };
}

function searchedIn({ correlationId, workflow_execution_id, name, method, executedURL, status, statusText, error, request, data, data_kind }: ExecutionResult): string {
  const sent = (request as { body?: { content?: unknown } | null } | null | undefined)?.body?.content;
  const received = data_kind === 'base64' ? undefined : data;
  return [correlationId, workflow_execution_id, name, method, executedURL, `${status} ${statusText}`, error, sent, received]
    .map((part) => (typeof part === 'string' ? part : part === undefined || part === null ? '' : JSON.stringify(part)).slice(0, searchedChars))
    .join('\n');
}
