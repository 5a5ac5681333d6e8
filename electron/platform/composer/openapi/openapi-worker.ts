import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue } from '../read-in-thread.ts';
import { importDocument } from './import-document.ts';

/** Runs in a worker thread: reads the one document that it was started with, answers, and ends. */
parentPort?.postMessage(readAsValue(() => importDocument(workerData as string)));
