import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { pathOf } from '../../../state/areas.ts';
import { runPath } from '../paths.ts';
import { StateSign } from '../state-badge.tsx';
import { marksOf, type TimeWindow } from './time-scale.ts';
import { expected, lineOf, type Bar, type Run } from './timeline-bars.ts';
import { barWords, markLabel } from './timeline-words.ts';
import { useTimelineKeys, type Cursor } from './use-timeline-keys.ts';

interface TimelineChartProps {
  readonly dags: readonly { readonly id: string; readonly runs: readonly Run[] }[];
  readonly window: TimeWindow;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Around a part of the width; without one, around the middle or along with now. */
  readonly onZoom: (factor: number, part?: number) => void;
  readonly onPan: (part: number) => void;
  readonly onShow: (window: TimeWindow) => void;
}

/** CSS pixels. */
const rowHeight = 30;
const barSpace = 20;
const headHeight = 36;

const idOf = (row: number, bar: number) => `timeline-bar-${row}-${bar}`;
const keyOf = ({ runs }: Bar) => `${runs[0]!.run_id ?? 'expected'} ${runs[0]!.start}`;

/** A line for each DAG, of which only those in sight are drawn. One stop for the Tab key; a cursor goes from run to run. */
export function TimelineChart({ dags, window, now, onZoom, onPan, onShow }: TimelineChartProps) {
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const width = useWidth(head);
  const [cursor, setCursor] = useState<Cursor>({ row: 0, bar: null });
  // It keeps its own state and changes under React's eyes, which is what it is for.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({ count: dags.length, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 6, scrollPaddingStart: headHeight, scrollMargin: headHeight });
  const at = Math.min(cursor.row, dags.length - 1);
  const dag = dags[at]!;
  const bars = useMemo(() => lineOf(dag.runs, window, width, now).bars, [dag, window, width, now]);
  const place = cursor.bar === null ? -1 : bars.findIndex((bar) => bar.runs.some(({ start }) => start === cursor.bar));

  const open = (id: string, bar: Bar | undefined) => {
    const [run] = bar?.runs ?? [];
    if (!bar || !run || (bar.runs.length === 1 && run.run_id === null)) return void navigate(pathOf('dags', id)!);
    if (bar.runs.length === 1) return void navigate(runPath(id, run.run_id!));
    // What is too close to be told apart is looked at from nearer.
    const [from, to] = [run.start, bar.runs.at(-1)!.start];
    const margin = Math.max((to - from) * 0.2, 30_000);
    onShow({ from: from - margin, to: to + margin });
  };
  useTimelineKeys({
    count: dags.length, bars, place, onRow(step) {
      const row = Math.max(0, Math.min(dags.length - 1, at + step));
      rows.scrollToIndex(row);
      setCursor({ row, bar: cursor.bar });
    },
    onBar: (next) => setCursor({ row: at, bar: next === undefined ? null : next.runs[0]!.start }), onOpen: () => open(dag.id, bars[place]),
  });
  useWheel(scroller, head, onZoom, onPan);

  const hit = (event: MouseEvent) => {
    const target = (event.target as Element).closest<HTMLElement>('[data-bar]');
    if (!target) return;
    const [row, bar] = target.dataset['bar']!.split(' ').map(Number) as [number, number];
    setCursor({ row, bar: lineOf(dags[row]!.runs, window, width, now).bars[bar]?.runs[0]!.start ?? null });
    open(dags[row]!.id, lineOf(dags[row]!.runs, window, width, now).bars[bar]);
  };
  const scale = width / (window.to - window.from);
  const nowAt = (now - window.from) * scale;
  const isNowShown = now >= window.from && now <= window.to;
  const marks = marksOf(window, Math.max(2, width / 84));
  return (
    <>
      {/* One stop of the Tab key, in which the arrows go on. The same stands in a table, one switch away. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <div ref={scroller} className="timeline" role="group" aria-label="Runs along the time" aria-describedby="timeline-said" tabIndex={0} aria-activedescendant={place < 0 ? undefined : idOf(at, place)} onClick={hit}>
        <div className="timeline-head">
          <span className="timeline-corner">DAG</span>
          <div ref={head} className="timeline-axis">
            {marks.map(({ at: time, isDay }) => <span key={time} className="timeline-mark" data-day={isDay || undefined} style={{ left: (time - window.from) * scale }}>{markLabel(time, isDay)}</span>)}
            {isNowShown && <span className="timeline-now-label" style={{ left: nowAt }}>now</span>}
          </div>
        </div>
        <div className="timeline-rows" style={{ height: rows.getTotalSize() }}>
          <div className="timeline-grid" aria-hidden="true">
            {marks.map(({ at: time, isDay }) => <span key={time} data-day={isDay || undefined} style={{ left: (time - window.from) * scale }} />)}
            {isNowShown && <span className="timeline-now" style={{ left: nowAt }} />}
          </div>
          {rows.getVirtualItems().map(({ index, start }) => (
            <Row key={dags[index]!.id} index={index} top={start - headHeight} id={dags[index]!.id} runs={dags[index]!.runs} window={window} width={width} now={now} isHere={index === at} place={index === at ? place : -1} />
          ))}
        </div>
      </div>
      <div id="timeline-said" className="grid-words" role="status">
        {place >= 0 ? `${dag.id}: ${barWords(bars[place]!, now)}` : `${dag.id}${bars.length === 0 ? ': no runs in this span' : ''}. Arrows go from run to run, Enter opens, + and − zoom, [ and ] go back and on.`}
      </div>
    </>
  );
}

interface RowProps {
  readonly index: number;
  readonly top: number;
  readonly id: string;
  readonly runs: readonly Run[];
  readonly window: TimeWindow;
  readonly width: number;
  readonly now: number;
  readonly isHere: boolean;
  /** The bar under the cursor; -1 for none. */
  readonly place: number;
}

const Row = memo(function Row({ index, top, id, runs, window, width, now, isHere, place }: RowProps) {
  const { bars, lanes } = useMemo(() => lineOf(runs, window, width, now), [runs, window, width, now]);
  const height = Math.floor(barSpace / lanes);
  return (
    <div className="timeline-row" data-here={isHere || undefined} style={{ transform: `translateY(${top}px)` }}>
      <Link className="timeline-name tr-mono" tabIndex={-1} title={id} to={pathOf('dags', id)!}>{id}</Link>
      <div className="timeline-track">
        {bars.map((bar, at) => <BarMark key={keyOf(bar)} id={idOf(index, at)} place={`${index} ${at}`} bar={bar} height={height} now={now} isHere={at === place} />)}
      </div>
    </div>
  );
});

function BarMark({ id, place, bar, height, now, isHere }: { readonly id: string; readonly place: string; readonly bar: Bar; readonly height: number; readonly now: number; readonly isHere: boolean }) {
  const { runs, state, left, width, lane, isOpen } = bar;
  const words = barWords(bar, now);
  const style: CSSProperties = { left, width, top: 5 + lane * height, height: height - (height < 20 ? 1 : 0) };
  return (
    <span id={id} className="timeline-bar" role="img" aria-label={words} title={words} data-bar={place} data-state={state} data-open={isOpen || undefined} data-many={runs.length > 1 || undefined} data-here={isHere || undefined} style={style}>
      {width >= 18 && height >= 16 && state !== expected && <StateSign state={state} />}
    </span>
  );
}

/** The width of an element in CSS pixels, as it changes. */
function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.max(1, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** With Ctrl the wheel zooms around the pointer, with Shift or sideways it goes along the time; else it scrolls. */
function useWheel(scroller: { readonly current: HTMLElement | null }, axis: { readonly current: HTMLElement | null }, onZoom: TimelineChartProps['onZoom'], onPan: TimelineChartProps['onPan']): void {
  const act = useRef({ onZoom, onPan });
  useEffect(() => {
    act.current = { onZoom, onPan };
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const turn = (event: WheelEvent) => {
      const { left, width } = axis.current!.getBoundingClientRect();
      const along = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey) act.current.onZoom(event.deltaY > 0 ? 1.25 : 0.8, Math.max(0, Math.min(1, (event.clientX - left) / width)));
      else if (along !== 0 && Math.abs(along) >= Math.abs(event.shiftKey ? 0 : event.deltaY)) act.current.onPan(along / width);
      else return;
      event.preventDefault();
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [scroller, axis]);
}
