import type { SuiteReport } from '../../shared/contract/suites.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';
import { suiteSummary } from '../../shared/rules/suite-report.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { followJob, isUnderWay, useJobs } from './jobs.ts';
import { goTo } from './navigation.ts';
import { scope } from './session.ts';
import { notify } from './toasts.ts';

/** Tests of many endpoints in one go: jobs of the platform, which go on when their tab is closed. */

interface Suites {
  /** By API, the endpoints that are to be run, in their order; all of it where none are chosen. */
  chosen: Readonly<Record<string, readonly string[]>>;
  /** By API, the job that was begun last in this window. */
  jobs: Readonly<Record<string, string>>;
}

export const useSuites = defineState<Suites>(() => ({ chosen: {}, jobs: {} }));

export interface SuiteInput {
  readonly endpoint_ids?: string[];
  readonly data?: Record<string, unknown>[];
  readonly iterations?: number;
  readonly delay_ms?: number;
  readonly stop_on_failure?: boolean;
  readonly source?: 'send' | 'kept';
}

export const testsPath = (api_id: string): string => `/apis/${encodeURIComponent(api_id)}?tab=tests`;

/** Chooses what is run; an empty choice is all of the API. */
export function chooseForSuite(api_id: string, endpoint_ids: readonly string[]): void {
  useSuites.set((draft) => {
    draft.chosen = { ...useSuites.get().chosen, [api_id]: [...endpoint_ids] };
  });
}

/** What a job of tests answered; undefined where it is another job, or has not ended well. */
export function reportOf(result: unknown): (SuiteReport & { readonly api_id?: unknown }) | undefined {
  const report = result as Partial<SuiteReport> | null | undefined;
  return Array.isArray(report?.results) && typeof report.iterations === 'number' ? (report as SuiteReport) : undefined;
}

/** The job whose tests are shown at an API: the one begun here, or the last whose report the platform keeps. */
export const useSuiteJob = (api_id: string) => {
  const begun = useSuites(({ jobs }) => jobs[api_id]);
  return useJobs(({ jobs }) => jobs.find(({ id }) => id === begun) ?? jobs.findLast(({ kind, result }) => kind === 'run-suite' && reportOf(result)?.api_id === api_id));
};

/** Begins to run tests. Returns why it did not. */
export async function startSuite(api_id: string, input: SuiteInput): Promise<ErrorValue | null> {
  const { tenant_id, environment_id, epoch } = scope();
  const reply = await api.composerSuites.run({ tenant_id, environment_id, api_id, ...input, async: true });
  if (!reply.ok) return reply.error;
  const { job_id } = reply.data;
  if (job_id === undefined) return { code: 'bad_answer', message: 'The platform took the tests and named no job. Look at the history of the endpoints.' };
  if (scope().epoch !== epoch) return null;
  useSuites.set((draft) => {
    draft.jobs = { ...useSuites.get().jobs, [api_id]: job_id };
  });
  followJob(job_id, (job) => {
    const report = reportOf(job.result);
    const failed = (report?.failed ?? 0) > 0;
    notify(`${job.title}: ${report ? suiteSummary(report) : 'done'}`, { intent: failed ? 'danger' : 'success', action: { text: 'Show', run: () => goTo(testsPath(api_id)) } });
  });
  return null;
}

export const isRunning = (job: ReturnType<typeof useSuiteJob>): boolean => job !== undefined && isUnderWay(job);

/** The suite as a file that is run without the app. */
export function exportSuite(api_id: string, endpoint_ids: readonly string[]): Promise<Reply<{ readonly text: string; readonly filename: string; readonly placeholders?: string[] | undefined }>> {
  const { tenant_id, environment_id } = scope();
  return api.composerSuites.exportFile({ tenant_id, environment_id, api_id, ...(endpoint_ids.length > 0 ? { endpoint_ids: [...endpoint_ids] } : {}) });
}
