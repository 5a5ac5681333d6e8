import { Callout } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import type { Row } from '../../../../shared/contract/entity.ts';
import { configFields } from '../../../../shared/rules/instance-config.ts';
import { cellOf, exactTime } from '../../../components/resource/cell.tsx';
import { useNow } from '../../../components/resource/use-now.ts';
import { pathOf } from '../../../state/areas.ts';
import { instantOf, textOf } from '../../../state/list-order.ts';
import { problemsOf, valuesOf } from './instance-values.ts';
import { useRecipeKind } from './instance-fields.tsx';

const nothing = <span className="cell-nothing">–</span>;

/** The recipe of an instance by its name, as a way to it. */
export function RecipeLink({ row }: { readonly row: Row }) {
  const id = textOf(row['flow_recipe_id']);
  const kind = useRecipeKind(id);
  if (id === '') return nothing;
  const name = textOf(row['flow_recipe_name']) || id;
  return kind ? <Link to={pathOf(kind, id) ?? '/workflows'}>{name}</Link> : <>{name}{textOf(row['flow_recipe_name']) === '' && <span className="tr-muted"> (gone, or not to be seen)</span>}</>;
}

/** What an instance is made of, and what its runs are given. */
export function InstanceOverview({ row }: { readonly row: Row }) {
  const now = useNow();
  const fields = configFields(row['flow_recipe_config']);
  const values = valuesOf(fields, row['flow_instance_config'] ?? []);
  const problems = Object.values(problemsOf(fields, row['flow_instance_config'] ?? []));
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const names = new Set([...labels.keys(), ...Object.keys(values)]);
  const time = (name: string) => {
    const at = instantOf(row[name]);
    return Number.isNaN(at) ? nothing : <>{cellOf(row[name], { label: '', widget: 'time' }, now)} <span className="row-exact">{exactTime(at)}</span></>;
  };
  return (
    <>
      {problems.length > 0 && <Callout compact intent="warning" className="form-notice">It cannot start as it is: {problems.join('; ')}.</Callout>}
      <dl className="row-fields">
        <div><dt>Description</dt><dd>{textOf(row['description']) === '' ? nothing : <div className="row-long">{textOf(row['description'])}</div>}</dd></div>
        <div><dt>Recipe</dt><dd><RecipeLink row={row} /></dd></div>
        <div><dt>Version</dt><dd>{textOf(row['version_id']) === '' ? 'The latest' : <code>{textOf(row['version_id'])}</code>}</dd></div>
        {Array.from(names, (name) => {
          const value = values[name];
          return <div key={name}><dt>{labels.get(name) ?? name}</dt><dd>{typeof value === 'object' && value !== null ? <pre>{JSON.stringify(value, null, 2)}</pre> : cellOf(value, { label: name, widget: 'text' }, now)}</dd></div>;
        })}
        <div><dt>Created</dt><dd>{time('created_at')}</dd></div>
        <div><dt>Changed</dt><dd>{time('updated_at')}</dd></div>
        <div><dt>ID</dt><dd><code>{row.id}</code></dd></div>
      </dl>
    </>
  );
}
