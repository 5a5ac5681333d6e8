import { useId, type ReactNode } from 'react';
import { duration } from '../../components/measures.ts';
import { percent, ticks, type DayFigures } from './analytics.ts';

/** Charts by day: what they show stands in the table beside them, too. */

const size = { width: 560, height: 168, left: 56, right: 8, top: 8, bottom: 24 };
const plot = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };

interface FrameProps {
  readonly title: string;
  /** The chart in one sentence. */
  readonly summary: string;
  readonly days: readonly DayFigures[];
  readonly marks: readonly number[];
  readonly unit: (value: number) => string;
  readonly legend: ReactNode;
  readonly children: ReactNode;
}

/** Days with a label: the first, the last, and some between. */
const labelled = (count: number) => (at: number) => at === 0 || at === count - 1 || (count > 4 && at % Math.ceil(count / 6) === 0 && at < count - Math.ceil(count / 12));

function Frame({ title, summary, days, marks, unit, legend, children }: FrameProps) {
  const id = useId();
  const most = marks.at(-1)!;
  const isLabelled = labelled(days.length);
  return (
    <figure className="chart">
      <figcaption><strong>{title}</strong> <span className="chart-legend">{legend}</span></figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-labelledby={id}>
        <title id={id}>{`${title}: ${summary}`}</title>
        {marks.map((mark) => {
          const y = size.top + plot.height * (1 - mark / most);
          return <g key={mark}><line className="chart-grid" x1={size.left} x2={size.width - size.right} y1={y} y2={y} /><text className="chart-text" x={size.left - 6} y={y + 4} textAnchor="end">{unit(mark)}</text></g>;
        })}
        {days.map(({ day }, at) => isLabelled(at) && <text key={day} className="chart-text" x={xOf(at, days.length)} y={size.height - 6} textAnchor={at === 0 && days.length > 8 ? 'start' : at === days.length - 1 && days.length > 8 ? 'end' : 'middle'}>{day.slice(5)}</text>)}
        {children}
      </svg>
    </figure>
  );
}

/** The middle of a day's place. */
const xOf = (at: number, count: number) => size.left + (plot.width * (at + 0.5)) / count;

export function RequestsChart({ days }: { readonly days: readonly DayFigures[] }) {
  const marks = ticks(Math.max(0, ...days.map(({ executions }) => executions)), true);
  const most = marks.at(-1)!;
  const width = Math.max(1, Math.min(28, (plot.width / days.length) * 0.72));
  const height = (count: number) => (plot.height * count) / most;
  const total = days.reduce((sum, { executions }) => sum + executions, 0);
  const errors = days.reduce((sum, day) => sum + day.errors, 0);
  return (
    <Frame
      title="Requests by day" summary={`${total.toLocaleString()} in ${days.length} days, ${errors.toLocaleString()} of them errors`} days={days} marks={marks} unit={(value) => value.toLocaleString()}
      legend={<><i className="chart-key" data-series="fine" /> answered below 400 <i className="chart-key" data-series="errors" /> errors</>}
    >
      {days.map(({ day, executions, errors: failed, error_rate }, at) => executions > 0 && (
        <g key={day}>
          <title>{`${day}: ${executions.toLocaleString()} requests, ${percent(error_rate)} errors`}</title>
          <rect className="chart-fine" x={xOf(at, days.length) - width / 2} width={width} y={size.top + plot.height - height(executions - failed)} height={height(executions - failed)} />
          {failed > 0 && <rect className="chart-errors" x={xOf(at, days.length) - width / 2} width={width} y={size.top + plot.height - height(executions)} height={height(failed)} />}
        </g>
      ))}
    </Frame>
  );
}

export function DurationsChart({ days }: { readonly days: readonly DayFigures[] }) {
  const marks = ticks(Math.max(0, ...days.map(({ p95_ms }) => p95_ms ?? 0)), false);
  const most = marks.at(-1)!;
  const yOf = (ms: number) => size.top + plot.height * (1 - ms / most);
  const slowest = days.reduce<DayFigures | undefined>((worst, day) => ((day.p95_ms ?? -1) > (worst?.p95_ms ?? -1) ? day : worst), undefined);
  return (
    <Frame
      title="Duration by day" summary={slowest?.p95_ms === undefined || slowest.p95_ms === null ? 'nothing ran' : `slowest on ${slowest.day}, where 95 % took ${duration(slowest.p95_ms)} or less`} days={days} marks={marks} unit={(value) => (most < 4 ? `${value} ms` : duration(value))}
      legend={<><i className="chart-key" data-series="p50" /> half took less (p50) <i className="chart-key" data-series="p95" /> 95 % took less (p95)</>}
    >
      {(['p50_ms', 'p95_ms'] as const).map((field) => (
        <g key={field} className={field === 'p50_ms' ? 'chart-p50' : 'chart-p95'}>
          <path d={lineOf(days, field, yOf)} />
          {days.map((day, at) => day[field] !== null && <circle key={day.day} r="3" cx={xOf(at, days.length)} cy={yOf(day[field])}><title>{`${day.day}: ${field === 'p50_ms' ? 'p50' : 'p95'} ${duration(day[field])}`}</title></circle>)}
        </g>
      ))}
    </Frame>
  );
}

/** A line through the days that have a value; a day without one breaks it. */
function lineOf(days: readonly DayFigures[], field: 'p50_ms' | 'p95_ms', yOf: (ms: number) => number): string {
  return days.map((day, at) => {
    const value = day[field];
    if (value === null) return '';
    return `${at > 0 && days[at - 1]![field] !== null ? 'L' : 'M'}${xOf(at, days.length).toFixed(1)} ${yOf(value).toFixed(1)}`;
  }).join('');
}
