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
  {
    // What is under way stands in a table of its own, so that its beginning writes no index, and its end moves nothing.
    id: 'composer-history-3',
    sql: `
      CREATE TABLE composer_begun (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, correlation_id TEXT NOT NULL, tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, api_id TEXT NOT NULL,
        subject_id TEXT NOT NULL, summary TEXT NOT NULL, searched TEXT NOT NULL, request TEXT NOT NULL, answer TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      INSERT INTO composer_begun SELECT id, kind, correlation_id, tenant_id, environment_id, api_id, subject_id, summary, searched, request, answer FROM composer_runs WHERE running = 1;
      DELETE FROM composer_runs WHERE running = 1;
      DROP INDEX composer_runs_under_way;
      DROP INDEX composer_runs_by_tenant;
      DROP INDEX composer_runs_by_subject;
      ALTER TABLE composer_runs DROP COLUMN running;
      CREATE INDEX composer_runs_by_tenant ON composer_runs (tenant_id, kind, seq);
      CREATE INDEX composer_runs_by_subject ON composer_runs (subject_id, kind, seq);
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
  /** Those under way, then the others, newest first; without `data`, `text`, `headers`, `request`, `hops` and `nodes`, which `find` has. */
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
    sql(`DELETE FROM composer_runs WHERE ${column} = ?1 AND kind = ?2
      AND seq <= (SELECT seq FROM composer_runs WHERE ${column} = ?1 AND kind = ?2 ORDER BY seq DESC LIMIT 1 OFFSET ?3)`).run(value, kind, kept);

  const put = (table: 'composer_begun' | 'composer_runs', kind: HistoryKind, result: ExecutionResult) => {
    const { request, summary, answer } = parts(result);
    const { id, correlationId, tenant_id, environment_id, api_id } = result;
    sql(`INSERT INTO ${table} (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(id, kind, correlationId, tenant_id, environment_id, api_id, subjectOf(result), summary, searchedIn(result), request, answer);
  };

  const history: History = {
    begin: (kind, placeholder) => put('composer_begun', kind, placeholder),

    end(result) {
      transaction(() => {
        const begun = sql('DELETE FROM composer_begun WHERE id = ? RETURNING kind').get(result.id);
        if (!begun) return;
        const kind = begun['kind'] as HistoryKind;
        put('composer_runs', kind, result);
        trim('subject_id', subjectOf(result), kind, keptOf[kind]);
        if (kind !== 'test') trim('tenant_id', result.tenant_id, kind, executionsKept);
      });
    },

    drop(id) {
      sql('DELETE FROM composer_begun WHERE id = ?').run(id);
    },

    interrupt() {
      transaction(() => {
        for (const row of sql('SELECT summary, request, answer FROM composer_begun ORDER BY id').all()) {
          history.end({ ...whole(row), status: failureStatus, statusText: executionFailedText, state: 'failed', error: interrupted });
        }
      });
    },

    list(kind, { api_id = '', subject_id = '', search = '', page = 1, limit = executionsKept }, { tenant_id, environment_id }) {
      const where = `tenant_id = ? AND kind = ? AND ? IN ('', environment_id) AND ? IN ('', api_id) AND ? IN ('', subject_id) AND (? = '' OR searched LIKE ? ESCAPE '\\')`;
      const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      const values = [tenant_id, kind, environment_id, api_id, subject_id, search, pattern];
      const begun = sql(`SELECT summary FROM composer_begun WHERE ${where} ORDER BY id DESC`).all(...values);
      const from = (page - 1) * limit;
      const shown = begun.slice(from, from + limit);
      const ended = sql(`SELECT summary FROM composer_runs WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`).all(...values, limit - shown.length, Math.max(0, from - begun.length));
      const total = begun.length + (sql(`SELECT count(*) AS n FROM composer_runs WHERE ${where}`).get(...values)!['n'] as number);
      return { rows: [...shown, ...ended].map((row) => JSON.parse(row['summary'] as string) as Partial<ExecutionResult>), total };
    },

    find(id, { tenant_id, environment_id }) {
      const where = `(id = ?1 OR correlation_id = ?1) AND tenant_id = ?2 AND ?3 IN ('', environment_id)`;
      const row = sql(`SELECT summary, request, answer FROM composer_begun WHERE ${where} ORDER BY id DESC LIMIT 1`).get(id, tenant_id, environment_id)
        ?? sql(`SELECT summary, request, answer FROM composer_runs WHERE ${where} ORDER BY seq DESC LIMIT 1`).get(id, tenant_id, environment_id);
      if (!row) throw notFound('execution', id);
      return whole(row);
    },
  };
  return history;
}

const columns = 'id, kind, correlation_id, tenant_id, environment_id, api_id, subject_id, summary, searched, request, answer';

const subjectOf = ({ endpoint_id, workflow_id }: ExecutionResult): string => (typeof workflow_id === 'string' ? workflow_id : endpoint_id);

/** A result, each part as JSON text. */
function parts({ data, text, headers, request, nodes, hops, ...summary }: ExecutionResult) {
  return { summary: JSON.stringify(summary), request: JSON.stringify(request ?? null), answer: JSON.stringify({ data, text, headers, nodes, hops }) };
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
