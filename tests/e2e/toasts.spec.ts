import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures/fake-platform.ts';
import { expectReadable } from './pages/accessibility.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { connect } from './pages/welcome.ts';

const prompts = { area: 'agents', label: 'Agent prompts' } as const;
const path = '/api/saas_db/agent_prompts';

async function close(toast: Locator): Promise<void> {
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);
}

test('toasts of every sort can be read, in each theme', async ({ page, fake }) => {
  const { find, open, toasts } = shell(page);
  const { row, selection } = listPage(page, prompts.label);
  fake.answers[`GET ${path}`] = () => ({ data: [{ id: '1', name: 'Greeting' }], totalCount: 1 });
  fake.answers[`DELETE ${path}/1`] = (_request, response) => void response.writeHead(500, { 'content-type': 'application/json' }).end('{"error": "The disk is full"}');
  await connect(page, { url: fake.url, token: 'any' });
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('The window has no focus'));
  });
  for (const theme of ['light', 'dark', 'high-contrast']) {
    await find(`${theme} theme`, `Use the ${theme} theme`);
    await page.keyboard.press('Enter');
    await open(prompts);
    await row('Greeting').getByRole('checkbox').check();

    await selection.getByRole('button', { name: 'Copy as JSON' }).click();
    const warning = toasts.filter({ hasText: 'The clipboard cannot be written' });
    await expectReadable(page, warning, `${theme}, warning`);
    await close(warning);

    await page.keyboard.press('Delete');
    const deleted = toasts.filter({ hasText: 'Agent prompt “Greeting” deleted' });
    await expectReadable(page, deleted, `${theme}, with an action`);
    await deleted.getByRole('button', { name: 'Undo' }).click();

    await row('Greeting').getByRole('link').focus();
    await page.keyboard.press('Shift+Delete');
    const failed = toasts.filter({ has: page.getByRole('button', { name: /details$/ }) });
    await expectReadable(page, failed, `${theme}, failure`);
    await failed.getByRole('button', { name: 'Show details' }).click();
    await expect(failed).toContainText('The disk is full');
    await expectReadable(page, failed, `${theme}, details of a failure`);
    await close(failed);

    await find('export activity', /Export activity as HAR/);
    await page.keyboard.press('Enter');
    const success = toasts.filter({ hasText: 'Activity exported' });
    await expectReadable(page, success, `${theme}, success`);
    await close(success);
  }
});
