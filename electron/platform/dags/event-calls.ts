import { eventAnswer } from './answers.ts';
import type { HandlerParts } from './handlers.ts';
import type { Context, Lookup } from './lookup.ts';
import { instant, lastInstantOf, pageOf, type AskedPage } from './query.ts';

/** The event log: who did what, when. */

interface EventsInput extends AskedPage {
  readonly dag_id?: string | undefined;
  readonly run_id?: string | undefined;
  readonly task_id?: string | undefined;
  readonly map_index?: number | undefined;
  readonly event?: string | undefined;
  readonly owner?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly search_term?: string | undefined;
  readonly as_of?: number | undefined;
}

export function eventCalls({ events, lookup }: Pick<HandlerParts, 'events'> & { readonly lookup: Lookup }) {
  return {
    events({ dag_id, run_id, task_id, map_index, event, owner, search_term, as_of, start, end, ...page }: EventsInput, { caller }: Context) {
      const scope = lookup.scopeOf(caller);
      const upTo = as_of ?? events.last();
      const filter = { dag_id, run_id, task_id, map_index, event, owner, search_term, as_of: upTo, start: instant('start', start), end: lastInstantOf('end', end), ...pageOf(page) };
      const { rows, total } = events.list(scope, filter);
      return { event_logs: rows.map(eventAnswer), total_entries: total, as_of: upTo };
    },
  };
}
