import { Button, Menu, MenuDivider, MenuItem, PopoverNext, SegmentedControl, Tag } from '@blueprintjs/core';
import {
  Add, AlignmentBottom, AlignmentHorizontalCenter, AlignmentLeft, AlignmentRight, AlignmentTop, AlignmentVerticalCenter, Comment, Duplicate, FloppyDisk, GroupObjects, HorizontalDistribution, LayoutAuto, Redo,
  Search, Trash, Undo, UngroupObjects, VerticalDistribution, ZoomToFit,
} from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import type { Deeds } from './use-deeds.ts';
import type { Editor } from './use-editor.ts';

export type As = 'canvas' | 'list' | 'json';

interface CanvasBarProps {
  /** Null where the graph is only looked at. */
  readonly edit: { readonly editor: Editor; readonly deeds: Deeds; readonly obstacle: string | undefined; readonly onSave: () => void } | null;
  readonly as: As;
  readonly onShowAs: (as: As) => void;
  readonly onFit: () => void;
  readonly onFind: () => void;
  readonly children?: ReactNode;
}

/** What is done with a graph as a whole, and with what of it is selected. */
export function CanvasBar({ edit, as, onShowAs, onFit, onFind, children }: CanvasBarProps) {
  return (
    <div className="canvas-bar" role="toolbar" aria-label="Canvas">
      {edit && <EditButtons {...edit} />}
      <Button size="small" variant="minimal" icon={<Search size={14} />} aria-label="Find a node" title="Find a node (Ctrl+F)" onClick={onFind} />
      {as === 'canvas' && <Button size="small" variant="minimal" icon={<ZoomToFit size={14} />} aria-label="Show the whole graph" title="Show the whole graph (Z)" onClick={onFit} />}
      <span className="filter-space" />
      {children}
      <SegmentedControl size="small" aria-label="Show as" options={[{ value: 'canvas', label: 'Canvas' }, { value: 'list', label: 'List' }, { value: 'json', label: 'JSON' }]} value={as} onValueChange={(next) => onShowAs(next as As)} />
      {edit && <Save {...edit} />}
    </div>
  );
}

const button = (label: string, key: string, icon: ReactNode, run: (() => void) | null) => (
  <Button size="small" variant="minimal" icon={<>{icon}</>} aria-label={label} title={`${label} (${key})`} disabled={run === null} onClick={() => run?.()} />
);

function EditButtons({ editor, deeds }: NonNullable<CanvasBarProps['edit']>) {
  const { tidy, duplicate, remove, group, ungroup } = deeds;
  return (
    <>
      <Button size="small" icon={<Add size={14} />} text="Add node" title="Add a node (/)" onClick={deeds.openAdd} />
      <span className="canvas-gap" />
      {button(editor.undoable === null ? 'Undo' : `Undo: ${editor.undoable}`, 'Ctrl+Z', <Undo size={14} />, editor.undoable === null ? null : editor.undo)}
      {button(editor.redoable === null ? 'Redo' : `Redo: ${editor.redoable}`, 'Ctrl+Shift+Z', <Redo size={14} />, editor.redoable === null ? null : editor.redo)}
      <span className="canvas-gap" />
      {button('Duplicate', 'D', <Duplicate size={14} />, duplicate)}
      {button('Delete', 'Delete', <Trash size={14} />, remove)}
      {button('Add a note', 'M', <Comment size={14} />, deeds.note)}
      {button('Group', 'G', <GroupObjects size={14} />, group)}
      {button('Ungroup', 'Shift+G', <UngroupObjects size={14} />, ungroup)}
      {button('Tidy up', 'T', <LayoutAuto size={14} />, tidy && (() => void tidy()))}
      <Arrange deeds={deeds} />
    </>
  );
}

function Arrange({ deeds: { align, distribute } }: { readonly deeds: Deeds }) {
  return (
    <PopoverNext
      placement="bottom-start" content={
        <Menu size="small">
          <MenuItem icon={<AlignmentLeft />} text="Align left" onClick={() => align?.('left')} />
          <MenuItem icon={<AlignmentVerticalCenter />} text="Align centres" onClick={() => align?.('center')} />
          <MenuItem icon={<AlignmentRight />} text="Align right" onClick={() => align?.('right')} />
          <MenuDivider />
          <MenuItem icon={<AlignmentTop />} text="Align top" onClick={() => align?.('top')} />
          <MenuItem icon={<AlignmentHorizontalCenter />} text="Align middles" onClick={() => align?.('middle')} />
          <MenuItem icon={<AlignmentBottom />} text="Align bottom" onClick={() => align?.('bottom')} />
          <MenuDivider />
          <MenuItem icon={<HorizontalDistribution />} text="Distribute across" disabled={distribute === null} onClick={() => distribute?.('across')} />
          <MenuItem icon={<VerticalDistribution />} text="Distribute down" disabled={distribute === null} onClick={() => distribute?.('down')} />
        </Menu>
      }
    >
      <Button size="small" variant="minimal" icon={<AlignmentLeft size={14} />} aria-label="Align and distribute" title="Align and distribute the selected nodes" disabled={align === null} />
    </PopoverNext>
  );
}

function Save({ editor, obstacle, onSave }: NonNullable<CanvasBarProps['edit']>) {
  return (
    <>
      {editor.dirty && (
        <>
          <Tag minimal intent="warning" className="canvas-dirty" title="Not saved on the platform yet; every edit is kept on this computer">Not saved</Tag>
          <Button size="small" variant="minimal" text="Discard" title="Go back to what is saved" onClick={editor.discard} />
        </>
      )}
      <ActionButton size="small" intent="primary" icon={<FloppyDisk size={14} />} text="Save version" title="Save as a new version (Ctrl+S)" loading={editor.saving} obstacle={obstacle ?? (editor.dirty ? undefined : 'There is nothing to save.')} onClick={onSave} />
    </>
  );
}
