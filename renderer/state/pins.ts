import type { Row } from '../../shared/contract/entity.ts';
import type { Pin } from '../../shared/contract/pins.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { titleOf } from './list-entity.ts';
import { scopeInput } from './lists.ts';
import { reportError } from './problems.ts';
import { notify, notifyError } from './toasts.ts';

/** What is kept in full on this computer, and how far that is. */
export const usePins = defineState<{ pins: readonly Pin[] }>(() => ({ pins: [] }));

/** Follows what is pinned; what could not be kept is said once. Returns how to stop. */
export function followPins(): () => void {
  return api.pins.follow({}, {
    event({ pins }) {
      const before = usePins.get().pins;
      for (const pin of pins) {
        const known = before.find((other) => isSame(other, pin));
        if (pin.state === 'failed' && known && known.state !== 'failed') notifyError({ code: 'storage', message: `“${pin.title}” could not be kept on this computer: ${pin.problem ?? ''}` });
        if (pin.state === 'kept' && known?.as_of === null) notify(`“${pin.title}” is kept on this computer`, { intent: 'success' });
      }
      usePins.set((draft) => {
        (draft as { pins: readonly Pin[] }).pins = pins;
      });
    },
    end: (error) => error && reportError('What is pinned', error),
  });
}

const isSame = (one: Pick<Pin, 'group' | 'row'>, other: Pick<Pin, 'group' | 'row'>) => one.group === other.group && one.row === other.row;

export const usePin = (group: string, row: string): Pin | undefined => usePins(({ pins }) => pins.find((pin) => isSame(pin, { group, row })));

/** Keeps rows in full from now on, each with its runs or without. */
export async function pinRows(group: string, rows: readonly Row[], with_runs = false): Promise<void> {
  const { tenant_id = '', ...place } = scopeInput() as { tenant_id?: string; environment_id?: string };
  for (const row of rows) {
    const reply = await api.pins.add({ ...place, tenant_id, group, row: row.id, title: titleOf(row), with_runs });
    if (!reply.ok) return void notifyError(reply.error);
  }
}

export async function unpinRows(group: string, rows: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of rows) {
    const reply = await api.pins.remove({ group, row: id });
    if (!reply.ok) return void notifyError(reply.error);
  }
}

export async function renewPin({ group, row }: Pick<Pin, 'group' | 'row'>): Promise<void> {
  const reply = await api.pins.renew({ group, row });
  if (!reply.ok) notifyError(reply.error);
}
