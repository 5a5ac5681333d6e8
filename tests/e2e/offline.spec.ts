import type { ServerResponse } from 'node:http';
import { expect, test as withPlatform } from './fixtures/platform.ts';
import { test as withFake } from './fixtures/fake-platform.ts';
import { listPage } from './pages/list-page.ts';
import { formPage } from './pages/form-page.ts';
import { shell } from './pages/shell.ts';
import { connect } from './pages/welcome.ts';

const prompts = { area: 'agents', label: 'Agent prompts' } as const;
const memories = { area: 'agents', label: 'Agent memories' } as const;

withPlatform('without the platform, what was read can be read, and what cannot be done says so; nothing is doubled after it [F-25]', async ({ app, platform }) => {
  const { page } = app;
  await platform.make('agent_prompts', [{ name: 'Greeting', content: 'Hello' }]);
  const { status, offlineBanner, open, tabs, title, toasts } = shell(page);
  const list = listPage(page, prompts.label);
  const make = list.create('agent prompt');
  await connect(page, platform);
  await open(prompts);
  await make.click();
  await expect(title).toHaveText('New agent prompt');
  await page.keyboard.press('Alt+t'); // the form stays open in its tab
  await open(memories);
  await open(prompts);
  await list.row('Greeting').getByRole('link').click();
  await expect(page.getByText('Hello')).toBeVisible();
  await expect(list.asOf).toBeHidden();

  await platform.stop();
  await open(prompts);
  await expect(status).toContainText('Offline');
  await expect(offlineBanner).toContainText('Changes have to wait until it is back');
  await expect(list.row('Greeting')).toBeVisible();
  await expect(list.asOf).toBeVisible();
  await expect(make).toBeDisabled();
  await expect(make).toHaveAttribute('aria-description', 'The platform cannot be reached. This works again once it is back.');
  await list.row('Greeting').getByRole('link').click();
  await expect(page.getByText('Hello')).toBeVisible();
  await expect(list.asOf).toBeVisible();
  await open(memories);
  await expect(listPage(page, memories.label).empty).toHaveText('No agent memories yet');
  await expect(listPage(page, memories.label).asOf).toBeVisible();

  // A form may be filled meanwhile; it is sent once, when that is possible.
  await tabs.filter({ hasText: 'New agent prompt' }).click();
  await formPage(page).field('Name').fill('Written offline');
  await expect(page.getByText('What you type is kept as a draft')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await tabs.filter({ hasText: 'Agent memories' }).click();
  await platform.start();
  await expect(offlineBanner).toBeHidden();
  for (let time = 0; time < 2; time += 1) {
    await platform.stop();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(offlineBanner).toBeVisible();
    await platform.start();
    await expect(offlineBanner).toBeHidden();
  }
  await tabs.filter({ hasText: 'New agent prompt' }).click();
  await expect(formPage(page).field('Name')).toHaveValue('Written offline');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toasts.filter({ hasText: 'created' })).toBeVisible();
  await open(prompts);
  await expect(list.asOf).toBeHidden();
  await expect(list.rows).toHaveCount(2);
  const { body } = await platform.request('GET', `/api/saas_db/agent_prompts?tenant_id=${platform.tenant_id}&environment_id=${platform.environment_id}`);
  expect(body['totalCount']).toBe(2);
});

withFake('a switch of environment drops what is in flight: rows of the one never show in the other [F-24]', async ({ page, fake }) => {
  const { open, switchTo } = shell(page);
  const list = listPage(page, prompts.label);
  const held: ServerResponse[] = [];
  fake.answers['GET /api/saas_db/agent_prompts'] = (request, response) => {
    if (request.url?.includes('environment_id=dev')) return void held.push(response);
    return { data: [{ id: '2', name: 'Of test' }], totalCount: 1 };
  };
  await connect(page, { url: fake.url, token: 'any' });
  await open(prompts);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await switchTo('test');
  await expect(list.row('Of test')).toBeVisible();
  await expect.poll(() => held.every(({ destroyed }) => destroyed)).toBe(true); // nobody waits for it any more
  for (const response of held) response.end(JSON.stringify({ data: [{ id: '1', name: 'Of dev' }], totalCount: 1 }));
  await open(memories);
  await open(prompts);
  await expect(list.row('Of test')).toBeVisible();
  await expect(list.rows).toHaveCount(1);
});
