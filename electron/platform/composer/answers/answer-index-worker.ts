import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue, type ReadOnTheWay } from '../read-in-thread.ts';
import type { LayoutKind } from './layout.ts';
import { buildIndex } from './line-index.ts';

export interface IndexWork {
  readonly file: string;
  readonly kind: LayoutKind;
  readonly bytes: number;
}

const { file, kind, bytes } = workerData as IndexWork;
const post = (message: ReadOnTheWay) => parentPort?.postMessage(message);
let told = 0;

/** Runs in a worker thread: writes the index of the one answer that it was started for, and ends. */
parentPort?.postMessage(readAsValue(() => buildIndex(file, kind, bytes, (progress) => {
  if (progress - told < 0.01) return;
  told = progress;
  post({ progress, note: '' });
})));
