import { useNavigate } from 'react-router-dom';
import { durationText } from '../../../components/rows/duration.ts';
import { nothing, RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { pathOf } from '../../../state/areas.ts';
import { worstState } from '../grid/grid-model.ts';
import { StateSign, stateWord } from '../state-badge.tsx';
import { useAddress } from '../../../components/use-address.ts';
import { weeksOf, type DayFigure } from './run-figures.ts';

const side = 18;
const top = 18;
const left = 36;
const weekdays = ['Mon', '', 'Wed', '', 'Fri', '', ''];

const words = ({ day, counts, total, ran }: DayFigure): string =>
  [day, total === 0 ? 'no runs' : Object.entries(counts).map(([state, count]) => `${count} ${stateWord(state)}`).join(', '), ran === null ? null : `${durationText(ran)} on average`].filter((part) => part !== null).join(', ');

const columns: readonly RowColumn<DayFigure>[] = [
  { name: 'day', label: 'Day', width: 120, sortBy: ({ day }) => day, cell: ({ day }) => day },
  {
    name: 'runs', label: 'Runs', sortBy: ({ total }) => total,
    cell: ({ counts, total }) => (total === 0 ? nothing : Object.entries(counts).map(([state, count]) => <span key={state} className="calendar-count"><StateSign state={state} /> {count} {stateWord(state)}</span>)),
  },
  { name: 'ran', label: 'Duration on average', width: 160, kind: 'number', sortBy: ({ ran }) => ran, cell: ({ ran }) => (ran === null ? nothing : durationText(ran)) },
];

/** The days as a calendar: the state that matters most of each, and how many runs failed. A day leads to its runs in the grid. */
export function CalendarChart({ dag_id, days }: { readonly dag_id: string; readonly days: readonly DayFigure[] }) {
  const { search, put } = useAddress();
  const navigate = useNavigate();
  const weeks = weeksOf(days);
  const open = ({ day }: DayFigure) => void navigate(`${pathOf('dags', dag_id)}?${new URLSearchParams({ tab: 'grid', from: day, to: day })}`);
  const failed = days.reduce((sum, { counts }) => sum + (counts['failed'] ?? 0), 0);
  const [width, height] = [left + weeks.length * side, top + 7 * side];
  return (
    <>
      <figure className="chart calendar">
        <figcaption><strong>Runs by day</strong> <span className="chart-legend">The colour is the state that matters most, the number how many failed.</span></figcaption>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Runs by day: ${days.length} days, ${failed} runs failed`}>
          {weekdays.map((day, at) => day !== '' && <text key={day} className="chart-text" x={left - 6} y={top + at * side + 13} textAnchor="end">{day}</text>)}
          {weeks.map((week, at) => {
            const first = week.find((day) => day !== null);
            // The first month has its name only where the next one leaves room for it.
            const isNew = first && (Number(first.day.slice(8)) <= 7 || (at === 0 && Number(first.day.slice(8)) <= 12));
            return (
              <g key={first?.day ?? at}>
                {isNew && <text className="chart-text" x={left + at * side} y={12}>{first.day.slice(0, 7)}</text>}
                {week.map((day, weekday) => day && (
                  // The table below has the same days for the keyboard.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
                  <g key={day.day} className="calendar-day" data-state={worstState(Object.keys(day.counts)) ?? undefined} onClick={() => open(day)}>
                    <title>{words(day)}</title>
                    <rect x={left + at * side + 1} y={top + weekday * side + 1} width={side - 2} height={side - 2} rx="3" data-empty={day.total === 0 || undefined} />
                    {(day.counts['failed'] ?? 0) > 0 && <text className="calendar-failed" x={left + at * side + side / 2} y={top + weekday * side + 13} textAnchor="middle">{Math.min(99, day.counts['failed']!)}</text>}
                  </g>
                ))}
              </g>
            );
          })}
        </svg>
      </figure>
      <RowTable label="Days in figures" rows={days.filter(({ total }) => total > 0).toReversed()} idOf={({ day }) => day} columns={columns} chosen={null} sort={search.get('sort') ?? ''} onSort={(sort) => put({ sort })} onOpen={open} />
    </>
  );
}
