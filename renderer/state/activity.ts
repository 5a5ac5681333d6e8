import type { z } from 'zod';
import type { activityEntry } from '../../shared/contract/app.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { notify, notifyError } from './toasts.ts';

export type ActivityEntry = z.infer<typeof activityEntry>;

/** The calls to the platform, newest first; null until they have been read. */
export const useActivity = defineState<{ entries: ActivityEntry[] | null }>(() => ({ entries: null }));

const shown = 1000;

export async function loadActivity(): Promise<void> {
  const reply = await api.activity.list({ limit: shown });
  if (reply.ok) merge(reply.data.entries);
}

export const addActivity = (entry: ActivityEntry): void => merge([entry]);

/** A call is first seen under way and then done, and may come by both ways: its id tells it apart. */
function merge(entries: readonly ActivityEntry[]): void {
  useActivity.set((draft) => {
    const byId = new Map((draft.entries ?? []).map((entry) => [entry.id, entry]));
    for (const entry of entries) byId.set(entry.id, entry);
    draft.entries = [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, shown);
  });
}

export async function clearActivity(): Promise<void> {
  const reply = await api.activity.clear({});
  if (!reply.ok) {
    notifyError(reply.error);
    return;
  }
  useActivity.set((draft) => {
    draft.entries = [];
  });
}

/** Offers the log as a HAR file, which browsers' developer tools can open. */
export async function exportHar(): Promise<void> {
  const reply = await api.activity.har({});
  if (!reply.ok) {
    notifyError(reply.error);
    return;
  }
  saveText(`trellis-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.har`, reply.data.text);
  notify('Activity exported', { intent: 'success' });
}

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
