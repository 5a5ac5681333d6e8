import { Link } from 'react-router-dom';
import { metaOf } from '../../../shared/contract/fields.ts';
import { z } from 'zod';
import { pathOf } from '../../state/areas.ts';
import { callOf, fieldMeta, kindOf, kinds, sentence, titleOf, type Values } from '../../state/list-entity.ts';
import { useList, type Source } from '../../state/lists.ts';

interface Use {
  readonly group: string;
  readonly field: string;
}

/** The fields of other kinds that may hold the id of one of these, where a call lists them. */
const usesOf = (group: string): Use[] =>
  kinds.flatMap((other) =>
    Object.entries(kindOf(other).fields)
      .filter(([, schema]) => metaOf(schema)?.to === group)
      .map(([field]) => ({ group: other, field })))
    .filter((use) => sourceOf(use, '') !== undefined);

const lists: ReadonlySet<string> = new Set(['list', 'routerList']);

/** A list that can be asked for these alone is asked so; one that wants to be asked for something else cannot be asked at all. */
export function sourceOf({ group, field }: Use, id: string): Source | undefined {
  const methods = Object.keys(kindOf(group).calls).filter((method) => lists.has(callOf(group, method)?.answer ?? ''));
  const asks = (method: string, input: Values) => callOf(group, method)!.input.safeParse({ tenant_id: '-', environment_id: '-', ...input }).success;
  const takes = (method: string) => {
    const { input } = callOf(group, method)!;
    return input instanceof z.ZodObject && field in input.shape;
  };
  const narrow = methods.toSorted((a, b) => Number(b === 'list') - Number(a === 'list')).find((method) => takes(method) && asks(method, { [field]: id || '-' }));
  if (narrow !== undefined) return { group, method: narrow, input: { [field]: id } };
  return methods.includes('list') && asks('list', {}) ? { group } : undefined;
}

/** What refers to this row. */
export function UsedBy({ group, id }: { readonly group: string; readonly id: string }) {
  const uses = usesOf(group);
  if (uses.length === 0) return <p className="form-note">Nothing else refers to {kindOf(group).many}.</p>;
  return <>{uses.map((use) => <Users key={`${use.group} ${use.field}`} use={use} id={id} />)}</>;
}

const shownAtMost = 500;

function Users({ use, id }: { readonly use: Use; readonly id: string }) {
  const { data, loading, error } = useList(sourceOf(use, id) ?? null);
  const entity = kindOf(use.group);
  const rows = data.filter((row) => row[use.field] === id);
  return (
    <section className="used-by">
      <h2>{sentence(entity.many)} <span className="resource-count">{rows.length.toLocaleString()}</span></h2>
      {error && <p className="form-problem" role="alert">{error.error.message}</p>}
      {rows.length === 0 && !error && <p className="form-note">{loading ? 'Looking…' : `No ${entity.many} refer to it as ${fieldMeta(entity, use.field).label.toLowerCase()}.`}</p>}
      <ul>
        {rows.slice(0, shownAtMost).map((row) => {
          const path = pathOf(use.group, row.id);
          return <li key={row.id}>{path ? <Link to={path}>{titleOf(row)}</Link> : titleOf(row)}</li>;
        })}
        {rows.length > shownAtMost && <li>and {(rows.length - shownAtMost).toLocaleString()} more</li>}
      </ul>
    </section>
  );
}
