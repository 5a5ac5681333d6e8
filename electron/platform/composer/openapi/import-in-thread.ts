import { workerUrl } from '../../expressions/worker-url.ts';
import { readInThread, type ReadLimits } from '../read-in-thread.ts';
import type { Imported, ImportedEndpoint } from './imported.ts';

/** `importDocument` in a thread; throws as `readInThread` does. */
export async function importInThread(text: string, signal: AbortSignal, limits: ReadLimits = {}): Promise<Imported> {
  const endpoints: ImportedEndpoint[] = [];
  const onPart = (part: string) => {
    for (const endpoint of JSON.parse(part) as ImportedEndpoint[]) endpoints.push(endpoint);
  };
  const rest = await readInThread<Omit<Imported, 'endpoints'>>(workerUrl(import.meta.url, 'openapi-worker'), text, signal, { ...limits, onPart });
  return { ...rest, endpoints };
}
