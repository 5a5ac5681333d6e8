import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue, type ReadOnTheWay } from '../read-in-thread.ts';
import { importInParts } from './import-document.ts';

const post = (message: ReadOnTheWay) => parentPort?.postMessage(message);

/** Runs in a worker thread: reads the one document that it was started with, answers, and ends. */
parentPort?.postMessage(readAsValue(() => importInParts(workerData as string, (part) => post({ part }), (done, note) => post({ progress: done, note }))));
