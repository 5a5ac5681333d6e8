import { HTMLSelect } from '@blueprintjs/core';
import { Import, Flows } from '@blueprintjs/icons';
import { useCallback, useContext, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Row } from '../../../../shared/contract/entity.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import type { Cells, ColumnValues } from '../../../components/resource/columns.ts';
import { ResourcePage } from '../../../components/resource/resource-page.tsx';
import { useListView } from '../../../components/resource/use-list-view.ts';
import { ValueFilter } from '../../../components/resource/value-filter.tsx';
import { useCommand } from '../../../state/commands.ts';
import { titleOf } from '../../../state/list-entity.ts';
import { textOf } from '../../../state/list-order.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { goTo } from '../../../state/navigation.ts';
import { recipes } from '../../../state/recipes.ts';
import type { RowAction } from '../../../components/resource/row-action.tsx';
import { RecipePeek } from '../recipe/recipe-overview.tsx';
import { ImportRecipeDialog } from './import-recipe-dialog.tsx';
import { canvasPath, useRecipeActions } from './recipe-actions.tsx';
import { nodesOf, PinSign } from './recipe-card.tsx';
import { FoundInNodes, RecipeGallery } from './recipe-gallery.tsx';
import { useRecipeSearch } from './use-recipe-search.ts';
import './recipes.css';

/** What the platform could be asked for is filtered here, over all recipes, in words and in the texts of nodes. */
const input = { otherParam: undefined, fields: undefined };

const cells: Cells = {
  name: (row) => <>{titleOf(row)} <PinSign id={row.id} /></>,
  description: (row) => <Description row={row} />,
};

/** What a recipe says of itself; where it was found by what stands in its nodes, that. */
function Description({ row }: { readonly row: Row }) {
  const found = useContext(FoundInNodes).get(row.id);
  if (found !== undefined) return <span title={found}><span className="tr-muted">In its nodes: </span>{found}</span>;
  return textOf(row['description']) || <span className="cell-nothing">–</span>;
}

const columnValues: ColumnValues = { node_count: nodesOf };

const orders = [
  ['', 'As made'], ['-upd_date', 'Changed last'], ['name', 'Name'], ['workflow_type', 'Type'], ['-node_count', 'Most nodes'],
] as const;

/** In which order the cards stand; a table has its heads for that. */
function SortSelect() {
  const [view, setView] = useListView(recipes);
  const now = view.sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',');
  const known = orders.some(([value]) => value === now);
  const choose = (value: string) => setView({ ...view, sort: value === '' ? [] : [{ field: value.replace(/^-/, ''), descending: value.startsWith('-') }] });
  return (
    <HTMLSelect className="value-filter" aria-label="Order" value={now} onChange={(event) => choose(event.currentTarget.value)}>
      {orders.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      {!known && <option value={now}>As in the table</option>}
    </HTMLSelect>
  );
}

const openCanvas: RowAction = {
  text: 'Canvas', icon: <Flows size={14} />, command: 'recipes.canvas', obstacle: undefined, single: true,
  run: ([row]) => row && goTo(canvasPath(row.id)),
};

/** Every recipe of the tenant: cards or a table, found by name, description and by what stands in its nodes. */
export function RecipesPage() {
  const [view] = useListView(recipes);
  const found = useRecipeSearch(view.text);
  const [importing, setImporting] = useState(false);
  const toImport = useObstacle('recipeFiles', 'import');
  const { actions, menuOf, dialog } = useRecipeActions();
  const all = useMemo(() => [openCanvas, ...actions], [actions]);
  const open = () => setImporting(true);
  useCommand('recipes.import', toImport ? null : open);
  return (
    <FoundInNodes value={found}>
      <ResourcePage
        group={recipes} input={input} cells={cells} columnValues={columnValues} rowActions={all} menuOf={menuOf} Peek={RecipePeek} Gallery={RecipeGallery} found={found}
        actions={<ActionButton size="small" icon={<Import size={14} />} text="Import" obstacle={toImport} onClick={open} />}
        filters={<><ValueFilter group={recipes} field="workflow_type" label="Type" all="All types" options={['langgraph', 'dag', 'flow']} /><SortSelect /></>}
        empty={<NoRecipes onImport={open} toImport={toImport} />}
      />
      {dialog}
      {importing && <ImportRecipeDialog onClose={() => setImporting(false)} />}
    </FoundInNodes>
  );
}

function NoRecipes({ onImport, toImport }: { readonly onImport: () => void; readonly toImport: string | undefined }) {
  const navigate = useNavigate();
  const obstacle = useObstacle(recipes, 'create');
  const make = useCallback(() => void navigate('/workflows/new'), [navigate]);
  return (
    <EmptyState
      icon={<Flows size={24} />} title="No workflow recipes yet"
      text="A recipe is a graph of steps, such as requests, models, conditions and approvals, that can be run, shared and kept in versions."
      actions={<><ActionButton intent="primary" text="Make a recipe" obstacle={obstacle} onClick={make} /><ActionButton text="Import a file" obstacle={toImport} onClick={onImport} /></>}
    />
  );
}
