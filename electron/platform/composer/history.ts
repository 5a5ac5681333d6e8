import { executionsKept, executionsKeptPerEndpoint, testsKeptPerEndpoint } from '../../../shared/rules/constants.ts';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { statements } from '../database.ts';
import type { Caller, Migration, Services } from '../domain.ts';
import { notFound } from '../kinds.ts';

/** What came of executions and tests, newest first and bounded exactly: 1000 of a tenant, 100 (tests: 50) of an endpoint [K-015…K-017]. */

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
];

export type HistoryKind = 'execution' | 'test';

export interface HistoryQuery {
  readonly api_id?: string | undefined;
  readonly endpoint_id?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

export interface History {
  add(kind: HistoryKind, result: ExecutionResult): void;
  /** Results without their `data` and `headers`, which `find` has. */
  list(kind: HistoryKind, query: HistoryQuery, caller: Caller): { rows: Partial<ExecutionResult>[]; total: number };
  /** By its id, or by the mark that the caller gave it. Throws `not_found`. */
  find(id: string, caller: Caller): ExecutionResult;
}

const keptOf = { execution: executionsKeptPerEndpoint, test: testsKeptPerEndpoint } as const;

export function createHistory({ db, transaction }: Pick<Services, 'db' | 'transaction'>): History {
  const sql = statements(db);

  return {
    add(kind, { data, headers, ...summary }) {
      const { id, correlationId, tenant_id, environment_id, api_id, endpoint_id } = summary;
      transaction(() => {
        sql('INSERT INTO composer_history (id, kind, correlation_id, tenant_id, environment_id, api_id, endpoint_id, summary, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
          .run(id, kind, correlationId, tenant_id, environment_id, api_id, endpoint_id, JSON.stringify(summary), JSON.stringify({ data, headers }));
        sql(`DELETE FROM composer_history WHERE endpoint_id = ?1 AND kind = ?2
          AND seq <= (SELECT seq FROM composer_history WHERE endpoint_id = ?1 AND kind = ?2 ORDER BY seq DESC LIMIT 1 OFFSET ?3)`).run(endpoint_id, kind, keptOf[kind]);
        if (kind === 'test') return;
        sql(`DELETE FROM composer_history WHERE tenant_id = ?1 AND kind = ?2
          AND seq <= (SELECT seq FROM composer_history WHERE tenant_id = ?1 AND kind = ?2 ORDER BY seq DESC LIMIT 1 OFFSET ?3)`).run(tenant_id, kind, executionsKept);
      });
    },

    list(kind, { api_id = '', endpoint_id = '', page = 1, limit = executionsKept }, { tenant_id, environment_id }) {
      const where = `tenant_id = ? AND kind = ? AND ? IN ('', environment_id) AND ? IN ('', api_id) AND ? IN ('', endpoint_id)`;
      const values = [tenant_id, kind, environment_id, api_id, endpoint_id];
      const found = sql(`SELECT summary FROM composer_history WHERE ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`).all(...values, limit, (page - 1) * limit);
      const total = sql(`SELECT count(*) AS n FROM composer_history WHERE ${where}`).get(...values)!['n'] as number;
      return { rows: found.map((row) => JSON.parse(row['summary'] as string) as Partial<ExecutionResult>), total };
    },

    find(id, { tenant_id, environment_id }) {
      const row = sql(`SELECT summary, answer FROM composer_history WHERE (id = ?1 OR correlation_id = ?1) AND tenant_id = ?2 AND ?3 IN ('', environment_id) ORDER BY seq DESC LIMIT 1`)
        .get(id, tenant_id, environment_id);
      if (!row) throw notFound('execution', id);
      return { ...(JSON.parse(row['summary'] as string) as object), ...(JSON.parse(row['answer'] as string) as object) } as ExecutionResult;
    },
  };
}
