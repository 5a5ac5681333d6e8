import { expect, test } from 'vitest';
import { desktopAlerts } from '../../../electron/main/alerts.ts';

function desk({ isSupported = true } = {}) {
  const badges: number[] = [];
  const shown: { title: string; body: string; click: () => void }[] = [];
  const opened: string[] = [];
  const state = { isFocused: false };
  const alerts = desktopAlerts({
    isSupported: () => isSupported, notify: (words, click) => shown.push({ ...words, click }), setBadge: (count) => badges.push(count),
    show: (path) => opened.push(path), isFocused: () => state.isFocused,
  });
  return { alerts, badges, shown, opened, state };
}
const alert = { title: 'etl failed', body: 'Mine: r1', path: '/dags/etl?tab=runs&run=r1' };

test('shows an alert on the desktop that leads to its run, and counts it on the icon until the window is looked at', () => {
  const { alerts, badges, shown, opened } = desk();
  alerts.tell(alert);
  alerts.tell(alert);
  expect(shown).toMatchObject([{ title: 'etl failed', body: 'Mine: r1' }, {}]);
  expect(badges).toEqual([1, 2]);
  shown[0]!.click();
  expect(opened).toEqual(['/dags/etl?tab=runs&run=r1']);
  alerts.seen();
  alerts.tell(alert);
  expect(badges).toEqual([1, 2, 0, 1]);
});

test('counts nothing while the window has the focus, and only counts where the system shows no notifications', () => {
  const focused = desk();
  focused.state.isFocused = true;
  focused.alerts.tell(alert);
  expect([focused.badges, focused.shown.length]).toEqual([[], 1]);
  const without = desk({ isSupported: false });
  without.alerts.tell(alert);
  expect([without.badges, without.shown.length]).toEqual([[1], 0]);
});
