import type { FailureAlert } from '../../shared/contract/failure-alerts.ts';

/** What of Electron it takes to tell somebody something outside of a window. */
interface Desk {
  readonly isSupported: () => boolean;
  /** Shows a notification of the system; `click` is called when it is pressed. */
  readonly notify: (alert: { readonly title: string; readonly body: string }, click: () => void) => void;
  /** The number on the app's icon; 0 takes it away. */
  readonly setBadge: (count: number) => void;
  /** Opens a screen, and brings the window to the front. */
  readonly show: (path: string) => void;
  readonly isFocused: () => boolean;
}

/** Alerts on the desktop: each leads to its screen, and the icon counts those that came while nobody looked. */
export function desktopAlerts({ isSupported, notify, setBadge, show, isFocused }: Desk) {
  let unseen = 0;
  const seen = () => {
    unseen = 0;
    setBadge(0);
  };
  return {
    tell({ title, body, path }: FailureAlert) {
      if (!isFocused()) setBadge(++unseen);
      if (isSupported()) notify({ title, body }, () => show(path));
    },
    /** The window has the focus: what came is seen. */
    seen,
  };
}
