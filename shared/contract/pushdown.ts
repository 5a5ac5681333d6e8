import { z } from 'zod';
import { anything, group, required, router } from './define.ts';

const agent = router({
  path: '/api/router/ai_agent/apiRouterV2', selector: 'method_name', body: 'data', fallback: 'Failed to generate SQL query',
  remoteOnly: 'SQL is written by an agent of a remote platform; the one on this computer has none yet.',
});

/** A query in SQL, made of filters and a sorting [C-146]. */
export const sqlPushdown = group({
  generate: agent({
    select: 'ingest-sql-pushdown', unreachableText: 'Network error when generating SQL query',
    input: {
      connection_id: required('Connection ID is required'), connection_type: z.string().optional(), connection_object: anything,
      filters: anything, sorting: anything,
    },
    output: z.looseObject({ query: z.string(), explanation: z.string().nullish(), execution_time: z.number().nullish() }),
  }),
});
