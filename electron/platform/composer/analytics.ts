import { refuse } from '../../execution/request.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { hourMs, measured, type Count, type Counters } from './counters.ts';
import { apisOf, endpointsOf } from './kinds.ts';

const defaultDays = 30;
const dayHours = 24;

export interface AnalyticsQuery {
  readonly id?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** The executions of one API, or of all, as figures: in all, by endpoint (the busiest first) and by day (UTC) [C-113]. */
export function analyticsOf(core: Core, counters: Counters, { id, start, end }: AnalyticsQuery, caller: Caller) {
  if (id) apisOf(core).find(id, caller);
  const to = Math.ceil((end ? instant('end', end) : core.now() + 1) / hourMs);
  const from = start ? Math.floor(instant('start', start) / hourMs) : to - defaultDays * dayHours;
  if (from >= to) throw refuse('end', 'The end must come after the start.');
  const counts = counters.read({ api_id: id ?? '', from, to }, caller);
  const known = new Map(endpointsOf(core).all(id ? { api_id: id } : {}, caller).map((endpoint) => [endpoint.id, endpoint]));
  const byEndpoint = [...Map.groupBy(counts, ({ endpoint_id }) => endpoint_id)].map(([endpoint_id, of]) => {
    const { api_id, name, method, path } = known.get(endpoint_id) ?? {};
    return Object.assign({ endpoint_id, api_id, name, method, path }, measured(of));
  });
  const byDay = [...Map.groupBy(counts, dayOf)].map(([day, of]) => Object.assign({ day }, measured(of)));
  const byStatus = [...Map.groupBy(counts, ({ status }) => status)].map(([status, of]) => [status, measured(of).executions]);
  return {
    start: new Date(from * hourMs).toISOString(),
    end: new Date(to * hourMs).toISOString(),
    ...measured(counts),
    by_status: Object.fromEntries(byStatus) as Record<string, number>,
    by_endpoint: byEndpoint.toSorted((a, b) => b.executions - a.executions),
    by_day: byDay.toSorted((a, b) => a.day.localeCompare(b.day)),
  };
}

const dayOf = ({ hour }: Count) => new Date(hour * hourMs).toISOString().slice(0, 10);

function instant(field: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw refuse(field, `“${text.slice(0, 40)}” is not a time. Write it like 2026-01-31T00:00:00Z.`);
  return at;
}
