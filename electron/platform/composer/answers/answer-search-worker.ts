import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue } from '../read-in-thread.ts';
import { searchRows, type Wanted } from './search-rows.ts';

/** Runs in a worker thread: makes the one search that it was started for, answers, and ends. */
parentPort?.postMessage(readAsValue(() => searchRows(workerData as Wanted)));
