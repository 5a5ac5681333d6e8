import { Lock, Pin as PinIcon, WarningSign } from '@blueprintjs/icons';
import { memo } from 'react';
import type { Row } from '../../../../shared/contract/entity.ts';
import { isSecretMark } from '../../../../shared/contract/fields.ts';
import { nodeCount } from '../../../../shared/rules/node-text.ts';
import { titleOf } from '../../../state/list-entity.ts';
import { textOf } from '../../../state/list-order.ts';
import { usePin } from '../../../state/pins.ts';
import { recipes } from '../../../state/recipes.ts';
import { Time } from '../../../components/resource/cell.tsx';
import { RecipeImage } from './recipe-image.tsx';

/** How many nodes a recipe has: as its list says, or as they are where it has them. */
export const nodesOf = (row: Row): number => (typeof row['node_count'] === 'number' ? row['node_count'] : nodeCount(row['nodes']));

export const nodesText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'node' : 'nodes'}`;

/** Says that a recipe is kept on this computer, or why it is not. */
export function PinSign({ id }: { readonly id: string }) {
  const pin = usePin(recipes, id);
  if (!pin) return null;
  const words = pin.state === 'failed' ? `Could not be kept: ${pin.problem ?? ''}` : pin.state === 'kept' ? 'Kept on this computer' : pin.as_of === null ? 'Is being kept on this computer' : 'Kept on this computer; is being renewed';
  return <span className="recipe-sign" title={words}>{pin.state === 'failed' ? <WarningSign size={12} /> : <PinIcon size={12} />}<span className="tr-hidden">{words}</span></span>;
}

interface RecipeCardProps {
  readonly row: Row;
  readonly at: number;
  readonly selected: boolean;
  readonly active: boolean;
  readonly now: number;
  readonly href: string;
  /** Where in its nodes it was found. */
  readonly found: string | undefined;
}

/** One recipe of the gallery. It has no handlers of its own: the gallery listens for all of them. */
export const RecipeCard = memo(function RecipeCard({ row, at, selected, active, now, href, found }: RecipeCardProps) {
  const title = titleOf(row);
  const tag = textOf(row['version_tag']);
  const description = textOf(row['description']);
  return (
    <div
      role="gridcell" data-at={at} aria-selected={selected} tabIndex={active ? 0 : -1} className={`recipe-card${active ? ' table-active' : ''}`}
    >
      <RecipeImage row={row} />
      <label className="recipe-check table-check"><input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={`Select ${title}`} /></label>
      <div className="recipe-words">
        <div className="recipe-name">
          <a className="table-link" href={href} tabIndex={-1} title={title}>{title}</a>
          {isSecretMark(row['pass_phrase']) && <span className="recipe-sign" title="Protected by a pass phrase"><Lock size={12} /><span className="tr-hidden">Protected by a pass phrase</span></span>}
          <PinSign id={row.id} />
        </div>
        <p className="recipe-text" title={description || undefined}>{found !== undefined ? <><span className="tr-muted">In its nodes: </span>{found}</> : description || <span className="tr-muted">No description</span>}</p>
        <div className="recipe-facts">
          <span className="cell-tag">{textOf(row['workflow_type']) || 'no type'}</span>
          {tag !== '' && <span className="cell-tag recipe-tag" title={`Version tag: ${tag}`}>{tag}</span>}
          <span>{nodesText(nodesOf(row))}</span>
          <span className="recipe-time"><Time value={row['upd_date'] ?? row['crt_date']} now={now} isShort /></span>
        </div>
      </div>
    </div>
  );
});
