import { gunzipSync } from 'node:zlib';
import { answerReads } from '../read-in-thread.ts';
import { responseSchemas } from './response-schemas.ts';

/** What such a thread is given. */
export interface SchemasWanted {
  /** Packed. */
  readonly document: Uint8Array;
  readonly operation_key: string;
}

/** Runs in a worker thread: finds the schemas of one operation's answers. */
answerReads(({ document, operation_key }: SchemasWanted) => responseSchemas(gunzipSync(document).toString('utf8'), operation_key) ?? null);
