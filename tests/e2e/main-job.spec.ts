import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from './fixtures/app.ts';
import { picture } from './fixtures/pictures.ts';
import { startWorkspace, workspaceDocument, type Workspace } from './fixtures/workspace.ts';
import { apisPage } from './pages/apis-page.ts';
import { dagPage } from './pages/dag-page.ts';
import { listPage } from './pages/list-page.ts';
import { shell } from './pages/shell.ts';
import { startHere } from './pages/welcome.ts';

const test = base.extend<{ workspace: Workspace }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are used from this pattern
  workspace: async ({}, use) => {
    const workspace = await startWorkspace();
    await use(workspace);
    await workspace.close();
  },
});

const channelsPath = '/api/conversations.list';
const membersPath = '/api/users.list';

/** Two endpoints side by side, and what they answered made into one thing. */
const census = (channels: string, members: string) => ({
  dag_id: 'workspace_census',
  description: 'Counts the channels and the people of the workspace',
  schedule: null,
  tags: ['workspace'],
  tasks: [
    { task_id: 'channels', operator: 'endpoint', endpoint_id: channels },
    { task_id: 'members', operator: 'endpoint', endpoint_id: members },
    {
      task_id: 'census', operator: 'transform', depends_on: ['channels', 'members'],
      expression: '{ "channels": tasks.channels.result.data.channels.name, "people": $count(tasks.members.result.data.members[is_bot = false]) }',
    },
  ],
});

test('the main job: from an OpenAPI document to a DAG over a real API, without the network, and through a kill of the platform [C-111][C-118][C-132][C-151][C-155][C-163][S-005][S-011][E-073][F-27]', async ({ app, workspace }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const { find, openArea, offlineBanner } = shell(page);
  const apis = apisPage(page);
  const dag = dagPage(page);
  const main = page.getByRole('main');
  const document = workspaceDocument();
  const api = listPage(page, 'APIs').row(document.title);
  const dagRow = listPage(page, 'DAGs').row('workspace_census');
  const asOf = main.getByText(/^As of /).first();
  const endpointsTab = main.getByRole('tab', { name: 'Endpoints', exact: true });
  const endpoints: Record<string, string> = {};

  await test.step('starts on an empty profile, in one click', async () => {
    await expect(page.getByRole('heading', { name: 'Welcome to Trellis' })).toBeVisible();
    await picture(page, 'welcome');
    await startHere(page);
  });

  await test.step('imports a document as a job, and shows its endpoints', async () => {
    const file = join(app.dataFolder, 'openapi.json');
    writeFileSync(file, document.text);
    await openArea('APIs');
    await apis.importButton.click();
    await apis.dialog.getByLabel('File', { exact: true }).setInputFiles(file);
    await apis.dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(apis.dialog).toContainText(`Imported: ${document.endpoints} endpoints`);
    await picture(page, 'import');
    await apis.dialog.getByRole('button', { name: 'Open API' }).click();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(document.title);
    await expect(main.getByText(String(document.endpoints), { exact: true })).toBeVisible();
  });

  await test.step('points the API at a server, with its key', async () => {
    await main.getByRole('button', { name: 'Edit', exact: true }).click();
    await main.getByLabel('Server', { exact: true }).fill(workspace.origin);
    await main.getByLabel('Authentication', { exact: true }).selectOption('API key');
    await main.getByLabel('Name', { exact: true }).fill(workspace.header);
    await main.getByLabel('API key', { exact: true }).fill(workspace.key);
    await main.getByRole('button', { name: 'Save changes' }).click();
    await expect(apis.filter).toBeVisible();
  });

  await test.step('executes an endpoint: first the placeholder, then the result', async () => {
    for (const [name, path] of [['members', '/users.list'], ['channels', '/conversations.list']] as const) {
      await openArea('APIs');
      await api.getByRole('link').click();
      await endpointsTab.click();
      await apis.filter.fill(path);
      await main.getByRole('link', { name: path, exact: true }).click();
      await expect(apis.address).toHaveText(`${workspace.origin}/api${path}`);
      endpoints[name] = new URL(page.url()).pathname.split('/').at(-1)!;
    }
    const release = workspace.hold(channelsPath);
    await apis.send.click();
    await expect(apis.figures).toHaveText('0 Executing...');
    release();
    await expect(apis.figures).toContainText('200 OK');
    await expect(apis.body).toContainText('"name": "releases"');
    expect(workspace.asked(channelsPath)).toBe(1);
    await picture(page, 'endpoint');
  });

  await test.step('adds a DAG of three tasks, triggers it, and sees them succeed', async () => {
    await openArea('DAGs');
    await dag.add.click();
    await dag.define(census(endpoints['channels']!, endpoints['members']!));
    await dag.save.click();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('workspace_census');
    const release = workspace.hold(membersPath);
    await dag.trigger();
    await expect(dag.task('channels')).toContainText('success');
    await expect(dag.task('members')).toContainText('running');
    await expect(dag.task('census')).toContainText('no status');
    release();
    for (const id of ['channels', 'members', 'census']) await expect(dag.task(id)).toContainText('success');
    await expect(dag.runState).toHaveText('success');
    await dag.task('census').click();
    await expect(dag.outcome('census')).toContainText('"people": 2');
    await picture(page, 'dag-run');
    await openArea('DAGs');
    await expect(dagRow).toContainText('success');
  });

  const restore = app.cutPlatform();
  await test.step('shows everything from the cache while there is no platform', async () => {
    await expect(offlineBanner).toContainText('Showing what is cached, as of');
    await openArea('APIs');
    await expect(api).toBeVisible();
    await expect(asOf).toBeVisible();
    await api.getByRole('link').click();
    await endpointsTab.click();
    await apis.filter.fill('conversations.list');
    await main.getByRole('link', { name: '/conversations.list', exact: true }).click();
    await expect(apis.address).toHaveText(`${workspace.origin}${channelsPath}`);
    await expect(asOf).toBeVisible();
    await expect(apis.send).toBeDisabled();
    await openArea('DAGs');
    await expect(dagRow).toContainText('success');
    await expect(asOf).toBeVisible();
    await dagRow.getByRole('link').click();
    await dag.tab('Runs').click();
    await dag.runs.first().click();
    for (const id of ['channels', 'members', 'census']) await expect(dag.task(id)).toContainText('success');
    await expect(asOf).toBeVisible();
    await dag.task('census').click();
    await expect(dag.outcome('census')).toContainText('"people": 2');
    await picture(page, 'offline');
  });

  await test.step('goes on when the platform is back', async () => {
    restore();
    await (await find('restart the embedded', 'Restart the embedded platform')).click(); // rather than wait until it is tried again
    await expect(offlineBanner).toBeHidden({ timeout: 30_000 });
    await expect(asOf).toBeHidden();
  });

  await test.step('brings a killed platform back, whose run ends, and sends nothing twice that has ended', async () => {
    const channels = workspace.asked(channelsPath);
    const members = workspace.asked(membersPath);
    const release = workspace.hold(membersPath);
    const before = page.url();
    await dag.trigger();
    await expect.poll(() => page.url()).not.toBe(before); // the first run has the same tasks
    await expect(dag.task('channels')).toContainText('success');
    await expect.poll(() => workspace.asked(membersPath)).toBe(members + 1);
    const killed = app.platformPid();
    app.killPlatform();
    await expect.poll(() => app.platformPid(), { timeout: 30_000 }).not.toBe(killed);
    await expect.poll(() => workspace.asked(membersPath), { timeout: 30_000 }).toBe(members + 2); // what had not ended begins anew
    release();
    for (const id of ['channels', 'members', 'census']) await expect(dag.task(id)).toContainText('success', { timeout: 30_000 });
    await expect(dag.runState).toHaveText('success');
    expect(workspace.asked(channelsPath)).toBe(channels + 1);
    expect(workspace.asked(membersPath)).toBe(members + 2);
  });
});
