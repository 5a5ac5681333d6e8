import { answerReads } from '../read-in-thread.ts';
import { importInParts } from './import-document.ts';

/** Runs in a worker thread: reads the document that it is given. */
answerReads((document: string, post) => importInParts(document, (part) => post({ part }), (done, note) => post({ progress: done, note })));
