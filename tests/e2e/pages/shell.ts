import { expect, type Locator, type Page } from '@playwright/test';
import { areas, places, type Place } from '../../../renderer/state/areas.ts';

/** The window around every screen. */
export interface Shell {
  readonly areas: Locator;
  readonly title: Locator;
  readonly status: Locator;
  readonly tabs: Locator;
  readonly toasts: Locator;
  readonly offlineBanner: Locator;
  readonly scope: Locator;
  /** Presses the area's link in the rail. */
  readonly openArea: (label: string) => Promise<void>;
  /** Goes to a kind's list as a person would: its area, then its name. It is shown then: a key means it, not the screen before. */
  readonly open: (place: Pick<Place, 'area' | 'label'>) => Promise<void>;
  /** Opens the palette, types, and waits for an answer of this name. */
  readonly find: (text: string, name: string | RegExp) => Promise<Locator>;
  /** Works in another environment of the tenants that the user is in. */
  readonly switchTo: (environment: string) => Promise<void>;
}

export function shell(page: Page): Shell {
  const rail = page.getByRole('navigation', { name: 'Areas' });
  const palette = page.getByRole('dialog', { name: 'Search' });
  const scope = page.getByRole('button', { name: /Switch tenant or environment$/ });
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  const openArea = (label: string) => rail.getByRole('link', { name: label, exact: true }).click();
  return {
    areas: rail,
    title,
    status: page.getByRole('contentinfo', { name: 'Status' }),
    tabs: page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab'),
    toasts: page.locator('.bp6-toast'),
    offlineBanner: page.getByRole('status').filter({ hasText: /The platform|Reconnecting/ }),
    scope,
    openArea,
    async open({ area, label }) {
      const { label: areaLabel } = areas.find(({ id }) => id === area)!;
      await openArea(areaLabel);
      if (places.filter((place) => place.area === area).length > 1) {
        await page.getByRole('navigation', { name: areaLabel, exact: true }).getByRole('link', { name: label, exact: true }).click();
      }
      await expect(title).toHaveText(label);
    },
    async find(text, name) {
      await page.keyboard.press('ControlOrMeta+k');
      await palette.getByRole('combobox').fill(text);
      const found = palette.getByRole('option', { name }).first();
      await expect(found).toBeVisible();
      return found;
    },
    async switchTo(environment) {
      await scope.click();
      const item = page.getByRole('menuitem', { name: environment, exact: true });
      await expect(item).toHaveCount(1); // another menu may still fade away
      await item.click();
      await expect(scope).toHaveAccessibleName(new RegExp(`▸ ${environment}\\.`));
    },
  };
}
