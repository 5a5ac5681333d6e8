import { workerUrl } from '../../expressions/worker-url.ts';
import { readInThread } from '../read-in-thread.ts';
import type { Exported, ExportFormat, ExportSource } from './export-document.ts';

/** `exportDocument` in a thread, since it takes as long as an import. */
export const exportInThread = (source: ExportSource, format: ExportFormat, signal: AbortSignal): Promise<Exported> =>
  readInThread<Exported>(workerUrl(import.meta.url, 'openapi-export-worker'), { source, format }, signal);
