import { Button, Checkbox, InputGroup, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Bookmark, Trash } from '@blueprintjs/icons';
import { useState, type ComponentType, type FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dropView, saveView, type ListLayout, type SavedView } from '../../state/list-layout.ts';
import { viewOf, withView } from '../../state/list-view.ts';

interface ViewMenuProps {
  readonly layout: ListLayout;
  /** What else can be done with the view that is shown. */
  readonly Items?: ComponentType<{ readonly view: SavedView }> | undefined;
  readonly onLayout: (change: (layout: ListLayout) => ListLayout) => void;
}

/** Saved views: filter and sort under a name; one of them may be the one with which the list opens. */
export function ViewMenu({ layout, Items, onLayout }: ViewMenuProps) {
  const [search, setSearch] = useSearchParams();
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(false);
  const now = withView(new URLSearchParams(), viewOf(search)).toString();
  const current = layout.views.find((view) => view.search === now);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return;
    onLayout((layout) => saveView(layout, { name: trimmed, search: now, isDefault }));
    setName('');
    setDefault(false);
  };
  const content = (
    <div className="view-menu">
      <Menu>
        <MenuItem text="All" active={now === ''} onClick={() => setSearch(withView(search, viewOf(new URLSearchParams())))} />
        {layout.views.map((view) => (
          <MenuItem
            key={view.name}
            text={view.name}
            active={view === current}
            label={view.isDefault ? 'Default' : undefined}
            onClick={() => setSearch(withView(search, viewOf(new URLSearchParams(view.search))))}
          />
        ))}
        {current && <MenuDivider />}
        {current && <MenuItem icon={<Bookmark size={14} />} text={current.isDefault ? 'Do not open with this view' : 'Open with this view'} onClick={() => onLayout((layout) => saveView(layout, { ...current, isDefault: !current.isDefault }))} />}
        {current && Items && <Items view={current} />}
        {current && <MenuItem icon={<Trash size={14} />} intent="danger" text={`Delete the view “${current.name}”`} onClick={() => onLayout((layout) => dropView(layout, current.name))} />}
      </Menu>
      <form className="filter-form" onSubmit={save}>
        <InputGroup value={name} onValueChange={setName} placeholder="Name of the view" aria-label="Name of the view" />
        <Checkbox checked={isDefault} label="Open the list with it" onChange={(event) => setDefault(event.currentTarget.checked)} />
        <Button type="submit" text="Save this view" fill />
      </form>
    </div>
  );
  return (
    <PopoverNext content={content} placement="bottom-end">
      <Button size="small" variant="minimal" icon={<Bookmark size={14} />} text={current?.name ?? 'Views'} />
    </PopoverNext>
  );
}
