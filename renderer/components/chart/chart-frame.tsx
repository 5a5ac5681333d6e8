import { useId, type ReactNode } from 'react';
import './chart.css';

/** The frame of a chart by days or runs: what it shows stands in a table beside it, too. */

const size = { width: 560, height: 168, left: 56, right: 8, top: 8, bottom: 24 };
export const plot = { left: size.left, top: size.top, width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };

/** The middle of a place among so many. */
export const xOf = (at: number, count: number): number => plot.left + (plot.width * (at + 0.5)) / count;
/** The width of a bar at each of so many places. */
export const barWidth = (count: number): number => Math.max(1, Math.min(28, (plot.width / count) * 0.72));

interface ChartFrameProps {
  readonly title: string;
  /** The chart in one sentence. */
  readonly summary: string;
  /** Under each place, of which some are shown. */
  readonly labels: readonly string[];
  /** Beside the lines across, the largest last. */
  readonly marks: readonly number[];
  readonly unit: (value: number) => string;
  readonly legend: ReactNode;
  readonly children: ReactNode;
}

/** Places with a label: the first, the last, and some between. */
const labelled = (count: number) => (at: number) => at === 0 || at === count - 1 || (count > 4 && at % Math.ceil(count / 6) === 0 && at < count - Math.ceil(count / 12));

export function ChartFrame({ title, summary, labels, marks, unit, legend, children }: ChartFrameProps) {
  const id = useId();
  const most = marks.at(-1)!;
  const count = labels.length;
  const isLabelled = labelled(count);
  return (
    <figure className="chart">
      <figcaption><strong>{title}</strong> <span className="chart-legend">{legend}</span></figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-labelledby={id}>
        <title id={id}>{`${title}: ${summary}`}</title>
        {marks.map((mark) => {
          const y = size.top + plot.height * (1 - mark / most);
          return <g key={mark}><line className="chart-grid" x1={size.left} x2={size.width - size.right} y1={y} y2={y} /><text className="chart-text" x={size.left - 6} y={y + 4} textAnchor="end">{unit(mark)}</text></g>;
        })}
        {/* Two places may have the same label. */}
        {/* oxlint-disable-next-line react/no-array-index-key */}
        {labels.map((label, at) => isLabelled(at) && <text key={at} className="chart-text" x={xOf(at, count)} y={size.height - 6} textAnchor={at === 0 && count > 8 ? 'start' : at === count - 1 && count > 8 ? 'end' : 'middle'}>{label}</text>)}
        {children}
      </svg>
    </figure>
  );
}
