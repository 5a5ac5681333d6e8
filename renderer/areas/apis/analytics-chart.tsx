import { barWidth, ChartFrame, plot, xOf } from '../../components/chart/chart-frame.tsx';
import { ticks } from '../../components/chart/ticks.ts';
import { duration } from '../../components/measures.ts';
import { percent, type DayFigures } from './analytics.ts';

/** Charts by day: what they show stands in the table beside them, too. */

export function RequestsChart({ days }: { readonly days: readonly DayFigures[] }) {
  const marks = ticks(Math.max(0, ...days.map(({ executions }) => executions)), true);
  const most = marks.at(-1)!;
  const width = barWidth(days.length);
  const height = (count: number) => (plot.height * count) / most;
  const total = days.reduce((sum, { executions }) => sum + executions, 0);
  const errors = days.reduce((sum, day) => sum + day.errors, 0);
  return (
    <ChartFrame
      title="Requests by day" summary={`${total.toLocaleString()} in ${days.length} days, ${errors.toLocaleString()} of them errors`} labels={days.map(({ day }) => day.slice(5))} marks={marks} unit={(value) => value.toLocaleString()}
      legend={<><i className="chart-key" data-series="fine" /> answered below 400 <i className="chart-key" data-series="errors" /> errors</>}
    >
      {days.map(({ day, executions, errors: failed, error_rate }, at) => executions > 0 && (
        <g key={day}>
          <title>{`${day}: ${executions.toLocaleString()} requests, ${percent(error_rate)} errors`}</title>
          <rect className="chart-fine" x={xOf(at, days.length) - width / 2} width={width} y={plot.top + plot.height - height(executions - failed)} height={height(executions - failed)} />
          {failed > 0 && <rect className="chart-errors" x={xOf(at, days.length) - width / 2} width={width} y={plot.top + plot.height - height(executions)} height={height(failed)} />}
        </g>
      ))}
    </ChartFrame>
  );
}

export function DurationsChart({ days }: { readonly days: readonly DayFigures[] }) {
  const marks = ticks(Math.max(0, ...days.map(({ p95_ms }) => p95_ms ?? 0)), false);
  const most = marks.at(-1)!;
  const yOf = (ms: number) => plot.top + plot.height * (1 - ms / most);
  const slowest = days.reduce<DayFigures | undefined>((worst, day) => ((day.p95_ms ?? -1) > (worst?.p95_ms ?? -1) ? day : worst), undefined);
  return (
    <ChartFrame
      title="Duration by day" summary={slowest?.p95_ms === undefined || slowest.p95_ms === null ? 'nothing ran' : `slowest on ${slowest.day}, where 95 % took ${duration(slowest.p95_ms)} or less`} labels={days.map(({ day }) => day.slice(5))} marks={marks} unit={(value) => (most < 4 ? `${value} ms` : duration(value))}
      legend={<><i className="chart-key" data-series="p50" /> half took less (p50) <i className="chart-key" data-series="p95" /> 95 % took less (p95)</>}
    >
      {(['p50_ms', 'p95_ms'] as const).map((field) => (
        <g key={field} className={field === 'p50_ms' ? 'chart-p50' : 'chart-p95'}>
          <path d={lineOf(days, field, yOf)} />
          {days.map((day, at) => day[field] !== null && <circle key={day.day} r="3" cx={xOf(at, days.length)} cy={yOf(day[field])}><title>{`${day.day}: ${field === 'p50_ms' ? 'p50' : 'p95'} ${duration(day[field])}`}</title></circle>)}
        </g>
      ))}
    </ChartFrame>
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
