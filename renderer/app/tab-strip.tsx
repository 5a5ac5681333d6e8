import { Button } from '@blueprintjs/core';
import { PlusIcon, SmallCrossIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { activateTab, closeTab, moveTab, openTab, useTabs, type Tab } from '../state/tabs.ts';

/** The open tabs: arrows move the focus, Enter activates, Delete closes, Shift with arrows or a drag reorders. */
export function TabStrip() {
  const { tabs, active } = useTabs();
  const strip = useRef<HTMLDivElement>(null);

  const focusAt = (index: number) => strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[(index + tabs.length) % tabs.length]?.focus();

  const rove = (event: KeyboardEvent, tab: Tab, index: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && event.shiftKey) moveTab(tab.id, index + step);
    else if (step !== undefined) focusAt(index + step);
    else if (event.key === 'Home') focusAt(0);
    else if (event.key === 'End') focusAt(tabs.length - 1);
    else if (event.key === 'Delete') closeTab(tab.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <div ref={strip} className="tr-tabs" role="tablist" aria-label="Open tabs">
        {tabs.map((tab, index) => (
          <TabItem key={tab.id} tab={tab} index={index} active={tab.id === active} onKeyDown={(event) => rove(event, tab, index)} />
        ))}
      </div>
      <Button variant="minimal" icon={<PlusIcon />} aria-label="Open a new tab" title="Open a new tab" onClick={() => openTab('/', 'Home')} />
    </>
  );
}

interface TabItemProps {
  readonly tab: Tab;
  readonly index: number;
  readonly active: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const dragType = 'application/x-trellis-tab';

function TabItem({ tab, index, active, onKeyDown }: TabItemProps) {
  const item = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    // In the next frame, so that the page is not laid out once more for it.
    const frame = requestAnimationFrame(() => item.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [active]);

  const drop = (event: DragEvent) => {
    setOver(false);
    const id = event.dataTransfer.getData(dragType);
    if (id !== '') moveTab(id, index);
  };

  return (
    <div
      ref={item}
      className="tr-tab"
      role="presentation"
      data-active={active || undefined}
      data-over={over || undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(dragType, tab.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onAuxClick={(event) => event.button === 1 && closeTab(tab.id)}
    >
      <button
        type="button"
        role="tab"
        aria-selected={active}
        aria-controls="page"
        aria-keyshortcuts="Delete"
        tabIndex={active ? 0 : -1}
        className={`tr-tab-label tr-clip${tab.dirty ? ' tr-tab-dirty' : ''}`}
        title={tab.dirty ? `${tab.title} (not saved)` : tab.title}
        onClick={() => activateTab(tab.id)}
        onKeyDown={onKeyDown}
      >
        {tab.title}
      </button>
      <Button className="tr-tab-close" variant="minimal" size="small" tabIndex={-1} aria-hidden icon={<SmallCrossIcon />} title="Close the tab" onClick={() => closeTab(tab.id)} />
    </div>
  );
}
