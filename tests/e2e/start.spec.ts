import { expect, test, type App } from './fixtures/app.ts';

const welcome = (app: App) => app.page.getByRole('heading', { name: 'Welcome to Trellis' });

test('starts on an empty profile and says what it is', async ({ app }) => {
  await expect(welcome(app)).toBeVisible();
});

test('goes on, on the same profile, after a restart and after its platform was killed [F-27]', async ({ app }) => {
  await app.page.getByRole('button', { name: 'Start on this computer' }).click();
  await expect(app.page.getByRole('navigation').first()).toBeVisible();
  const first = app.platformPid();
  app.killPlatform();
  await expect.poll(() => app.platformPid()).not.toBe(first);
  await app.restart();
  await expect(app.page.getByRole('navigation').first()).toBeVisible();
  await expect(welcome(app)).toBeHidden();
});

test('goes on when its platform is gone, and is well again when that is back', async ({ app }) => {
  await app.page.getByRole('button', { name: 'Start on this computer' }).click();
  await expect(app.page.getByRole('navigation').first()).toBeVisible();
  const first = app.platformPid();
  const restore = app.cutPlatform();
  await expect(app.page.getByRole('status').filter({ hasText: /platform|offline/i }).first()).toBeVisible();
  restore();
  await expect.poll(() => app.platformPid(), { timeout: 20_000 }).not.toBe(first);
});
