import { parentPort } from 'node:worker_threads';

/** Sends back whatever comes. */
parentPort?.on('message', (message) => parentPort?.postMessage(message));
