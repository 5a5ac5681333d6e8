import { useEffect, useRef, type ComponentType, type RefObject } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { useCommand } from '../../state/commands.ts';
import { titleOf } from '../../state/list-entity.ts';
import type { Order } from '../../state/list-order.ts';
import { peekAt, stopPeeking, useUi } from '../../state/ui.ts';
import { copyText, rowsAsJson } from './copy-rows.ts';
import { RowFields } from './row-fields.tsx';

interface ListKeys {
  readonly group: string;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly active: number;
  /** The rows that an action is about: the selected ones, else the active one. */
  readonly acted: () => readonly Row[];
  readonly Peek?: ComponentType<{ readonly row: Row }> | undefined;
  readonly filter: RefObject<HTMLInputElement | null>;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly activate: (at: number, extend: boolean) => void;
  readonly toggle: (at: number, range: boolean) => void;
  readonly selectAll: () => void;
  readonly open: (row: Row) => void;
  readonly refresh: () => void;
  /** Null where it cannot be done now. */
  readonly create: (() => void) | null;
  readonly edit: ((row: Row) => void) | null;
  readonly remove: ((when: 'later' | 'now') => void) | null;
}

/** The list's commands, so that the user's own keys give them, and the palette does. */
export function useListKeys(keys: ListKeys): void {
  const { group, rows, order, active, body, Peek } = keys;
  const row = rows[order[active] ?? -1];
  const inspector = useUi(({ inspector }) => inspector);
  const peeking = useRef(false);

  const go = (to: number) => {
    if (order.length === 0) return;
    if (!body.current?.contains(document.activeElement)) body.current?.querySelector<HTMLElement>('.table-active')?.focus({ preventScroll: true });
    keys.activate(Math.max(0, Math.min(order.length - 1, to)), false);
  };
  const peek = () => {
    if (!row) return;
    if (peeking.current && inspector) return stopPeeking();
    peeking.current = true;
    peekAt({ title: titleOf(row), content: <div className="row-peek">{Peek ? <Peek row={row} /> : <RowFields group={group} row={row} />}</div> });
  };
  useEffect(() => {
    if (!inspector) peeking.current = false;
    else if (peeking.current && row) peekAt({ title: titleOf(row), content: <div className="row-peek">{Peek ? <Peek row={row} /> : <RowFields group={group} row={row} />}</div> });
  }, [inspector, group, row, Peek]);
  useEffect(() => () => {
    if (peeking.current) stopPeeking();
  }, []);

  const withRow = (act: (row: Row) => void) => (row ? () => act(row) : null);
  useCommand('list.new', keys.create);
  useCommand('list.filter', () => {
    keys.filter.current?.focus();
    keys.filter.current?.select();
  });
  useCommand('list.next', () => go(active + 1));
  useCommand('list.previous', () => go(active - 1));
  useCommand('list.peek', row ? peek : null);
  useCommand('list.open', withRow(keys.open));
  useCommand('list.select', row ? () => keys.toggle(active, false) : null);
  useCommand('list.selectAll', order.length > 0 ? keys.selectAll : null);
  useCommand('list.edit', keys.edit && withRow(keys.edit));
  useCommand('list.copy', row ? () => {
    const marked = String(window.getSelection());
    if (marked !== '') return void copyText(marked, 'Text');
    const acted = keys.acted();
    void copyText(rowsAsJson(acted), acted.length === 1 ? titleOf(acted[0]!) : `${acted.length} rows`);
  } : null);
  useCommand('list.remove', keys.remove && row ? () => keys.remove?.('later') : null);
  useCommand('list.removeNow', keys.remove && row ? () => keys.remove?.('now') : null);
  useCommand('list.refresh', keys.refresh);
}
