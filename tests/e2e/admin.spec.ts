import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/platform.ts';
import { formPage } from './pages/form-page.ts';
import { listPage, type ListPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { connect, signInWith } from './pages/welcome.ts';

const reason = 'Your role does not allow this. An administrator of the tenant can change that.';

/** Makes one thing of a kind of the Admin area, with texts by label; returns the list, where it stands now. */
async function make(page: Page, label: string, one: string, fields: Readonly<Record<string, string>>): Promise<ListPage> {
  const { open, toasts, title } = shell(page);
  const list = listPage(page, label);
  await open({ area: 'admin', label });
  await list.create(one).click();
  await expect(title).toHaveText(`New ${one}`);
  for (const [name, value] of Object.entries(fields)) await formPage(page).field(name).fill(value);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts.filter({ hasText: 'created' }).last()).toBeVisible();
  await open({ area: 'admin', label });
  return list;
}

test('a tenant, an environment, a role and a member are made; what a viewer may not do is disabled, with the reason, and refused', async ({ page, platform }) => {
  const { open, openArea, scope, switchTo, title } = shell(page);
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

  await openArea('Settings');
  await page.getByRole('button', { name: 'Add connection' }).click();
  const connection = page.getByRole('dialog', { name: 'Add connection' });
  await connection.getByLabel('Name').fill('As Vera');
  await connection.getByLabel('Address').fill(platform.url);
  await connection.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Use As Vera' }).click();
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
