import type { Locator, Page } from '@playwright/test';

/** Presses Tab until this has the focus, as somebody without a mouse would; throws where it is never reached. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let pressed = 0; pressed < 100; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error(`Tab does not lead to ${String(wanted)}`);
}
