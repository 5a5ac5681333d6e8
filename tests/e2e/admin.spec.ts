import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/platform.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { formPage } from './pages/form-page.ts';
import { listPage, type ListPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { connect, signInWith } from './pages/welcome.ts';

const reason = 'Your role does not allow this. An administrator of the tenant can change that.';

/** Makes one thing of a kind, with texts by label; returns the list, where it stands now. */
async function make(page: Page, label: string, one: string, fields: Readonly<Record<string, string>>, area: 'admin' | 'agents' = 'admin'): Promise<ListPage> {
  const { open, toasts, title } = shell(page);
  const list = listPage(page, label);
  await open({ area, label });
  await list.create(one).click();
  await expect(title).toHaveText(`New ${one}`);
  for (const [name, value] of Object.entries(fields)) await formPage(page).field(name).fill(value);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts.filter({ hasText: 'created' }).last()).toBeVisible();
  await open({ area, label });
  return list;
}

/** Adds another connection, and goes to where one signs in to it. */
async function addConnection(page: Page, name: string, url: string): Promise<void> {
  await shell(page).openArea('Settings');
  await page.getByRole('button', { name: 'Add connection' }).click();
  const connection = page.getByRole('dialog', { name: 'Add connection' });
  await connection.getByLabel('Name').fill(name);
  await connection.getByLabel('Address').fill(url);
  await connection.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: `Use ${name}` }).click();
}

test('a tenant, an environment, a role and a member are made; what a viewer may not do is disabled, with the reason, and refused', async ({ page, platform }) => {
  const { open, scope, switchTo, title } = shell(page);
  const { field } = formPage(page);
  await connect(page, platform);
  await expect((await make(page, 'Tenants', 'tenant', { Name: 'Second tenant' })).row('Second tenant')).toBeVisible();
  await expect((await make(page, 'Environments', 'environment', { Name: 'Staging' })).row('Staging')).toBeVisible();
  await expect((await make(page, 'Roles', 'role', { Name: 'Reader', Permissions: 'agents:read' })).row('Reader')).toBeVisible();
  const members = await make(page, 'User environments', 'user environment', { 'E-mail': 'vera@example.com', Name: 'Vera', Role: 'member' });
  await members.rows.filter({ hasText: 'vera@example.com' }).getByRole('link').click();
  await page.keyboard.press('e');
  await field('Role').fill('Reader');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await open({ area: 'admin', label: 'User environments' });
  await expect(members.rows.filter({ hasText: 'vera@example.com' })).toContainText('Reader');
  await switchTo('Staging');

  const scoped = `tenant_id=${platform.tenant_id}`;
  const users = (await platform.request('GET', `/api/auth/tenantmgmt/get-all-user?tenantId=${platform.tenant_id}`)).body['data'] as { id: string; email: string | null }[];
  const vera = users.find(({ email }) => email === 'vera@example.com')!;
  const issued = await platform.request('POST', `/api/auth/tenantmgmt/tokens?${scoped}`, { tenant_id: platform.tenant_id, user_id: vera.id });
  const token = String(issued.body['token']);

  await addConnection(page, 'As Vera', platform.url);
  await signInWith(page, token);
  await expect(scope).toContainText('My tenant');
  await open({ area: 'agents', label: 'Agent prompts' });
  const { create } = listPage(page, 'Agent prompts');
  await expect(create('agent prompt')).toBeDisabled();
  await expect(create('agent prompt')).toHaveAttribute('aria-description', reason);
  await page.keyboard.press('n');
  await expect(title).toHaveText('Agent prompts');
  const refused = await platform.request('POST', '/api/saas_db/agent_prompts', { name: 'Not by me', tenant_id: platform.tenant_id, environment_id: platform.environment_id }, token);
  expect(refused.status).toBe(403);
});

test('an admin adds a member and issues a token, by which the member signs in with a member’s rights; the log never holds it in clear', async ({ app, page, platform }) => {
  const { open, openArea, scope } = shell(page);
  await connect(page, platform);
  await make(page, 'User environments', 'user environment', { 'E-mail': 'mia@example.com', Name: 'Mia', Role: 'member' });
  await open({ area: 'admin', label: 'Users' });
  const users = listPage(page, 'Users');
  await users.rows.filter({ hasText: 'mia@example.com' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Issue token…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Access token for Mia' });
  await expect(dialog.getByRole('button', { name: 'Issue token', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const field = dialog.getByRole('textbox', { name: 'Access token' });
  await expect(field).toBeFocused();
  const token = await field.inputValue();
  expect(token.length).toBeGreaterThan(20);
  await expectAccessible(page, 'an issued token');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('body')).not.toContainText(token);

  await openArea('Activity');
  await page.getByRole('row').filter({ hasText: 'tenantUsers.issueToken' }).first().click();
  const call = page.getByRole('region', { name: 'Call' });
  await expect(call).toContainText('•••');
  await expect(call).not.toContainText(token);
  expect(filesWith(app.dataFolder, token)).toEqual([]);

  await addConnection(page, 'As Mia', platform.url);
  await signInWith(page, token);
  await expect(scope).toContainText('My tenant');
  await expect((await make(page, 'Agent prompts', 'agent prompt', { Name: 'By Mia' }, 'agents')).row('By Mia')).toBeVisible();
  await open({ area: 'admin', label: 'Environments' });
  await expect(listPage(page, 'Environments').create('environment')).toHaveAttribute('aria-description', reason);
  const refused = await platform.request('POST', '/api/saas_db/environments', { name: 'Not by me', tenant_id: platform.tenant_id }, token);
  expect(refused.status).toBe(403);
});

test('a stored secret is revealed to an admin once, and neither page, cache nor log keeps it', async ({ app, page, platform }) => {
  const canary = 'sk-canary-of-this-test';
  await platform.make('agent_llms', [{ name: 'Model', api_key: canary }]);
  const { open, openArea } = shell(page);
  await connect(page, platform);
  await open({ area: 'agents', label: 'Agent LLMs' });
  await listPage(page, 'Agent LLMs').row('Model').getByRole('link').click();
  await page.getByRole('button', { name: 'Reveal API key' }).click();
  const field = page.getByRole('textbox', { name: 'API key' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(canary);
  await expectAccessible(page, 'a revealed secret');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Reveal API key' })).toBeFocused();
  await expect(field).toHaveCount(0);
  await openArea('Activity');
  await page.getByRole('row').filter({ hasText: 'secrets.reveal' }).first().click();
  const call = page.getByRole('region', { name: 'Call' });
  await expect(call).toContainText('•••');
  await expect(call).not.toContainText(canary);
  expect(filesWith(app.dataFolder, canary)).toEqual([]);
});

/** The files under a folder that hold a text in clear. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text));
}
