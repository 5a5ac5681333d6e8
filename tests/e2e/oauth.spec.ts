import type { Page } from '@playwright/test';
import type { TestProvider } from '../peers/oidc-provider.ts';
import { expect, test } from './fixtures/with-provider.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { apisPage } from './pages/apis-page.ts';
import { composerPage } from './pages/composer-page.ts';
import { listPage } from './pages/list-page.ts';
import { oauthPage } from './pages/oauth-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

// Each goes the whole way of one task, which is long on a slow machine.
test.describe.configure({ timeout: 240_000 });

const place = { area: 'connectors', label: 'OAuth connections' } as const;
const secret = 'Reveal Client secret';

const clientOf = ({ issuer, confidential }: TestProvider, scope = 'openid offline_access read') =>
  ({ Issuer: issuer, 'Client ID': confidential.client_id, 'Client secret': confidential.client_secret, Scope: scope });

/** Answers the provider's pages one after the other. */
async function answer(outside: Page, ...buttons: readonly string[]): Promise<void> {
  for (const name of buttons) await outside.getByRole('button', { name, exact: true }).click();
}

test('a connection is made in the browser, lets a request in, is renewed before it is refused, and is ended; its tokens are never shown [C-137…C-143][S-029][S-033][S-034][K-007]', async ({ app, provider }) => {
  const { page } = app;
  const oauth = oauthPage(page);
  const apis = apisPage(page);
  const main = page.getByRole('main');
  const { open, title, toasts } = shell(page);
  const resource = await provider.resource();
  await startHere(page);
  await open(place);
  await expect(listPage(page, place.label).empty).toHaveText('No OAuth connections yet');
  await expectAccessible(page, 'no OAuth connections');
  await page.keyboard.press('Shift+N');
  await expect(oauth.dialog).toContainText('there is none yet');
  await page.keyboard.press('Escape');

  await oauth.createClient('Provider', clientOf(provider));
  await expect(main.getByRole('button', { name: secret })).toBeVisible();
  await page.keyboard.press('Shift+N');
  await expect(oauth.client).toHaveValue(/^config /);
  await expectAccessible(page, 'the choice of a client');
  await expect(oauth.name).toBeFocused();
  await page.keyboard.type('Ann at work');
  const outside = await app.outside(() => page.keyboard.press('Enter'));
  await expect(oauth.dialog.getByRole('status')).toContainText('Sign in on the page that opened');
  await expectAccessible(page, 'waiting for the browser');
  await answer(outside, 'Sign in', 'Allow');
  await expect(outside.locator('body')).toContainText('You can close this page');
  await toasts.filter({ hasText: 'Connected: Ann at work' }).getByRole('button', { name: 'Show' }).press('Enter'); // with the focus on it, it does not leave
  await expect(title).toHaveText('Ann at work');
  await expect(oauth.line('State')).toContainText('Connected');
  await expect(oauth.line('Token')).toContainText('renewed by itself');
  await expect(oauth.line('Client')).toContainText('Provider');
  await expectAccessible(page, 'an OAuth connection');
  await open(place);
  await expect(listPage(page, place.label).row('Ann at work')).toContainText('Connected');
  await expectAccessible(page, 'OAuth connections');

  await apis.importText(JSON.stringify({ openapi: '3.1.0', info: { title: 'Guarded', version: '1' }, servers: [{ url: resource.url }], paths: { '/ask': { get: { summary: 'Ask' } } } }));
  await main.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Authentication' }).selectOption('OAuth 2');
  await expect(page.getByRole('combobox', { name: 'Token from' })).toHaveValue('connection');
  await expect(oauth.connection).toContainText('Ann at work');
  await oauth.connection.focus();
  await page.keyboard.press('ArrowDown');
  await expect(main.locator('.connection-line')).toContainText('Connected');
  await expect(main.locator('.connection-line')).toBeInViewport();
  await expectAccessible(page, 'the choice of a connection');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(title).toHaveText('Guarded');
  await composerPage(page).tab('Endpoints').click();
  await apis.line('Ask').getByRole('link').click();
  await apis.send.click();
  await expect(apis.figures).toContainText('200 OK');
  expect(provider.grants).toEqual(['authorization_code']);
  // What the server takes no more is replaced, and the request sent with the next one.
  provider.endAccessTokens();
  await apis.send.click();
  await expect.poll(() => resource.answers).toEqual([200, 401, 200]);
  await expect(apis.figures).toContainText('200 OK');

  await open(place);
  await listPage(page, place.label).row('Ann at work').getByRole('link').click();
  await expect(oauth.line('State')).toContainText('Connected');
  await page.keyboard.press('Shift+R');
  await expect.poll(() => provider.grants).toEqual(['authorization_code', 'refresh_token', 'refresh_token']);
  await expect(oauth.line('State')).toContainText('Connected');
  for (const token of provider.tokens()) await expect(main).not.toContainText(token);

  await page.keyboard.press('Delete');
  await expect(toasts.filter({ hasText: 'disconnected' })).toBeVisible();
  await expect(title).toHaveText(place.label);
  await expect(listPage(page, place.label).empty).toHaveText('No OAuth connections yet');
});

test('says what the provider says when it is denied or asked for too much, and takes the next try [C-142][C-143]', async ({ app, provider }) => {
  const { page } = app;
  const oauth = oauthPage(page);
  const { title, toasts } = shell(page);
  await startHere(page);
  await oauth.createClient('Provider', clientOf(provider));
  await page.keyboard.press('Shift+N');
  await expect(oauth.client).toHaveValue(/^config /);
  await answer(await app.outside(() => page.keyboard.press('Enter')), 'Sign in', 'Deny');
  await expect(oauth.refusal).toContainText('The authorization server refused: access_denied (Ann said no)');
  await expectAccessible(page, 'a connection that was denied');
  await expect(oauth.signIn).toBeFocused();
  // The browser is signed in already.
  await answer(await app.outside(() => page.keyboard.press('Enter')), 'Allow');
  await expect(toasts.filter({ hasText: 'Connected: Provider' })).toBeVisible();

  await page.keyboard.press('e');
  await page.getByLabel('Scope', { exact: true }).fill('openid admin');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('button', { name: 'Connect…' })).toBeVisible();
  await page.getByRole('button', { name: 'Connect…' }).click();
  await expect(oauth.client).toHaveValue(/^config /);
  await app.outside(() => page.keyboard.press('Enter'));
  await expect(oauth.refusal).toContainText('invalid_scope');
  await page.keyboard.press('Escape');
  await expect(title).toHaveText('Provider');
});
