import type { AlertView, FailureAlert } from '../../shared/contract/failure-alerts.ts';
import { api, host } from '../api/client.ts';
import { defineState } from './define-state.ts';
import type { SavedView } from './list-layout.ts';
import { viewOf } from './list-view.ts';
import { goTo } from './navigation.ts';
import { reportError } from './problems.ts';
import { identity, scope, useSession } from './session.ts';
import { notify, notifyError } from './toasts.ts';

/** Of which failures the user is told. The backend looks; a window shows what it says where the host cannot. */

export const useAlerts = defineState<{ view: AlertView | null; since: string | null }>(() => ({ view: null, since: null }));

/** The newest question's answer is the one that counts. */
let asked = 0;

export async function loadAlerts(): Promise<void> {
  const mine = ++asked;
  const reply = await api.failureAlerts.get({});
  if (mine !== asked) return;
  if (reply.ok) useAlerts.set((draft) => void Object.assign(draft, reply.data));
  else reportError('Failures', reply.error);
}

/** Tells of the failures in a saved view from now on, in place of any other; null: of none. */
export async function watchFailures(saved: SavedView | null): Promise<void> {
  const { tenant_id, environment_id } = scope();
  const { text, conditions } = viewOf(new URLSearchParams(saved?.search));
  const reply = await api.failureAlerts.set({ view: saved && { name: saved.name, tenant_id, environment_id, text, conditions: [...conditions] } });
  if (!reply.ok) return void notifyError(reply.error);
  asked += 1;
  useAlerts.set((draft) => void Object.assign(draft, reply.data));
  if (saved && !host.capabilities.alerts && 'Notification' in window && Notification.permission === 'default') await Notification.requestPermission();
}

/** Alerts that came while the page was hidden. */
let unseen = 0;
const counted = /^\(\d+\) /;

function countUnseen(count: number): void {
  unseen = count;
  const title = document.title.replace(counted, '');
  document.title = count === 0 ? title : `(${count}) ${title}`;
}

/** By the browser where the user lets it, else in the page; the tab's title counts what nobody saw yet. */
function showAlert({ title, body, path }: FailureAlert): void {
  if (document.hidden) countUnseen(unseen + 1);
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted') {
    const shown = new Notification(title, { body });
    shown.addEventListener('click', () => {
      window.focus();
      goTo(path);
      shown.close();
    });
    return;
  }
  notify(title, { intent: 'danger', timeout: 0, details: body, action: { text: 'Open', run: () => goTo(path) } });
}

const see = () => {
  if (!document.hidden) countUnseen(0);
};

/** Begins to show alerts; returns how to stop. */
export function followAlerts(): () => void {
  const stops = [
    useSession.subscribe(({ session }, before) => {
      // Whoever was known before may sign in only now.
      if (identity(session) !== identity(before.session) || session?.state !== before.session?.state) void loadAlerts();
    }),
    ...(host.capabilities.alerts ? [] : [api.failureAlerts.follow({}, { event: showAlert, end: (error) => error && reportError('Failures', error) })]),
  ];
  document.addEventListener('visibilitychange', see);
  void loadAlerts();
  return () => {
    document.removeEventListener('visibilitychange', see);
    for (const stop of stops) stop();
  };
}
