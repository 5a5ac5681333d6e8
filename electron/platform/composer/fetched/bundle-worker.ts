import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue } from '../read-in-thread.ts';
import { bundle, type ToBundle } from './bundle.ts';

/** Runs in a worker thread: puts the documents together that it was started with, answers, and ends. */
parentPort?.postMessage(readAsValue(() => bundle(workerData as ToBundle)));
