import type { NodeGroup } from '../../../../shared/contract/workflow-kinds.ts';
import { groupTitles, iconOf, kindChoices } from './kind-looks.tsx';

/** The type under which a kind is dragged to the canvas. */
export const draggedKind = 'application/x-trellis-node';

/** All that can be added, to be dragged to the canvas or pressed. */
export function PaletteList({ onAdd }: { readonly onAdd: (type: string) => void }) {
  return (
    <>
      {(Object.keys(groupTitles) as NodeGroup[]).map((group) => (
        <section key={group} aria-label={groupTitles[group]}>
          <h2>{groupTitles[group]}</h2>
          <ul className="palette-kinds">
            {kindChoices.filter((kind) => kind.group === group).map(({ type, title, description }) => (
              <li key={type}>
                <button
                  type="button" className="palette-kind" draggable title={`${description} Drag it to the canvas, or press to add it.`}
                  onDragStart={({ dataTransfer }) => dataTransfer.setData(draggedKind, type)} onClick={() => onAdd(type)}
                >
                  {iconOf(type)}<span><span className="visually-hidden">Add </span>{title}</span><span className="tr-muted">{description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
