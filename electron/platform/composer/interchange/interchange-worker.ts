import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue } from '../read-in-thread.ts';
import { readCollection } from './read-collection.ts';

/** Runs in a worker thread: reads the one collection that it was started with, answers, and ends. */
parentPort?.postMessage(readAsValue(() => readCollection(workerData as string)));
