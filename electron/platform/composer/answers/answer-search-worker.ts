import { answerReads } from '../read-in-thread.ts';
import { searchRows, type Wanted } from './search-rows.ts';

/** Runs in a worker thread: makes the search that it is asked for. */
answerReads((wanted: Wanted) => searchRows(wanted));
