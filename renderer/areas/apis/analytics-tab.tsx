import { Button, HTMLSelect, InputGroup, SegmentedControl } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { duration } from '../../components/measures.ts';
import { AsOf } from '../../components/resource/as-of.tsx';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { refresh, useList } from '../../state/lists.ts';
import { DurationsChart, RequestsChart } from './analytics-chart.tsx';
import { EndpointFiguresTable } from './analytics-endpoints.tsx';
import { analyticsOf, percent, rangeOf, ranges, startOf, type Analytics, type DayFigures } from './analytics.ts';
import './apis-screens.css';

/** How often an API was called in a range of days, with what outcome, and how long it took [C-113]. */
export function AnalyticsTab({ row: api }: { readonly row: Row }) {
  const [search, setSearch] = useSearchParams();
  const [now, setNow] = useState(Date.now);
  const chosen = search.get('days') ?? '30';
  const other = chosen === 'other';
  const days = ranges.find(([value]) => value === chosen)?.[0] ?? '30';
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const asTable = search.get('as') === 'table';
  const source = useMemo(() => {
    const range = other ? rangeOf(from, to) : { start: startOf(Number(days), now) };
    return range ? ({ group: 'composerApis', method: 'analytics', input: { id: api.id, ...range } } as const) : null;
  }, [api.id, days, now, other, from, to]);
  const { data, meta, loading, error } = useList(source);
  const [answer] = data;
  const analytics = useMemo(() => answer && analyticsOf(answer), [answer]);
  const put = (name: string, value: string | null) => setSearch((before) => {
    const next = new URLSearchParams(before);
    if (value === null) next.delete(name);
    else next.set(name, value);
    return next;
  }, { replace: true });
  const again = () => {
    setNow(Date.now());
    if (source) refresh(source);
  };
  const failure = error?.call === 'composerApis.analytics' ? error : null;
  return (
    <div className="detail-panel" aria-busy={loading}>
      <div className="panel-bar">
        <HTMLSelect aria-label="Range" value={other ? 'other' : days} onChange={(event) => put('days', event.currentTarget.value === '30' ? null : event.currentTarget.value)}>
          {ranges.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
          <option value="other">Other days</option>
        </HTMLSelect>
        {other && (
          <>
            <InputGroup aria-label="First day" type="date" size="small" value={from} max={to === '' ? undefined : to} onValueChange={(value) => put('from', value || null)} />
            <span className="tr-muted">to</span>
            <InputGroup aria-label="Last day" type="date" size="small" value={to} min={from === '' ? undefined : from} onValueChange={(value) => put('to', value || null)} />
          </>
        )}
        <AsOf meta={meta} />
        <span className="filter-space" />
        <SegmentedControl size="small" aria-label="Days as" options={[{ value: 'chart', label: 'Charts' }, { value: 'table', label: 'Table' }]} value={asTable ? 'table' : 'chart'} onValueChange={(value) => put('as', value === 'table' ? 'table' : null)} />
        <Button size="small" variant="minimal" icon={<Refresh size={14} />} text="Read again" loading={loading} onClick={again} />
      </div>
      {failure && <Failure failure={failure} onRetry={again} />}
      {!source ? <p className="form-note">Choose the first and the last day; the first must not come after the last.</p> : !analytics ? loading && <Skeleton label="Loading analytics" /> : analytics.all.executions === 0
        ? <EmptyState title="Nothing ran in this range" text="Each request that is sent through this API is counted here, whoever sends it: people, workflows and DAGs." />
        : <Figures analytics={analytics} asTable={asTable} />}
    </div>
  );
}

const ms = (value: number | null) => (value === null ? '–' : duration(value));

function Figures({ analytics: { all, days, endpoints, statuses }, asTable }: { readonly analytics: Analytics; readonly asTable: boolean }) {
  return (
    <>
      <dl className="figures">
        <Figure name="Requests">{all.executions.toLocaleString()}</Figure>
        <Figure name="Errors">{all.errors.toLocaleString()} <small>{percent(all.error_rate)}</small></Figure>
        <Figure name="Half took less than">{ms(all.p50_ms)}</Figure>
        <Figure name="95 % took less than">{ms(all.p95_ms)}</Figure>
        <Figure name="On average">{ms(all.mean_ms)}</Figure>
      </dl>
      {statuses.length > 0 && <p className="form-note">Answers by status: {statuses.map(([status, count]) => `${status} × ${count.toLocaleString()}`).join(', ')}. An error is a status of 400 or more; days are those of UTC.</p>}
      {asTable ? <DaysTable days={days} /> : <div className="charts"><RequestsChart days={days} /><DurationsChart days={days} /></div>}
      <h2 className="panel-heading">By endpoint</h2>
      <EndpointFiguresTable endpoints={endpoints} />
    </>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => <div><dt>{name}</dt><dd>{children}</dd></div>;

function DaysTable({ days }: { readonly days: readonly DayFigures[] }) {
  return (
    <table className="tr-table figures-table">
      <caption className="visually-hidden">Requests and durations by day</caption>
      <thead><tr><th scope="col">Day</th>{['Requests', 'Errors', 'Error rate', 'p50', 'p95'].map((name) => <th key={name} scope="col" className="tr-number">{name}</th>)}</tr></thead>
      <tbody>
        {days.toReversed().map(({ day, executions, errors, error_rate, p50_ms, p95_ms }) => (
          <tr key={day}>
            <td>{day}</td><td className="tr-number">{executions.toLocaleString()}</td><td className="tr-number">{errors.toLocaleString()}</td>
            <td className="tr-number">{executions === 0 ? '–' : percent(error_rate)}</td><td className="tr-number">{ms(p50_ms)}</td><td className="tr-number">{ms(p95_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
