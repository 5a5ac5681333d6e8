import { z } from 'zod';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { notifyError } from './toasts.ts';

/** How the app looks and which keys it listens to: the same for all windows and users of this computer. */
const appSettings = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']).catch('system'),
  density: z.enum(['compact', 'comfortable']).catch('compact'),
  /** 1 is 100 %. */
  zoom: z.number().min(0.5).max(3).catch(1),
  /** Keys that the user has set, by command; an empty list takes the key away. */
  keys: z.record(z.string(), z.array(z.string())).catch({}),
  /** The platform is not asked to change anything. */
  read_only: z.boolean().catch(false),
  /** From where requests of the composer are sent. */
  send_from: z.enum(['platform', 'computer']).catch('platform'),
  /** Folders and files of this computer, by their full path, that requests sent from it may carry. */
  sendable_folders: z.array(z.string()).catch([]),
  /** What may be cached on this computer, in megabytes. */
  cache_limit_mb: z.number().positive().catch(256),
});
export type AppSettings = z.infer<typeof appSettings>;

const defaults = (): AppSettings => appSettings.parse({});

export const useSettings = defineState<AppSettings>(defaults);

export async function loadSettings(): Promise<void> {
  const reply = await api.settings.get({});
  if (reply.ok) useSettings.set((draft) => void Object.assign(draft, appSettings.parse(reply.data)));
  else notifyError(reply.error);
}

/** Changes settings here at once, and keeps them; when that fails, they stay for this session and the user is told. */
export async function changeSettings(changes: Partial<AppSettings>): Promise<void> {
  useSettings.set((draft) => void Object.assign(draft, changes));
  const reply = await api.settings.set({ values: changes });
  if (!reply.ok) notifyError(reply.error);
}

const zoomSteps = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** Lets requests that are sent from this computer carry files of a folder; returns why it cannot be let in. */
export async function allowSendable(path: string): Promise<string | null> {
  const { sendable_folders } = useSettings.get();
  if (sendable_folders.includes(path)) return 'This one is allowed already.';
  const reply = await api.settings.checkSendable({ path });
  const problem = reply.ok ? reply.data.problem : reply.error.message;
  if (problem === null) await changeSettings({ sendable_folders: [...useSettings.get().sendable_folders, path] });
  return problem;
}

/** Larger (1), smaller (-1), or as it was (0). */
export function zoom(step: 1 | -1 | 0): void {
  const now = useSettings.get().zoom;
  const next = step === 1 ? zoomSteps.find((size) => size > now + 0.001) : zoomSteps.findLast((size) => size < now - 0.001);
  void changeSettings({ zoom: step === 0 ? 1 : (next ?? now) });
}
