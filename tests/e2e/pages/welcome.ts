import { expect, type Page } from '@playwright/test';
import { shell } from './shell.ts';

/** Begins on the platform that the app carries. */
export async function startHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start on this computer' }).click();
  await expect(shell(page).areas).toBeVisible({ timeout: 30_000 });
}

/** From the first page: adds a remote platform, and signs in with a token. */
export async function connect(page: Page, { name = 'Remote', url, token }: { readonly name?: string; readonly url: string; readonly token: string }): Promise<void> {
  await page.getByRole('button', { name: 'Connect to a platform' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Address').fill(url);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await signInWith(page, token);
}

/** After a start on a remote platform: signs in again where there is no keychain that has kept the token. */
export async function signInIfAsked(page: Page, token: string): Promise<void> {
  const { areas } = shell(page);
  await expect(page.getByLabel('Access token').or(areas)).toBeVisible();
  if (await areas.isHidden()) await signInWith(page, token);
}

export async function signInWith(page: Page, token: string): Promise<void> {
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(shell(page).areas).toBeVisible();
}
