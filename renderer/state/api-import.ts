import type { JobState } from '../../shared/contract/jobs.ts';
import type { Auth } from '../../shared/contract/http.ts';
import { syncApplied } from '../../shared/contract/openapi-sync.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { countsText } from './api-sync.ts';
import { defineState } from './define-state.ts';
import { followJob } from './jobs.ts';
import { refresh } from './lists.ts';
import { goTo } from './navigation.ts';
import { scope } from './session.ts';
import { notify } from './toasts.ts';

/** The import of an API, from an OpenAPI document or from another tool: a job of the platform, which goes on when its dialog is closed. */

interface Import {
  open: boolean;
  /** The job that the dialog shows; null while a document is chosen. */
  job: string | null;
}

export const useImport = defineState<Import>(() => ({ open: false, job: null }));

/** Opens the dialog: on a job, or to choose a document. */
export function showImport(job: string | null): void {
  useImport.set((draft) => {
    draft.open = true;
    draft.job = job;
  });
}

export function closeImport(): void {
  useImport.set((draft) => {
    draft.open = false;
  });
}

/** What an import answers; a remote platform may leave parts out. */
export interface ImportResult {
  readonly api_id?: string | undefined;
  /** All that came of it: a collection becomes one API for each server in it. */
  readonly api_ids?: readonly string[] | undefined;
  readonly endpoint_count?: number | undefined;
  /** Documents that it refers to, and that were not asked for. */
  readonly external: readonly string[];
  readonly problems: readonly { readonly where: string; readonly message: string; readonly line?: number | undefined }[];
}

export function resultOf({ result }: JobState): ImportResult {
  const { api_id, api_ids, endpoint_count, external, problems } = (typeof result === 'object' && result !== null ? result : {}) as Partial<ImportResult>;
  return { api_id, api_ids, endpoint_count, external: Array.isArray(external) ? external : [], problems: Array.isArray(problems) ? problems : [] };
}

/** Jobs that bring in what a document refers to. */
export const isReferences = ({ kind }: JobState): boolean => kind === 'fetch-openapi-references';

/** What came of a job, in a few words. */
export const wordsOf = (job: JobState): string => (isReferences(job) ? `What it refers to is taken in: ${countsText(syncApplied.safeParse(job.result).data ?? {})}` : `Imported: ${summaryOf(resultOf(job))}`);

const counted = (count: number, one: string) => `${count.toLocaleString()} ${one}${count === 1 ? '' : 's'}`;

/** "174 endpoints, 2 problems"; "3 APIs, 12 endpoints". */
export const summaryOf = ({ api_ids = [], endpoint_count = 0, problems }: ImportResult): string =>
  [...(api_ids.length > 1 ? [counted(api_ids.length, 'API')] : []), counted(endpoint_count, 'endpoint'), ...(problems.length > 0 ? [counted(problems.length, 'problem')] : [])].join(', ');

const isShown = (id: string): boolean => useImport.get().open && useImport.get().job === id;

function finished(job: JobState): void {
  refresh({ group: 'composerApis' });
  if (isShown(job.id)) return;
  const see = () => {
    goTo('/apis');
    showImport(job.id);
  };
  notify(isReferences(job) ? `${job.title}. ${wordsOf(job)}` : `${job.title}: ${summaryOf(resultOf(job))}`, { intent: 'success', timeout: 0, action: { text: 'Show', run: see } });
}

/** What is made of a document beside the API. */
export interface ImportChoices {
  readonly environments: boolean;
  readonly auth_configs: boolean;
}

const chosen = ({ environments, auth_configs }: ImportChoices) => ({ ...(environments ? { environments: 'several' as const } : {}), ...(auth_configs ? { auth_configs } : {}) });

const named = (name: string) => (name.trim() === '' ? {} : { name: name.trim() });

/** Starts the import of a document's text by the call of its kind; the API is called `name`, or as the document says. Returns why it did not start. */
export const startImport = (call: 'importOpenapi' | 'importCollection', document: string, name: string, choices: ImportChoices): Promise<ErrorValue | null> =>
  started((place) => {
    const given = { ...place, document, async: true, ...named(name) };
    return call === 'importOpenapi' ? api.composerApis.importOpenapi({ ...given, ...chosen(choices) }) : api.composerApis.importCollection(given);
  });

/** The same of what stands at an address. */
export const startImportFrom = (url: string, auth: Auth | undefined, name: string, choices: ImportChoices): Promise<ErrorValue | null> =>
  started((place) => api.composerApis.importUrl({ ...place, url, async: true, ...named(name), ...chosen(choices), ...(auth ? { auth } : {}) }));

/** Starts fetching what the document of an API refers to, from these origins alone. */
export const startReferences = (id: string, follow: readonly string[]): Promise<ErrorValue | null> =>
  started((place) => api.composerApis.fetchReferences({ ...place, id, follow: [...follow], async: true }));

async function started(start: (place: { tenant_id: string; environment_id: string }) => Promise<Reply<{ readonly job_id?: string | undefined }>>): Promise<ErrorValue | null> {
  const { tenant_id, environment_id, epoch } = scope();
  const reply = await start({ tenant_id, environment_id });
  if (!reply.ok) return reply.error;
  const { job_id } = reply.data;
  if (job_id === undefined) return { code: 'bad_answer', message: 'The platform took the document and named no job. Look at the list of APIs.' };
  if (scope().epoch !== epoch) return null;
  useImport.set((draft) => {
    draft.job = job_id;
  });
  followJob(job_id, finished, () => isShown(job_id));
  return null;
}
