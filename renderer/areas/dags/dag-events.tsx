import { Button, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { nothing, RowTable, type RowColumn } from '../../components/rows/row-table.tsx';
import { When } from '../../components/rows/times.tsx';
import { Who } from '../../components/rows/who.tsx';
import { useCommand } from '../../state/commands.ts';
import { eventsOf, type EventFilter } from '../../state/dags.ts';
import { textOf } from '../../state/list-order.ts';
import { refresh, useList } from '../../state/lists.ts';
import { runPath } from './paths.ts';
import { DetailPane, Split } from './detail-pane.tsx';
import { PanelStates } from './panel-states.tsx';
import { useAddress } from '../../components/use-address.ts';

const names = ['start', 'end', 'search_term'] as const;

/** The filter as the address says it. */
const filterOf = (search: URLSearchParams): EventFilter =>
  Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])));

const columnsOf = (dag_id: string, now: number): RowColumn<Row>[] => [
  { name: 'when', label: 'When', width: 150, cell: ({ when }) => <When at={textOf(when) || null} now={now} /> },
  { name: 'event', label: 'Event', cell: ({ event }) => textOf(event) },
  { name: 'owner', label: 'By', cell: ({ owner }) => <Who id={textOf(owner) || null} /> },
  { name: 'task', label: 'Task', kind: 'mono', cell: ({ task_id }) => textOf(task_id) || nothing },
  { name: 'try', label: 'Try', width: 56, kind: 'number', cell: ({ try_number }) => textOf(try_number) || nothing },
  { name: 'run', label: 'Run', kind: 'mono', cell: ({ run_id }) => (textOf(run_id) ? <Link to={runPath(dag_id, textOf(run_id))} tabIndex={-1} title={textOf(run_id)}>{textOf(run_id)}</Link> : nothing) },
  { name: 'extra', label: 'Details', cell: ({ extra }) => (textOf(extra) ? <span title={textOf(extra)}>{textOf(extra)}</span> : nothing) },
];

/** Details are JSON in a text where the platform wrote them; anything else is shown as it is. */
function extraOf(extra: unknown): unknown {
  try {
    return JSON.parse(textOf(extra));
  } catch {
    return extra;
  }
}

/** What people and the scheduler did with a DAG, newest first. */
export function DagEvents({ dag_id }: { readonly dag_id: string }) {
  const { search, put } = useAddress();
  const filter = filterOf(search);
  const source = eventsOf(dag_id, filter);
  const slice = useList(source);
  const now = useNow();
  const chosen = slice.data.find(({ id }) => id === search.get('event'));
  const close = () => put({ event: null });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="dag-panel">
      <Filter filter={filter} onFilter={put}><AsOf meta={slice.meta} /></Filter>
      <PanelStates
        source={source} slice={slice} many="events"
        empty={isFiltered
          ? <EmptyState title="Nothing matches" text="No event of this DAG matches the filter." actions={<Button text="Clear the filter" onClick={() => put({ start: null, end: null, search_term: null })} />} />
          : <EmptyState title="No events yet" text="What people and the scheduler do with this DAG stands here." />}
      >
        <Split onClose={close} detail={chosen ? (
          <DetailPane label="Event" title={textOf(chosen['event'])} onClose={close}>
            <dl className="dag-facts">
              <div><dt>When</dt><dd><When at={textOf(chosen['when']) || null} now={now} /></dd></div>
              <div><dt>By</dt><dd><Who id={textOf(chosen['owner']) || null} /></dd></div>
            </dl>
            <pre className="tr-details">{JSON.stringify({ ...chosen, extra: extraOf(chosen['extra']) }, null, 2)}</pre>
          </DetailPane>
        ) : null}>
          <RowTable
            label="Events" rows={slice.data} idOf={({ id }) => id} columns={columnsOf(dag_id, now)} chosen={chosen?.id ?? null}
            onOpen={({ id }) => put({ event: id })} onRefresh={() => refresh(source)}
          />
        </Split>
      </PanelStates>
    </div>
  );
}

interface FilterProps {
  readonly filter: EventFilter;
  readonly onFilter: (values: Readonly<Record<string, string | null>>) => void;
  readonly children: ReactNode;
}

/** The platform is asked when a field is left or Enter is pressed, not at each key. */
function Filter({ filter, onFilter, children }: FilterProps) {
  const asked = filter.search_term ?? '';
  const [term, setTerm] = useState(asked);
  const [known, setKnown] = useState(asked);
  if (known !== asked) {
    setKnown(asked);
    setTerm(asked);
  }
  const field = useRef<HTMLInputElement>(null);
  const send = () => {
    if (term !== asked) onFilter({ search_term: term });
  };
  useCommand('list.filter', () => field.current?.focus());
  return (
    <div className="dag-bar" role="search">
      <InputGroup
        inputRef={field} type="search" size="small" leftIcon={<Search size={14} />} className="filter-text" placeholder="Filter events" aria-label="Filter events"
        value={term} onValueChange={setTerm} onBlur={send} onKeyDown={(event) => event.key === 'Enter' && send()}
      />
      <label htmlFor="events-start">From</label>
      <InputGroup id="events-start" type="date" size="small" value={filter.start ?? ''} onValueChange={(start) => onFilter({ start })} />
      <label htmlFor="events-end">To</label>
      <InputGroup id="events-end" type="date" size="small" value={filter.end ?? ''} onValueChange={(end) => onFilter({ end })} />
      {children}
    </div>
  );
}
