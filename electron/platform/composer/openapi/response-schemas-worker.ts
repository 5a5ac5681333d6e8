import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { readAsValue } from '../read-in-thread.ts';
import { responseSchemas } from './response-schemas.ts';

/** What such a thread is started with. */
export interface SchemasWanted {
  /** Packed. */
  readonly document: Uint8Array;
  readonly operation_key: string;
}

const { document, operation_key } = workerData as SchemasWanted;
parentPort?.postMessage(readAsValue(() => responseSchemas(gunzipSync(document).toString('utf8'), operation_key) ?? null));
