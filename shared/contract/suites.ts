import { z } from 'zod';
import { group, required, router } from './define.ts';
import { assertion } from './endpoint-tests.ts';

/** Test suites: the tests of many endpoints in one go, over rows of data. */

const api = router({ path: '/api/router/control_api_server/apiRouterV2', selector: 'method_name', body: 'data', fallback: 'Operation failed', statusFallback: true });
const record = z.record(z.string(), z.unknown());
const both = ['tenant_id', 'environment_id'] as const;

/** Runs that a suite can have; a report of more would help nobody. */
export const mostSuiteRuns = 10_000;

/** How a suite is run. Without `iterations` there is one for each row of data, and one where there is no data; rows begin anew when they are used up. */
export const suiteOptions = {
  iterations: z.number().int().positive('Iterations must be above 0').max(1_000, 'At most 1000 iterations').optional(),
  /** Between two requests. */
  delay_ms: z.number().int().min(0, 'The delay must be 0 or more').max(60_000, 'The delay can be a minute at most').optional(),
  stop_on_failure: z.boolean().optional(),
};

/** `skipped` was not sent: it is disabled, nothing of it is kept, or the run had stopped before. */
export const suiteStates = ['passed', 'failed', 'skipped'] as const;

/** One endpoint in one iteration. An endpoint without tests passes where it answers at all. */
export const suiteResult = z.looseObject({
  /** From 1. */
  iteration: z.number(),
  endpoint_id: z.string(),
  name: z.string(),
  method: z.string(),
  path: z.string(),
  state: z.enum(suiteStates),
  execution_id: z.string().optional(),
  status: z.number().optional(),
  statusText: z.string().optional(),
  /** Milliseconds. */
  duration: z.number().optional(),
  error: z.string().nullish(),
  assertions: z.array(assertion).optional(),
});
export type SuiteResult = z.infer<typeof suiteResult>;

export const suiteReport = z.looseObject({
  name: z.string(),
  started_at: z.string(),
  duration_ms: z.number(),
  iterations: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** It ended at the first failure, as it was asked to. */
  stopped: z.boolean(),
  /** It was cancelled; what was not run by then is skipped. */
  cancelled: z.boolean().optional(),
  results: z.array(suiteResult),
});
export type SuiteReport = z.infer<typeof suiteReport>;

/** A suite as a file, which `npm run suite` runs without the app. Secrets are `{{placeholders}}`, listed in `placeholders`. */
export const suiteFile = z.looseObject({
  format: z.literal('trellis-suite', 'This is not an exported suite: “format” must be “trellis-suite”'),
  version: z.literal(1, 'This suite is of a version that is not known here: “version” must be 1'),
  name: z.string(),
  api: record,
  endpoints: z.array(record).min(1, 'The suite has no endpoint'),
  variables: record.optional(),
  placeholders: z.array(z.string()).optional(),
});
export type SuiteFile = z.infer<typeof suiteFile>;

const chosen = {
  api_id: required('API is required'),
  /** In the order in which they run; absent: all of the API, by path. */
  endpoint_ids: z.array(z.string()).min(1, 'Choose at least one endpoint').optional(),
};

export const composerSuites = group({
  /**
   * Sends each endpoint and holds its answer against its tests; `kept` sends nothing, and looks at the last answer that is
   * kept of each. With `async` it answers `{job_id}` at once, and the job has the report.
   */
  run: api({
    select: 'run-suite', scope: both, fallback: 'The tests could not be run',
    input: { ...chosen, ...suiteOptions, data: z.array(record).max(1_000, 'At most 1000 rows of data').optional(), variables: record.optional(), source: z.enum(['send', 'kept']).optional(), async: z.boolean().optional() },
    output: suiteReport.partial().extend({ job_id: z.string().optional() }),
  }),
  exportFile: api({
    select: 'export-suite', scope: both, fallback: 'The suite could not be exported', input: chosen,
    output: z.looseObject({ text: z.string(), filename: z.string(), placeholders: z.array(z.string()).optional() }),
  }),
});
