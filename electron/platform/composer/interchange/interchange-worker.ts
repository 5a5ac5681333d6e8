import { answerReads } from '../read-in-thread.ts';
import { readCollection } from './read-collection.ts';

/** Runs in a worker thread: reads the collection that it is given. */
answerReads((document: string) => readCollection(document));
