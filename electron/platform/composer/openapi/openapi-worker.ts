import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue, type ReadProgress } from '../read-in-thread.ts';
import { importDocument } from './import-document.ts';

const post = (message: ReadProgress) => parentPort?.postMessage(message);

/** Runs in a worker thread: reads the one document that it was started with, answers, and ends. */
parentPort?.postMessage(readAsValue(() => importDocument(workerData as string, (done, note) => post({ progress: done, note }))));
