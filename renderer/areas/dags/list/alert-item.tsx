import { MenuItem } from '@blueprintjs/core';
import { Notifications, NotificationsUpdated } from '@blueprintjs/icons';
import { useAlerts, watchFailures } from '../../../state/failure-alerts.ts';
import type { SavedView } from '../../../state/list-layout.ts';
import { viewOf } from '../../../state/list-view.ts';
import { useScope } from '../../../state/session.ts';

/** Turns the alerts of failures in a saved view on or off; one view at a time has them. */
export function AlertItem({ view }: { readonly view: SavedView }) {
  const watched = useAlerts(({ view }) => view);
  const { tenant_id, environment_id } = useScope();
  const { text, conditions } = viewOf(new URLSearchParams(view.search));
  const isHere = watched?.name === view.name && watched.tenant_id === tenant_id && watched.environment_id === environment_id;
  const isSame = isHere && watched.text === text && JSON.stringify(watched.conditions) === JSON.stringify(conditions);
  return isSame
    ? <MenuItem icon={<NotificationsUpdated size={14} />} text="Do not notify me of failures any more" onClick={() => void watchFailures(null)} />
    : <MenuItem icon={<Notifications size={14} />} text="Notify me of failures" label={watched ? `instead of “${watched.name}”` : undefined} onClick={() => void watchFailures(view)} />;
}
