import { api, host } from '../api/client.ts';
import type { HostEvent } from '../../shared/host.ts';
import { loadAbout } from './about.ts';
import { addActivity, loadActivity } from './activity.ts';
import { runCommand } from './commands.ts';
import { resetAppState } from './define-state.ts';
import { followAlerts } from './failure-alerts.ts';
import { loadJobs } from './jobs.ts';
import { forget, keepNow } from './kept.ts';
import { goTo } from './navigation.ts';
import { followPins } from './pins.ts';
import { setConnected, takePlatform } from './platform.ts';
import { reportError } from './problems.ts';
import { recentKey, restoreRecent } from './recent.ts';
import { failSession, identity, restoreScope, scopeKey, takeSession, useSession } from './session.ts';
import { loadSettings } from './settings.ts';
import { restoreTabs, tabsKey } from './tabs.ts';
import { commitOffers } from './undo.ts';

const window_id = crypto.randomUUID();

const here = () => window.location.pathname + window.location.search;

/** What belongs to the user who is there now: tabs, scope, pages. */
async function restoreUser(address: string): Promise<void> {
  await Promise.all([restoreScope(), restoreTabs(address), restoreRecent()]);
}

function hear(event: HostEvent): void {
  switch (event.type) {
    case 'command':
      runCommand(event.command);
      return;
    case 'navigate':
      goTo(event.path);
      return;
    case 'connection':
      setConnected(event.connected);
      if (!event.connected) return;
      void loadActivity();
      void loadJobs();
  }
}

async function tellVisibility(): Promise<void> {
  const reply = await api.watch.visibility({ window: window_id, visible: document.visibilityState === 'visible' });
  if (!reply.ok && reply.error.code !== 'unreachable') reportError('Background updates', reply.error);
}

function leave(): void {
  commitOffers();
  keepNow();
}

/** Reads everything anew that no user left: what the app looks like, what runs here, what was called. */
function load(): void {
  void loadSettings();
  void loadAbout();
  void loadActivity();
}

/** Restores what a user left when they come, and when they go shows the app as it is for anybody. */
function followUser(): () => void {
  let address = here();
  return useSession.subscribe(({ session, scope }, before) => {
    if (scope.epoch !== before.scope.epoch) void loadJobs();
    const [now, then] = [identity(session), identity(before.session)];
    if (now === then) return;
    if (now !== null) void restoreUser(address);
    address = '/'; // the one with which the app was opened belonged to the first user
    if (now !== null) return;
    load();
    goTo('/', { replace: true });
  });
}

/** Begins to follow the session, the platform and the host; returns how to stop. */
export function startApp(): () => void {
  load();
  const stops = [
    followUser(),
    host.listen(hear),
    followAlerts(),
    followPins(),
    api.session.follow({}, {
      event: takeSession,
      end: (error) => error && failSession(error),
    }),
    api.app.platform({}, { event: takePlatform, end: (error) => error && reportError('Platform', error) }),
    api.activity.follow({}, { event: addActivity, end: (error) => error && reportError('Activity', error) }),
    listenTo(document, 'visibilitychange', () => void tellVisibility()),
    listenTo(window, 'pagehide', leave),
  ];
  void tellVisibility();
  return () => {
    for (const stop of stops) stop();
  };
}

function listenTo(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** Wipes every store of this window and what it kept of its layout [S-004]; unsaved forms and the session stay. */
export async function resetApp(): Promise<void> {
  const { session } = useSession.get();
  commitOffers();
  await forget([tabsKey, recentKey, scopeKey]);
  resetAppState();
  if (session) takeSession(session);
}
