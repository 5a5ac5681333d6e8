import { workerUrl } from '../../expressions/worker-url.ts';
import { readInThread, type ReadLimits } from '../read-in-thread.ts';
import type { Imported } from './imported.ts';

/** `importDocument` in a thread; throws as `readInThread` does. */
export const importInThread = (text: string, signal: AbortSignal, limits?: ReadLimits): Promise<Imported> =>
  readInThread<Imported>(workerUrl(import.meta.url, 'openapi-worker'), text, signal, limits);
