import type { Airflow, Ask } from './client.ts';

/** Airflow's `maximum_page_limit` unless its administrator raised it. */
export const pageSize = 100;

export interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

export type Rows = Readonly<Record<string, unknown>>[];

/** A list of Airflow's, asked for page by page until `limit` rows are there. `name` is where its rows stand in an answer. */
export async function readPages(
  airflow: Airflow, segments: readonly string[], name: string, { limit = pageSize, offset = 0 }: Page, query: Ask['query'] = {},
): Promise<{ rows: Rows; total: number }> {
  const rows: Rows = [];
  let total = 0;
  do {
    const asked = Math.min(limit - rows.length, pageSize);
    const answer = (await airflow.ask('GET', segments, { query: { ...query, limit: asked, offset: offset + rows.length } })) as Record<string, unknown>;
    const page = (answer[name] ?? []) as Rows;
    rows.push(...page);
    total = Number(answer['total_entries'] ?? rows.length);
    if (page.length === 0) break;
  } while (rows.length < limit && offset + rows.length < total);
  return { rows, total };
}
