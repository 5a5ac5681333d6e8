import type { ReactNode } from 'react';
import type { Row } from '../../../../shared/contract/entity.ts';
import { isSecretMark } from '../../../../shared/contract/fields.ts';
import { nodeCount } from '../../../../shared/rules/node-text.ts';
import { cellOf, exactTime } from '../../../components/resource/cell.tsx';
import { Reference } from '../../../components/resource/row-fields.tsx';
import { Reveal } from '../../../components/resource/reveal.tsx';
import { SecretsOf, SecretsUnder } from '../../../components/resource/secret-place.tsx';
import { useNow } from '../../../components/resource/use-now.ts';
import { Who } from '../../../components/rows/who.tsx';
import { fieldMeta, kindOf } from '../../../state/list-entity.ts';
import { instantOf, textOf } from '../../../state/list-order.ts';
import { recipes } from '../../../state/recipes.ts';
import { SchedulePreview } from '../../dags/schedule/schedule-preview.tsx';
import { nodesOf, nodesText } from '../recipes/recipe-card.tsx';
import { RecipeImage } from '../recipes/recipe-image.tsx';
import { KeptHere } from './kept-here.tsx';

/** Shown by their own tabs, or in words of their own. */
const told = new Set([
  'id', 'name', 'description', 'workflow_type', 'environment_id', 'environment_name', 'tenant_id', 'tenant_name', 'nodes', 'edges', 'node_count', 'has_image', 'recipe_image',
  'dag_config', 'dag_id', 'pass_phrase', 'version', 'version_id', 'version_tag', 'is_backend_synced', 'backend_sync_time', 'crt_user', 'crt_date', 'upd_user', 'upd_date', 'created_at', 'updated_at',
]);

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => <div><dt>{label}</dt><dd>{children}</dd></div>;
const nothing = <span className="cell-nothing">–</span>;

const connectionsText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'connection' : 'connections'}`;

/** When and by whom; the exact time beside the one that people say. */
function When({ at, by, now }: { readonly at: unknown; readonly by: unknown; readonly now: number }) {
  const time = instantOf(at);
  if (Number.isNaN(time)) return textOf(by) === '' ? nothing : <>by <Who id={textOf(by)} /></>;
  return <>{cellOf(at, { label: '', widget: 'time' }, now)} <span className="row-exact">{exactTime(time)}</span>{textOf(by) !== '' && <> by <Who id={textOf(by)} /></>}</>;
}

/** When a recipe runs by itself, from its `dag_config`. */
function Schedule({ row, now }: { readonly row: Row; readonly now: number }) {
  const config = row['dag_config'];
  if (typeof config !== 'object' || config === null) return <>By hand only</>;
  const { schedule, timezone } = config as { schedule?: unknown; timezone?: unknown };
  const dag = textOf(row['dag_id']);
  return (
    <>
      {typeof schedule === 'string' && schedule !== '' ? <SchedulePreview schedule={schedule} zone={textOf(timezone) || 'UTC'} now={now} /> : <>By hand only</>}
      {dag !== '' && <p>As DAG <Reference to="dags" id={dag} /></p>}
    </>
  );
}

interface FactsProps {
  readonly row: Row;
  readonly now: number;
}

function Facts({ row, now }: FactsProps) {
  const entity = kindOf(recipes);
  const edges = row['edges'];
  const others = Object.keys({ ...entity.fields, ...row }).filter((name) => !told.has(name) && row[name] !== undefined && row[name] !== null && row[name] !== '');
  return (
    <SecretsOf group={recipes} id={row.id}>
      <dl className="row-fields">
        <Fact label="Description">{textOf(row['description']) === '' ? nothing : <div className="row-long">{textOf(row['description'])}</div>}</Fact>
        <Fact label="Type">{textOf(row['workflow_type']) || nothing}</Fact>
        <Fact label="Version">
          {typeof row['version'] === 'number' ? `Version ${row['version']}` : textOf(row['version_id']) === '' ? 'None saved yet' : <code>{textOf(row['version_id'])}</code>}
          {textOf(row['version_tag']) !== '' && <> <span className="cell-tag">{textOf(row['version_tag'])}</span></>}
        </Fact>
        <Fact label="Graph">{nodesText(nodesOf(row))}{edges !== undefined && `, ${connectionsText(nodeCount(edges))}`}</Fact>
        <Fact label="Runs by itself"><Schedule row={row} now={now} /></Fact>
        <Fact label="Environment">{textOf(row['environment_id']) === '' ? 'All of the tenant' : textOf(row['environment_name']) || <Reference to="environments" id={textOf(row['environment_id'])} />}</Fact>
        <Fact label="Pass phrase">
          {isSecretMark(row['pass_phrase'])
            ? <SecretsUnder name="pass_phrase"><span className="form-secret">{cellOf(row['pass_phrase'], { label: 'Pass phrase', widget: 'secret' }, now)} <Reveal label="Pass phrase" /></span></SecretsUnder>
            : 'None: its files are not encrypted unless one is given'}
        </Fact>
        <Fact label="Synced">{row['is_backend_synced'] === true ? <>Yes, <When at={row['backend_sync_time']} by={undefined} now={now} /></> : 'No: no version of it was saved on this platform yet'}</Fact>
        <Fact label="Changed"><When at={row['upd_date']} by={row['upd_user']} now={now} /></Fact>
        <Fact label="Created"><When at={row['crt_date']} by={row['crt_user']} now={now} /></Fact>
        {others.map((name) => {
          const meta = fieldMeta(entity, name);
          const value = row[name];
          return <Fact key={name} label={meta.label}>{typeof value === 'object' ? <pre>{JSON.stringify(value, null, 2)}</pre> : cellOf(value, meta, now)}</Fact>;
        })}
        <Fact label="ID"><code>{row.id}</code></Fact>
      </dl>
    </SecretsOf>
  );
}

/** What a recipe is: its image, what is kept of it here, and each of its fields in words. */
export function RecipeOverview({ row }: { readonly row: Row }) {
  const now = useNow();
  return (
    <div className="recipe-overview">
      <div className="recipe-aside">
        <div className="recipe-thumb"><RecipeImage row={row} /></div>
        <KeptHere row={row} now={now} />
      </div>
      <Facts row={row} now={now} />
    </div>
  );
}

/** The same at a glance, beside the list. */
export function RecipePeek({ row }: { readonly row: Row }) {
  const now = useNow();
  return <><div className="recipe-thumb"><RecipeImage row={row} /></div><Facts row={row} now={now} /></>;
}
