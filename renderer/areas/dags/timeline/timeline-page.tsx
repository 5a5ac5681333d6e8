import { Button, HTMLSelect, InputGroup, SegmentedControl, Switch } from '@blueprintjs/core';
import { ArrowLeft, ChevronLeft, ChevronRight, Cross, Refresh, Search } from '@blueprintjs/icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { runStates } from '../../../../shared/contract/dags.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { useCommand } from '../../../state/commands.ts';
import { mostRuns, namedDags, timelineOf, type TimelineAnswer } from '../../../state/dag-timeline.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { useTitle } from '../../../state/tabs.ts';
import { dagOf } from '../airflow.ts';
import { PanelStates } from '../panel-states.tsx';
import { useAddress } from '../../../components/use-address.ts';
import { useClock } from '../use-clock.ts';
import { patternOf } from '../use-dag-pattern.ts';
import { presets, questionOf, spanOf, spanText, windowOf, zoomed, type TimeWindow } from './time-scale.ts';
import { expected, runsByDag } from './timeline-bars.ts';
import { TimelineChart } from './timeline-chart.tsx';
import { TimelineList } from './timeline-list.tsx';
import '../../../components/resource/resource.css';
import '../dags.css';
import '../grid/grid.css';
import './timeline.css';

/** What was answered last, while another question about the same is under way. */
function useKept<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}

/** A text once it has stood for a moment, so that not each letter is asked for. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
const filterNames = ['q', 'tag', 'state', 'busy'] as const;

/** All DAGs along the time, at `/dags/timeline`: what ran, what runs, and what their schedules will bring. */
export function TimelinePage() {
  const navigate = useNavigate();
  const { search, put } = useAddress();
  useTitle('Timeline of DAGs');
  const [text, tag, state, isBusy] = [search.get('q') ?? '', search.get('tag') ?? '', search.get('state') ?? '', search.get('busy') === '1'];
  const span = spanOf(search.get('span'));
  const given = Date.parse(search.get('at') ?? '');
  const centre = Number.isNaN(given) ? null : given;
  const clock = useClock(true);
  // Time goes on in steps that can be seen: about one for each pixel.
  const step = Math.max(1000, Math.round(span / 1_200_000) * 1000);
  const now = Math.floor(clock / step) * step;
  const window = useMemo(() => windowOf(span, centre, now), [span, centre, now]);
  const question = questionOf(window);
  const source = timelineOf(question.from, question.to, patternOf(useSettled(text)));
  const slice = useList(source);
  const answer = useKept(slice.data[0] as unknown as TimelineAnswer | undefined);
  const dags = useList(namedDags).data;
  const known = useMemo(() => dags.map(dagOf), [dags]);
  const byDag = useMemo(() => (answer ? runsByDag(answer) : new Map<string, never>()), [answer]);
  const tags = useMemo(() => [...new Set(known.flatMap((dag) => dag.tags))].toSorted(), [known]);

  const shown = useMemo(() => {
    const words = wordsOf(text.replaceAll('%', ' '));
    const tagged = new Map(known.map((dag) => [dag.id, dag.tags]));
    const ids = [...new Set([...tagged.keys(), ...byDag.keys()])].toSorted();
    const isIn = ({ start, end, state: its }: { readonly start: number; readonly end: number | null; readonly state: string }) =>
      start <= window.to && (end ?? (its === expected ? start : now)) >= window.from;
    return ids
      .filter((id) => words.every((word) => id.toLowerCase().includes(word)) && (tag === '' || tagged.get(id)?.includes(tag)))
      .map((id) => ({ id, runs: (byDag.get(id) ?? []).filter((run) => state === '' || run.state === state) }))
      .filter(({ runs }) => !(isBusy || state !== '') || runs.some(isIn));
  }, [known, byDag, text, tag, state, isBusy, window, now]);

  const show = ({ from, to }: TimeWindow, follows = false) => put({ span: spanText(to - from), at: follows ? null : new Date(Math.round((from + to) / 2000) * 1000).toISOString() });
  const zoom = (factor: number, part?: number) => {
    const next = zoomed(window, factor, part);
    // While it goes along with now, it goes on doing so.
    show(next, centre === null && part === undefined);
  };
  const pan = (part: number) => show({ from: window.from + span * part, to: window.to + span * part });
  const toNow = () => put({ at: null });
  const list = useRef<HTMLInputElement>(null);
  useCommand('list.filter', () => list.current?.focus());
  useCommand('list.refresh', () => [source, namedDags].forEach(refresh));
  useCommand('timeline.in', () => zoom(0.5));
  useCommand('timeline.out', () => zoom(2));
  useCommand('timeline.earlier', () => pan(-0.25));
  useCommand('timeline.later', () => pan(0.25));
  useCommand('timeline.now', toNow);
  const isNarrowed = filterNames.some((name) => search.has(name));
  const clear = () => put(Object.fromEntries(filterNames.map((name) => [name, null])));
  const isTable = search.get('view') === 'table';
  const preset = presets.find(([, length]) => length === span)?.[0];
  return (
    <section className="resource" aria-busy={slice.loading} aria-label="Timeline of DAGs">
      <header className="resource-head">
        <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text="DAGs" onClick={() => void navigate('/dags')} />
        <h1>Timeline</h1>
        <span className="tr-muted">{shown.length.toLocaleString()} {shown.length === 1 ? 'DAG' : 'DAGs'}</span>
        <AsOf meta={slice.meta} />
        <span className="filter-space" />
        <Button variant="minimal" size="small" icon={<ChevronLeft size={14} />} aria-label="Earlier" title="Earlier ([)" onClick={() => pan(-0.5)} />
        <SegmentedControl size="small" aria-label="Span" options={presets.map(([value]) => ({ value, label: value }))} value={preset ?? ''} onValueChange={(value) => put({ span: value })} />
        <Button variant="minimal" size="small" icon={<ChevronRight size={14} />} aria-label="Later" title="Later (])" onClick={() => pan(0.5)} />
        <Button size="small" variant={centre === null ? 'solid' : 'outlined'} active={centre === null} aria-pressed={centre === null} text="Now" title="Go along with now (n)" onClick={toNow} />
        <Button variant="minimal" size="small" icon={<Refresh size={14} />} aria-label="Refresh" title="Refresh" onClick={() => [source, namedDags].forEach(refresh)} />
      </header>
      <div className="resource-progress">{slice.loading && <div className="tr-line" role="progressbar" aria-label="Loading the timeline" />}</div>
      <div className="dag-panel timeline-panel">
        <div className="grid-filter" role="search" aria-label="Filter the timeline">
          <InputGroup inputRef={list} type="search" size="small" leftIcon={<Search size={14} />} className="filter-text" placeholder="DAG ID" aria-label="Filter DAGs" value={text} onValueChange={(q) => put({ q })} />
          {tags.length > 0 && (
            <HTMLSelect aria-label="Tag" value={tag} onChange={({ currentTarget }) => put({ tag: currentTarget.value })}>
              <option value="">Any tag</option>
              {tags.map((one) => <option key={one} value={one}>{one}</option>)}
            </HTMLSelect>
          )}
          <HTMLSelect aria-label="Run state" value={state} onChange={({ currentTarget }) => put({ state: currentTarget.value })}>
            <option value="">Any state</option>
            {[...runStates, expected].map((one) => <option key={one} value={one}>{one}</option>)}
          </HTMLSelect>
          <Switch label="Only with runs" checked={isBusy} onChange={({ currentTarget }) => put({ busy: currentTarget.checked ? '1' : null })} />
          {isNarrowed && <Button size="small" variant="minimal" icon={<Cross size={14} />} text="Clear the filter" onClick={clear} />}
          <span className="filter-space" />
          <SegmentedControl size="small" aria-label="Show as" options={[{ value: 'timeline', label: 'Timeline' }, { value: 'table', label: 'Table' }]} value={isTable ? 'table' : 'timeline'} onValueChange={(next) => put({ view: next === 'table' ? next : null })} />
        </div>
        {answer?.truncated && <p className="timeline-note" role="status">There are more runs in this span than are shown: the newest {mostRuns.toLocaleString()}, and as many that are expected. Zoom in or filter to see the others.</p>}
        <PanelStates source={source} slice={answer ? { ...slice, data: [answer as never] } : slice} many="the timeline" empty={null}>
          {shown.length === 0
            ? <EmptyState title={isNarrowed ? 'Nothing matches' : 'No DAGs yet'} text={isNarrowed ? 'No DAG matches the filter in this span of time.' : 'Each DAG has a line here, with its runs along the time.'} actions={isNarrowed ? <Button text="Clear the filter" onClick={clear} /> : <Button text="Go to DAGs" onClick={() => void navigate('/dags')} />} />
            : isTable ? <TimelineList dags={shown} window={window} now={now} /> : <TimelineChart dags={shown} window={window} now={now} onZoom={zoom} onPan={pan} onShow={show} />}
        </PanelStates>
      </div>
    </section>
  );
}
