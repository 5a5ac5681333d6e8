import { answerReads } from '../read-in-thread.ts';
import { exportDocument, type ExportFormat, type ExportSource } from './export-document.ts';

/** Runs in a worker thread: writes the document that it is asked for. */
answerReads(({ source, format }: { readonly source: ExportSource; readonly format: ExportFormat }) => exportDocument(source, format));
