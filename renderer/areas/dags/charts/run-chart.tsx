import { useNavigate } from 'react-router-dom';
import { barWidth, ChartFrame, plot, xOf } from '../../../components/chart/chart-frame.tsx';
import { ticks } from '../../../components/chart/ticks.ts';
import { exactTime } from '../../../components/resource/cell.tsx';
import { durationText, markText } from '../../../components/rows/duration.ts';
import { nothing, RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { runPath } from '../paths.ts';
import { StateBadge, stateWord } from '../state-badge.tsx';
import { useAddress } from '../../../components/use-address.ts';
import { dayOf, type RunFigure } from './run-figures.ts';

interface RunChartProps {
  readonly dag_id: string;
  /** Oldest first. */
  readonly figures: readonly RunFigure[];
  readonly kind: 'duration' | 'landing';
}

const time = (ms: number | null) => (ms === null ? nothing : durationText(ms));

const columns: readonly RowColumn<RunFigure>[] = [
  { name: 'run', label: 'Run', kind: 'mono', sortBy: ({ run }) => run.id, cell: ({ run }) => <span title={run.id}>{run.id}</span> },
  { name: 'state', label: 'State', width: 120, sortBy: ({ run }) => run.state, cell: ({ run }) => <StateBadge state={run.state} /> },
  { name: 'start', label: 'Started', width: 210, sortBy: ({ run }) => run.start, cell: ({ run }) => (run.start === null ? nothing : exactTime(Date.parse(run.start))) },
  { name: 'waited', label: 'Queued for', width: 110, kind: 'number', sortBy: ({ waited }) => waited, cell: ({ waited }) => time(waited) },
  { name: 'ran', label: 'Ran for', width: 110, kind: 'number', sortBy: ({ ran }) => ran, cell: ({ ran }) => time(ran) },
  { name: 'landed', label: 'Landed after', width: 120, kind: 'number', sortBy: ({ landed }) => landed, cell: ({ landed }) => time(landed) },
];

/** A bar for each run, by how long it took or how long after its due time it ended. */
export function RunChart({ dag_id, figures, kind }: RunChartProps) {
  const { search, put } = useAddress();
  const navigate = useNavigate();
  const valueOf = ({ ran, landed }: RunFigure) => (kind === 'duration' ? ran : landed);
  const marks = scaleOf(Math.max(0, ...figures.map((figure) => (valueOf(figure) ?? 0) + (kind === 'duration' ? (figure.waited ?? 0) : 0))));
  const most = marks.at(-1)!;
  const width = barWidth(figures.length);
  const height = (ms: number) => (plot.height * ms) / most;
  const bottom = plot.top + plot.height;
  const values = figures.flatMap((figure) => valueOf(figure) ?? []).toSorted((a, b) => a - b);
  const middle = values[Math.floor(values.length / 2)];
  const summary = middle === undefined ? 'no run has ended' : `half of ${values.length.toLocaleString()} runs ${kind === 'duration' ? 'took' : 'landed within'} ${durationText(middle)} or less, the longest ${durationText(values.at(-1)!)}`;
  return (
    <>
      <ChartFrame
        title={kind === 'duration' ? 'Duration of runs' : 'Landing times of runs'} summary={summary} labels={placesOf(figures)} marks={marks} unit={markText}
        legend={kind === 'duration' ? <>Colours are states; the line on top is the time in the queue. {middle !== undefined && `Median ${durationText(middle)}.`}</> : <>From when a run was due to its end. {middle !== undefined && `Median ${durationText(middle)}.`}</>}
      >
        {figures.map((figure, at) => {
          const value = valueOf(figure);
          if (value === null) return null;
          const { run, waited } = figure;
          const x = xOf(at, figures.length) - width / 2;
          const high = Math.max(1, height(value));
          return (
            // The table below has the same rows for the keyboard.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
            <g key={run.id} className="chart-run" data-state={run.state} onClick={() => void navigate(runPath(dag_id, run.id))}>
              <title>{`${run.id}, ${stateWord(run.state)}, ${durationText(value)}${waited === null || kind === 'landing' ? '' : `, queued for ${durationText(waited)}`}`}</title>
              <rect x={x} width={width} y={bottom - high} height={high} />
              {run.state === 'failed' && width > 3 && <path className="chart-failed" d={`M${x} ${bottom - high}l${width} ${Math.min(width, high)}M${x} ${bottom - high + Math.min(width, high)}l${width} ${-Math.min(width, high)}`} />}
              {kind === 'duration' && waited !== null && waited > 0 && <line className="chart-waited" x1={x + width / 2} x2={x + width / 2} y1={bottom - high} y2={bottom - high - height(waited)} />}
            </g>
          );
        })}
        {middle !== undefined && <line className="chart-median" x1={plot.left} x2={plot.left + plot.width} y1={bottom - height(middle)} y2={bottom - height(middle)} />}
      </ChartFrame>
      <RowTable label="Runs in figures" rows={figures.toReversed()} idOf={({ run }) => run.id} columns={columns} chosen={null} sort={search.get('sort') ?? ''} onSort={(sort) => put({ sort })} onOpen={({ run }) => void navigate(runPath(dag_id, run.id))} />
    </>
  );
}

/** The day of each run, or the time of day where all began on the same one. */
function placesOf(figures: readonly RunFigure[]): string[] {
  const starts = figures.map(({ run }) => new Date(run.start ?? Number.NaN));
  const days = starts.map(dayOf);
  return new Set(days).size > 1 ? days.map((day) => day.slice(5)) : starts.map((start) => clock.format(start));
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const units = [1, 60, 3600, 86_400].map((seconds) => seconds * 1000);

/** Marks that are round in seconds, minutes, hours or days. Milliseconds. */
export function scaleOf(most: number): number[] {
  const unit = units.findLast((one) => most / one >= 1) ?? units[0]!;
  return ticks(most / unit, false).map((mark) => mark * unit);
}
