import { Button, PopoverNext, Menu, MenuItem } from '@blueprintjs/core';
import { Duplicate, Export, More, Pin, Unpin } from '@blueprintjs/icons';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import type { Row } from '../../../../shared/contract/entity.ts';
import { Skeleton } from '../../../components/resource/list-states.tsx';
import { ResourceDetailPage, type OwnTab } from '../../../components/resource/resource-detail-page.tsx';
import { useAddress } from '../../../components/use-address.ts';
import { useCommand } from '../../../state/commands.ts';
import { pinRows, unpinRows, usePin } from '../../../state/pins.ts';
import { recipes } from '../../../state/recipes.ts';
import { useRecipeActions } from '../recipes/recipe-actions.tsx';
import { InstancesOf } from '../instances/instances-page.tsx';
import { NewRecipePage } from './new-recipe-page.tsx';
import { RecipeFields } from './recipe-fields.tsx';
import { RecipeOverview } from './recipe-overview.tsx';
import '../recipes/recipes.css';

/** The canvas and its layout engine come when a graph is looked at. */
const WorkflowCanvas = lazy(async () => ({ default: (await import('../canvas/workflow-canvas.tsx')).WorkflowCanvas }));
const VersionsPanel = lazy(async () => ({ default: (await import('../canvas/versions-panel.tsx')).VersionsPanel }));
const RunsPanel = lazy(async () => ({ default: (await import('../run/runs-panel.tsx')).RunsPanel }));

const tabs: readonly OwnTab[] = [
  { id: 'canvas', title: 'Canvas', Panel: CanvasTab },
  { id: 'versions', title: 'Versions', Panel: ({ row }) => <Suspense fallback={<Skeleton label="Loading the versions" />}><VersionsPanel recipeId={row.id} /></Suspense> },
  { id: 'runs', title: 'Runs', Panel: ({ row }) => <Suspense fallback={<Skeleton label="Loading the runs" />}><RunsPanel recipeId={row.id} /></Suspense> },
  { id: 'instances', title: 'Instances', Panel: InstancesOf },
];

/** The graph, or the version of it that the address names. */
function CanvasTab({ row }: { readonly row: Row }) {
  const { search } = useAddress();
  const version = search.get('version') ?? undefined;
  return <Suspense fallback={<Skeleton label="Loading the canvas" />}><WorkflowCanvas key={version ?? ''} recipeId={row.id} version={version} readOnly={version !== undefined} /></Suspense>;
}

/** One recipe at `/workflows/<id>`, and a new one at `/workflows/new`; tab, version and run stand in the address. */
export function RecipePage() {
  const { id } = useParams();
  return id === 'new' ? <NewRecipePage /> : <ResourceDetailPage group={recipes} tabs={tabs} Actions={Actions} Overview={RecipeOverview} Fields={RecipeFields} />;
}

function Actions({ row }: { readonly row: Row }) {
  const { actions: [clone, exporting], dialog } = useRecipeActions();
  const { put } = useAddress();
  const pin = usePin(recipes, row.id);
  const turn = () => void (pin ? unpinRows(recipes, [row]) : pinRows(recipes, [row]));
  const show = (tab: string | null) => () => put({ tab, edit: null, version: null, run: null }, { replace: false });
  useCommand('recipe.overview', show(null));
  useCommand('recipe.canvas', show('canvas'));
  useCommand('recipe.versions', show('versions'));
  useCommand('recipe.runs', show('runs'));
  useCommand('recipes.pin', turn);
  useCommand('recipes.clone', clone && clone.obstacle === undefined ? () => clone.run([row]) : null);
  useCommand('recipes.export', exporting && exporting.obstacle === undefined ? () => exporting.run([row]) : null);
  const menu = (
    <Menu>
      <MenuItem icon={<Duplicate size={14} />} text="Clone…" disabled={clone?.obstacle !== undefined} title={clone?.obstacle} onClick={() => clone?.run([row])} />
      <MenuItem icon={<Export size={14} />} text="Export to a file…" disabled={exporting?.obstacle !== undefined} title={exporting?.obstacle} onClick={() => exporting?.run([row])} />
    </Menu>
  );
  return (
    <>
      <Button
        variant="minimal" size="small" icon={pin ? <Unpin size={14} /> : <Pin size={14} />} aria-pressed={pin !== undefined} text={pin ? 'Kept' : 'Keep'}
        title={pin ? 'All of it is kept on this computer. Press to keep it no longer.' : 'Keep all of it on this computer'} onClick={turn}
      />
      <PopoverNext content={menu} placement="bottom-end"><Button variant="minimal" size="small" icon={<More size={14} />} text="More" /></PopoverNext>
      {dialog}
    </>
  );
}
