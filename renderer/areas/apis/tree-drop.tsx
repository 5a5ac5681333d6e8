import { titleOf } from '../../state/list-entity.ts';
import { nameOf, type Moved, type Target } from './endpoint-moves.ts';
import type { TreeLine } from './endpoint-tree.ts';

/** What is being dragged, in a few words. */
export function chipOf(moved: Moved): string {
  if ('group' in moved) return `${nameOf(moved.group)} (${moved.group.count.toLocaleString()})`;
  return moved.rows.length === 1 ? titleOf(moved.rows[0]!) : `${moved.rows.length.toLocaleString()} endpoints`;
}

interface DropMarkProps {
  readonly lines: readonly TreeLine[];
  /** The line under the pointer. */
  readonly at: number;
  readonly target: Target;
  readonly height: number;
}

/** Shows where what is dragged would come to stand: a line between two others, or a frame around a group. */
export function DropMark({ lines, at, target: { into, beside }, height }: DropMarkProps) {
  if (beside) {
    const place = beside.after ? endOf(lines, at) : at;
    return <div className="endpoint-drop-mark" data-kind="between" data-level={beside.line.level} style={{ top: place * height }} />;
  }
  const group = into ? lines.findIndex((line) => line.kind === 'branch' && line.prefix === into.prefix) : -1;
  if (group < 0) return <div className="endpoint-drop-mark" data-kind="between" data-level={1} style={{ top: lines.length * height }} />;
  return <div className="endpoint-drop-mark" data-kind="into" style={{ top: group * height, height }} />;
}

/** Behind a line and all that it holds. */
function endOf(lines: readonly TreeLine[], at: number): number {
  const level = lines[at]?.level ?? 1;
  const next = lines.findIndex((line, place) => place > at && line.level <= level);
  return next < 0 ? lines.length : next;
}
