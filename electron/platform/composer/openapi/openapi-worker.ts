import { parentPort, workerData } from 'node:worker_threads';
import { toErrorValue, type ErrorValue } from '../../../../shared/errors.ts';
import { importDocument } from './import-document.ts';
import type { Imported } from './imported.ts';
import { unlessTooDeep } from './read-document.ts';

/** Runs in a worker thread: reads the one document that it was started with, answers, and ends. */

export type Read = { readonly ok: true; readonly imported: Imported } | { readonly ok: false; readonly error: ErrorValue };

function read(text: string): Read {
  try {
    return { ok: true, imported: unlessTooDeep(() => importDocument(text)) };
  } catch (thrown) {
    return { ok: false, error: toErrorValue(thrown) };
  }
}

parentPort?.postMessage(read(workerData as string));
