import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Add, Play } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Row } from '../../../../shared/contract/entity.ts';
import type { WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { copyText } from '../../../components/resource/copy-rows.ts';
import type { Cells } from '../../../components/resource/columns.ts';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { ResourceDetailPage, type OwnTab } from '../../../components/resource/resource-detail-page.tsx';
import { ResourcePage } from '../../../components/resource/resource-page.tsx';
import type { RowAction } from '../../../components/resource/row-action.tsx';
import { useNow } from '../../../components/resource/use-now.ts';
import { RowTable } from '../../../components/rows/row-table.tsx';
import { pathOf } from '../../../state/areas.ts';
import { useCommand } from '../../../state/commands.ts';
import { instances, runsOfInstance, startInstances } from '../../../state/instances.ts';
import { titleOf } from '../../../state/list-entity.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { remove } from '../../../state/list-removal.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { goTo } from '../../../state/navigation.ts';
import { columnsAt } from '../run/runs-panel.tsx';
import { runPath } from '../run/node-result.tsx';
import { InstanceFields } from './instance-fields.tsx';
import { InstanceOverview, RecipeLink } from './instance-overview.tsx';
import './instances.css';

const start = (rows: readonly Row[]) => void startInstances(rows, runPath);

const cells: Cells = { flow_recipe_name: (row) => <RecipeLink row={row} />, flow_recipe_id: (row) => <RecipeLink row={row} /> };

/** What can be done with instances beside what every kind offers. */
function useInstanceActions() {
  const toStart = useObstacle(instances, 'start');
  const toRemove = useObstacle(instances, 'remove');
  const actions: readonly RowAction[] = [{ text: 'Start', icon: <Play size={14} />, command: 'instances.start', obstacle: toStart, run: start }];
  const menuOf = (row: Row, acted: readonly Row[]) => (
    <Menu aria-label="Actions of the instance">
      <MenuItem text="Open" label="Enter" onClick={() => goTo(pathOf(instances, row.id) ?? '/instances')} />
      <MenuItem icon={<Play size={14} />} text={acted.length > 1 ? `Start ${acted.length.toLocaleString()}` : 'Start'} label="Shift+Enter" disabled={toStart !== undefined} title={toStart} onClick={() => start(acted)} />
      <MenuItem text="Copy the id" onClick={() => void copyText(row.id, `The id of “${titleOf(row)}”`)} />
      <MenuDivider />
      <MenuItem text="Delete" label="Delete" intent="danger" disabled={toRemove !== undefined} title={toRemove} onClick={() => remove(instances, acted)} />
    </Menu>
  );
  return { actions, menuOf };
}

/** Recipes of both kinds have instances, which are filtered by the name of theirs here. */
const unasked = { flow_recipe_id: undefined };

/** Every instance of the environment. */
export function InstancesPage() {
  const { actions, menuOf } = useInstanceActions();
  return <ResourcePage group={instances} input={unasked} cells={cells} rowActions={actions} menuOf={menuOf} />;
}

const tabs: readonly OwnTab[] = [{ id: 'runs', title: 'Runs', Panel: InstanceRuns }];

/** One instance: what it is made of and given, its runs, and its start. */
export function InstancePage() {
  return <ResourceDetailPage group={instances} tabs={tabs} Actions={StartInstance} Overview={InstanceOverview} Fields={InstanceFields} />;
}

function StartInstance({ row }: { readonly row: Row }) {
  const obstacle = useObstacle(instances, 'start');
  const begin = () => start([row]);
  useCommand('instances.start', obstacle === undefined ? begin : null);
  return <ActionButton intent="success" size="small" icon={<Play size={14} />} text="Start" obstacle={obstacle} onClick={begin} />;
}

/** The runs of one instance, the newest first, as they go on. */
function InstanceRuns({ row }: { readonly row: Row }) {
  const source = runsOfInstance(row.id);
  const { data, error, meta } = useList(source);
  const navigate = useNavigate();
  const now = useNow();
  const runs = data as unknown as readonly WorkflowRun[];
  if (!meta) return error ? <Failure failure={error} onRetry={() => refresh(source)} /> : <Skeleton label="Loading the runs" />;
  if (runs.length === 0) return <EmptyState title="No runs yet" text="Start the instance: each run is kept here with what it was given and what came of it." />;
  return (
    <div className="detail-panel">
      {error && <Failure failure={error} onRetry={() => refresh(source)} />}
      <AsOf meta={meta} />
      <RowTable label="Runs of the instance" rows={runs} idOf={({ run_id }) => run_id} columns={columnsAt(now)} chosen={null} onOpen={({ run_id }) => void navigate(runPath(run_id))} onRefresh={() => refresh(source)} />
    </div>
  );
}

/** The instances that are made of one recipe, of either kind; a tab of that recipe. */
export function InstancesOf({ row }: { readonly row: Row }) {
  const navigate = useNavigate();
  const obstacle = useObstacle(instances, 'create');
  const { actions, menuOf } = useInstanceActions();
  const newPath = `${pathOf(instances, 'new') ?? '/instances/new'}?with.flow_recipe_id=${encodeURIComponent(row.id)}`;
  const input = useMemo(() => ({ flow_recipe_id: row.id }), [row.id]);
  return (
    <ResourcePage
      group={instances} inside={pathOf(instances) ?? '/instances'} input={input} newPath={newPath} cells={cells} rowActions={actions} menuOf={menuOf}
      empty={<EmptyState title="No instances of it yet" text="An instance is a recipe with values of its own, which can be started again and again." actions={<ActionButton intent="primary" icon={<Add size={14} />} text="Make an instance" obstacle={obstacle} onClick={() => void navigate(newPath)} />} />}
    />
  );
}
