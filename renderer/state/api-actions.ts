import type { CodeLanguage, CollectionFormat } from '../../shared/contract/composer.ts';
import type { Row } from '../../shared/contract/entity.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { pathOf } from './areas.ts';
import { titleOf } from './list-entity.ts';
import { refresh, scopeInput } from './lists.ts';
import { goTo } from './navigation.ts';
import { notify, notifyError } from './toasts.ts';

/** What is done with a whole API, or read out of it. */

/** Makes a copy with its endpoints, and offers the way to it. */
export async function cloneApi(row: Row): Promise<void> {
  const reply = await api.composerApis.clone({ tenant_id: '', environment_id: '', ...scopeInput(), id: row.id });
  if (!reply.ok) return void notifyError(reply.error);
  const { data } = reply;
  refresh({ group: 'composerApis' });
  notify(`“${titleOf(data)}” made, with all endpoints`, { intent: 'success', action: { text: 'Open', run: () => goTo(pathOf('composerApis', data.id) ?? '/apis') } });
}

export type ExportFormat = 'openapi-json' | 'openapi-yaml' | CollectionFormat;

/** A file that is handed out. No secret is in it. */
export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
  /** Absent where nobody could read it. */
  readonly text?: string;
  /** What stands in the place of secrets. */
  readonly placeholders: readonly string[];
  /** What has no place in the format, and why. */
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}

type Exported = { readonly ok: true; readonly data: ExportedFile } | { readonly ok: false; readonly error: ErrorValue };

export async function exportApi(row: Row, format: ExportFormat): Promise<Exported> {
  return format === 'openapi-json' || format === 'openapi-yaml' ? exportOpenapi(row, format === 'openapi-yaml' ? 'yaml' : 'json') : exportCollection(row, format);
}

async function exportOpenapi(row: Row, format: 'json' | 'yaml'): Promise<Exported> {
  const reply = await api.composerApis.exportOpenapi({ ...scopeInput(), id: row.id, format });
  if (!reply.ok) return reply;
  const { data } = reply;
  const type = format === 'yaml' ? 'application/yaml' : 'application/json';
  const name = `${titleOf(row)}.openapi.${format}`;
  if (typeof data === 'string') return { ok: true, data: { name, ...textFile(data, type), placeholders: [], problems: [] } };
  const problems = (data.left_out ?? []).map(({ name: where, why }) => ({ where, message: why }));
  return { ok: true, data: { name: data.file_name ?? name, ...textFile(data.document ?? JSON.stringify(data, null, 2), type), placeholders: [], problems } };
}

async function exportCollection(row: Row, format: CollectionFormat): Promise<Exported> {
  const reply = await api.composerApis.exportCollection({ ...scopeInput(), id: row.id, format });
  if (!reply.ok) return reply;
  const { text, encoding, filename = `${titleOf(row)}.${format}`, media_type = 'text/plain', placeholders = [], problems = [] } = reply.data;
  const file = encoding === 'base64' ? { content: new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], { type: media_type }) } : textFile(text, media_type);
  return { ok: true, data: { name: filename, ...file, placeholders, problems } };
}

const textFile = (text: string, type: string) => ({ text, content: new Blob([text], { type }) });

/** Code that sends an endpoint's request. */
export const generateCode = (endpoint_id: string, language: CodeLanguage, signal: AbortSignal) =>
  api.composerEndpoints.generateCode({ tenant_id: '', environment_id: '', ...scopeInput(), endpoint_id, language }, signal);

/** Reads the configuration anew, and says what in it could not run. */
export const reloadConfig = (scope: string, force: boolean): Promise<Reply> => api.composer.hotReload({ ...scopeInput(), scope, force });

/** Tries each part of the platform that a run needs. */
export const checkHealth = (signal: AbortSignal): Promise<Reply> => api.composer.health(scopeInput(), signal);
