import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures/app.ts';
import { test as withPlatform } from './fixtures/platform.ts';
import { formPage } from './pages/form-page.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { connect, signInWith, startHere } from './pages/welcome.ts';

const prompts = { area: 'agents', label: 'Agent prompts' } as const;
const memories = { area: 'agents', label: 'Agent memories' } as const;

test('theme, size, keys and tabs are as they were after a restart; two commands on one key are shown', async ({ app }) => {
  const { open, openArea, tabs, title } = shell(app.page);
  await startHere(app.page);
  await open(prompts);
  await expect(title).toHaveText('Agent prompts');
  await app.page.keyboard.press('Alt+t');
  await open(memories);
  await expect(tabs).toHaveText(['Agent prompts', 'Agent memories']);
  await openArea('Settings');
  await app.page.getByRole('radio', { name: 'Dark' }).click();
  await app.page.getByLabel('Size of everything').selectOption('125 %');
  await app.page.getByRole('button', { name: 'Change the keys of Show or hide the panel' }).click();
  await app.page.keyboard.press('ControlOrMeta+i');
  const clash = () => app.page.getByRole('row', { name: /^Show or hide the panel .* Also Show or hide the inspector/ });
  await expect(clash()).toBeVisible();

  const look = () => app.page.evaluate(() => ({ theme: document.documentElement.dataset['theme'], zoom: document.documentElement.style.zoom }));
  expect(await look()).toEqual({ theme: 'dark', zoom: '1.25' });
  await app.restart();
  await expect(shell(app.page).tabs).toHaveText(['Agent prompts', 'Settings']);
  await expect(shell(app.page).title).toHaveText('Settings');
  await expect.poll(look).toEqual({ theme: 'dark', zoom: '1.25' });
  await expect(clash()).toBeVisible();
});

withPlatform('the palette finds screens, actions and cached rows', async ({ page, platform }) => {
  await platform.make('agent_prompts', [{ name: 'Zanzibar greeting' }]);
  const { find, open, openArea, title } = shell(page);
  await connect(page, platform);
  await open(prompts);
  await expect(listPage(page, prompts.label).row('Zanzibar greeting')).toBeVisible();
  await openArea('Home');
  await find('zanzibar', /Zanzibar greeting.*Agent prompts/);
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Zanzibar greeting');
  await find('agent memo', /Agent memories.*Screen/);
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Agent memories');
  await find('read-only guard', /read-only guard/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Read only' })).toBeVisible();
  await expect(listPage(page, memories.label).create('agent memory')).toHaveAttribute('aria-description', /read-only guard is on/);
});

withPlatform('a reset forgets tabs and recent pages, and keeps session and drafts; a sign-out wipes everything of the user [S-004]', async ({ app, page, platform }) => {
  await platform.make('agent_prompts', [{ name: 'Of the user' }]);
  const { open, openArea, tabs, title } = shell(page);
  await connect(page, platform);
  await open(prompts);
  await expect(listPage(page, prompts.label).row('Of the user')).toBeVisible();
  await page.keyboard.press('n');
  await formPage(page).field('Name').fill('Half done');
  await page.keyboard.press('Alt+t');
  await openArea('Settings');
  await page.getByRole('button', { name: 'Reset app state' }).click();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(tabs).toHaveCount(1);
  await open(prompts);
  await page.keyboard.press('n');
  await expect(formPage(page).field('Name')).toHaveValue('Half done');
  await page.keyboard.press('Alt+t');
  await openArea('Settings');

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('Access token')).toBeVisible();
  const left = () => ['cache.db', 'drafts.db'].filter((name) => textsIn(join(app.dataFolder, name)).some((text) => /Of the user|Half done/.test(text)));
  await expect.poll(left).toEqual([]);
  await signInWith(page, platform.token);
  await expect(title).toHaveText('My tenant');
  await expect(tabs).toHaveCount(1);
});

/** Every text in a database's file and in what SQLite keeps beside it, as the bytes are. */
function textsIn(file: string): string[] {
  return ['', '-wal'].map((suffix) => file + suffix).filter((path) => existsSync(path)).map((path) => readFileSync(path, 'latin1'));
}
