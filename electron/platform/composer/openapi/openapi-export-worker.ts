import { parentPort, workerData } from 'node:worker_threads';
import { readAsValue } from '../read-in-thread.ts';
import { exportDocument, type ExportFormat, type ExportSource } from './export-document.ts';

/** Runs in a worker thread: writes the one document that it was started for, answers, and ends. */
const { source, format } = workerData as { readonly source: ExportSource; readonly format: ExportFormat };
parentPort?.postMessage(readAsValue(() => exportDocument(source, format)));
