import { Button } from '@blueprintjs/core';
import { ArrowLeft, Edit, Plus, Refresh, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { nothing, RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { useCommand } from '../../../state/commands.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { everyPool, type Pool } from '../../../state/pools.ts';
import { useTitle } from '../../../state/tabs.ts';
import { DetailPane, Split } from '../detail-pane.tsx';
import { PanelStates } from '../panel-states.tsx';
import { instancePath } from '../paths.ts';
import { useAddress } from '../../../components/use-address.ts';
import { PoolDialog } from './pool-dialog.tsx';
import { PoolRemoval } from './pool-removal.tsx';
import { isDefault, openWords, slotWords } from './pool-words.ts';
import '../../../components/resource/resource.css';
import '../dags.css';
import './pools.css';

type Deed = { readonly deed: 'new' } | { readonly deed: 'edit' | 'delete'; readonly pool: Pool };

const columns: RowColumn<Pool>[] = [
  { name: 'name', label: 'Pool', kind: 'mono', width: 220, sortBy: ({ name }) => name, cell: ({ name }) => name },
  { name: 'use', label: 'In use', cell: (pool) => <Use pool={pool} /> },
  { name: 'slots', label: 'Slots', kind: 'number', width: 90, sortBy: ({ slots }) => (slots < 0 ? Infinity : slots), cell: ({ slots }) => slotWords(slots) },
  { name: 'running', label: 'Running', kind: 'number', width: 90, sortBy: ({ running_slots }) => running_slots, cell: ({ running_slots }) => running_slots.toLocaleString() },
  { name: 'waiting', label: 'Waiting', kind: 'number', width: 90, sortBy: (pool) => pool.queued_slots + pool.scheduled_slots, cell: (pool) => (pool.queued_slots + pool.scheduled_slots).toLocaleString() },
  { name: 'open', label: 'Free', kind: 'number', width: 90, sortBy: ({ open_slots }) => open_slots, cell: openWords },
  { name: 'description', label: 'Description', cell: ({ description }) => description ?? nothing },
];

/** How much of a pool is taken, as a bar and in words. */
function Use({ pool: { slots, occupied_slots, queued_slots, scheduled_slots } }: { readonly pool: Pool }) {
  const waiting = queued_slots + scheduled_slots;
  const whole = slots < 0 ? Math.max(1, occupied_slots + waiting) : Math.max(1, slots);
  const words = `${occupied_slots} of ${slotWords(slots)} in use${waiting > 0 ? `, ${waiting} wait` : ''}`;
  return (
    <span className="pool-use" role="img" aria-label={words} title={words}>
      <span className="pool-taken" style={{ width: `${Math.min(100, (100 * occupied_slots) / whole)}%` }} data-full={(slots >= 0 && occupied_slots >= slots) || undefined} />
      {waiting > 0 && <span className="pool-waiting" style={{ width: `${Math.min(30, (100 * waiting) / whole)}%` }} />}
    </span>
  );
}

/** Which tasks wait for a slot of a pool. */
function Waiting({ pool, onClose }: { readonly pool: Pool; readonly onClose: () => void }) {
  const { name, waiting = [], scheduled_slots, queued_slots } = pool;
  const slots = scheduled_slots + queued_slots;
  return (
    <DetailPane label={`Pool ${name}`} title={name} onClose={onClose}>
      <p className="form-note">{slots === 0 ? 'Nothing waits for a slot.' : `Tasks that want ${slots.toLocaleString()} ${slots === 1 ? 'slot' : 'slots'} wait. They begin as slots become free.`}</p>
      {waiting.length > 0 && (
        <ul className="pool-tasks" aria-label="Waiting tasks">
          {waiting.map(({ dag_id, ...key }) => (
            <li key={`${dag_id} ${key.dag_run_id} ${key.task_id} ${key.map_index}`}>
              <Link className="tr-mono" to={instancePath(dag_id, key)}>{dag_id} · {key.task_id}{key.map_index >= 0 && ` [${key.map_index}]`}</Link> <span className="tr-mono tr-muted">{key.dag_run_id}</span>
            </li>
          ))}
        </ul>
      )}
    </DetailPane>
  );
}

/** The pools of the environment, at `/dags/pools`: how many slots each has, how many are taken, and how many tasks wait for one. */
export function PoolsPage() {
  const navigate = useNavigate();
  const { search, put } = useAddress();
  useTitle('Pools');
  const slice = useList(everyPool);
  const pools = slice.data as unknown as readonly Pool[];
  const [asked, setAsked] = useState<Deed | null>(null);
  const chosen = pools.find(({ name }) => name === search.get('pool'));
  const toCreate = useObstacle('pools', 'create');
  const toUpdate = useObstacle('pools', 'update');
  const toRemove = useObstacle('pools', 'remove') ?? (chosen && isDefault(chosen) ? 'Every task that names no other pool is in this one, so it cannot be deleted.' : undefined);
  const close = () => setAsked(null);
  const leave = () => put({ pool: null });
  const edit = chosen && toUpdate === undefined ? () => setAsked({ deed: 'edit', pool: chosen }) : null;
  const removeIt = chosen && toRemove === undefined ? () => setAsked({ deed: 'delete', pool: chosen }) : null;
  const create = toCreate === undefined ? () => setAsked({ deed: 'new' }) : null;
  useCommand('list.new', create);
  useCommand('list.edit', edit);
  useCommand('list.remove', removeIt);
  const choose = 'Choose a pool first.';
  return (
    <section className="resource" aria-busy={slice.loading} aria-label="Pools">
      <header className="resource-head">
        <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text="DAGs" onClick={() => void navigate('/dags')} />
        <h1>Pools</h1>
        <span className="tr-muted">{slice.meta && pools.length.toLocaleString()}</span>
        <AsOf meta={slice.meta} />
        <span className="filter-space" />
        <Button variant="minimal" size="small" icon={<Refresh size={14} />} aria-label="Refresh" title="Refresh" onClick={() => refresh(everyPool)} />
        <ActionButton variant="minimal" size="small" intent="danger" icon={<Trash size={14} />} text="Delete…" obstacle={chosen ? toRemove : choose} onClick={() => removeIt?.()} />
        <ActionButton variant="minimal" size="small" icon={<Edit size={14} />} text="Edit…" obstacle={chosen ? toUpdate : choose} onClick={() => edit?.()} />
        <ActionButton intent="primary" size="small" icon={<Plus size={14} />} text="New pool…" obstacle={toCreate} onClick={() => create?.()} />
      </header>
      <div className="resource-progress">{slice.loading && <div className="tr-line" role="progressbar" aria-label="Loading pools" />}</div>
      <div className="dag-panel pools-panel">
        <p className="form-note pool-note">A task takes slots of its pool while it runs; without a free one, it waits. Tasks that name no pool are in <span className="tr-mono">default_pool</span>.</p>
        <PanelStates source={everyPool} slice={slice} many="pools" empty={null}>
          <Split onClose={leave} detail={chosen ? <Waiting pool={chosen} onClose={leave} /> : null}>
            <RowTable
              label="Pools" rows={pools} idOf={({ name }) => name} columns={columns} chosen={chosen?.name ?? null} sort={search.get('sort') ?? ''} onSort={(sort) => put({ sort })}
              onOpen={({ name }) => put({ pool: name })} onRefresh={() => refresh(everyPool)}
            />
          </Split>
        </PanelStates>
      </div>
      {asked?.deed === 'delete' ? <PoolRemoval pool={asked.pool} onClose={close} onRemoved={() => put({ pool: null })} /> : asked && <PoolDialog pool={asked.deed === 'edit' ? asked.pool : null} onClose={close} onSaved={(name) => put({ pool: name })} />}
    </section>
  );
}
