import { answerReads } from '../read-in-thread.ts';
import { bundle, type ToBundle } from './bundle.ts';

/** Runs in a worker thread: puts the documents together that it is given. */
answerReads((documents: ToBundle) => bundle(documents));
