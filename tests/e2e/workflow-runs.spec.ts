import { readFile } from 'node:fs/promises';
import { mergeTests, type Page } from '@playwright/test';
import { expect, test as withPlatform, type RemotePlatform } from './fixtures/platform.ts';
import { test as withModel } from './fixtures/with-model.ts';
import { test as withTarget } from './fixtures/with-target.ts';
import { expectAccessible } from './pages/accessibility.ts';
import { canvasPage } from './pages/canvas-page.ts';
import { tabTo } from './pages/keyboard.ts';
import { runsPage } from './pages/runs-page.ts';
import { shell } from './pages/shell.ts';
import { connect } from './pages/welcome.ts';

const test = mergeTests(withPlatform, withTarget, withModel);

interface Step {
  readonly id: string;
  readonly type: string;
  readonly data?: Record<string, unknown>;
}

/** A start, these nodes one after the other, and an end. */
function chain(...steps: readonly Step[]) {
  const all: readonly Step[] = [{ id: 'start', type: 'start', data: { sample: { word: 'Hello' } } }, ...steps, { id: 'end', type: 'end' }];
  return {
    nodes: all.map(({ id, type, data = {} }, place) => ({ id, type, data, position: { x: place * 260, y: 0 } })),
    edges: all.slice(1).map(({ id }, place) => ({ id: `e${place}`, source: all[place]!.id, target: id })),
  };
}

/** Saves a graph as a version of the recipe, or of a new one of this name. */
async function save(platform: RemotePlatform, name: string, graph: ReturnType<typeof chain>, recipe?: string): Promise<string> {
  const id = recipe ?? (await platform.make('workflow_recipes', [{ name, ...graph }]))[0]!;
  expect((await platform.request('POST', '/api/workflow/version/create', { workflow_id: id, ...graph })).status).toBe(200);
  return id;
}

/** Makes somebody a member of the tenant; a token by which they sign in. */
async function tokenOf(platform: RemotePlatform, name: string): Promise<string> {
  const { tenant_id } = platform;
  const email = `${name.toLowerCase()}@example.com`;
  await platform.request('POST', '/api/auth/tenantmgmt/user-environments', { tenant_id, email, name, role: 'member', environment_ids: [] });
  const users = (await platform.request('GET', `/api/auth/tenantmgmt/get-all-user?tenantId=${tenant_id}`)).body['data'] as { id: string; email: string }[];
  const { id: user_id } = users.find((user) => user.email === email)!;
  return String((await platform.request('POST', '/api/auth/tenantmgmt/tokens', { tenant_id, user_id })).body['token']);
}

/** Saves what a button of the page downloads, and reads it. */
async function downloaded(page: Page, name: string): Promise<{ readonly file: string; readonly value: unknown }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return { file: download.suggestedFilename(), value: JSON.parse(await readFile(await download.path(), 'utf8')) };
}

const fetching = (origin: string): Step => ({ id: 'fetch', type: 'http', data: { label: 'Fetch', url: `${origin}/v1/counted` } });
const saying: Step = { id: 'work', type: 'transform', data: { label: 'Say it', expression: '{"said": $nodes.start.word & " " & data.count}' } };

test('a run goes on from a node with another input, is forked after a checkpoint, and takes a pinned result, each without running anew what had ended [N-042]', async ({ page, platform, target }) => {
  const { openCanvas, start, state, node, result, answer, button, write, openRun, head, checkpoints } = runsPage(page);
  await save(platform, 'Counted', chain(fetching(target.origin), saying));
  await connect(page, platform);
  await openCanvas('Counted');
  await start();
  await expect(state).toHaveText('success');
  await expect(answer).toContainText('Hello 1');

  await node('Say it').click();
  await button('With another input…').click();
  await write('Input of Say it', { data: { count: 'twice' } });
  await button('Run from here with this input').click();
  await expect(result('Say it')).toContainText('Hello twice');
  await expect(node('Fetch')).toContainText('taken over');
  expect(target.seen).toHaveLength(1);
  await openRun();
  await expect(answer).toContainText('Hello twice');
  await head.getByRole('link', { name: 'From Say it of an earlier run' }).click();
  await expect(answer).toContainText('Hello 1');

  await checkpoints.getByRole('button', { name: 'Fork after Fetch' }).click();
  await expect(head.getByRole('link', { name: 'Forked from an earlier run' })).toBeVisible();
  await expect(state).toHaveText('success');
  await expect(node('Fetch')).toContainText('taken over');
  expect(target.seen).toHaveLength(1);
  await checkpoints.getByRole('button', { name: 'Fork after Start' }).click();
  await expect(answer).toContainText('Hello 2');
  await expectAccessible(page, 'the page of a fork');

  await openCanvas('Counted');
  await node('Fetch').click();
  await expect(state).toHaveText('success');
  await button('Pin this output').click();
  await write('Input of the run', { word: 'Again' });
  await start();
  await expect(node('Fetch')).toContainText('pinned');
  await node('Say it').click();
  await expect(result('Say it')).toContainText('Again 2');
  expect(target.seen).toHaveLength(2);
  await button('Unpin Fetch').click();
  await start();
  await expect(result('Say it')).toContainText('Again 3');
});

test('a run is cancelled, and gives up what it waits for [N-042]', async ({ page, platform, target }) => {
  const { openCanvas, start, state, node, button, list } = runsPage(page);
  await save(platform, 'Endless', chain({ id: 'hang', type: 'http', data: { label: 'Hang', url: `${target.origin}/v1/hang` } }));
  await connect(page, platform);
  await openCanvas('Endless');
  await start();
  await expect(node('Hang')).toContainText('running');
  await expect.poll(() => target.seen.length).toBe(1);
  await button('Cancel').click();
  await expect(state).toHaveText('cancelled');
  await expect(node('Hang')).toContainText('cancelled');
  await expect(button('Run again')).toBeEnabled();
  await canvasPage(page).tab('Runs').click();
  await expect(list.getByRole('row').nth(1)).toContainText('cancelled');
});

test('a run waits before a node that has a breakpoint, and goes on with the input that it is given there [N-042]', async ({ page, platform, target }) => {
  const { openCanvas, start, state, node, answer, button, write, breakpoint } = runsPage(page);
  await save(platform, 'Stopped', chain(fetching(target.origin), saying));
  await connect(page, platform);
  await openCanvas('Stopped');
  await node('Say it').click();
  await page.keyboard.press('b');
  await expect(button('Remove breakpoint of Say it')).toBeVisible();
  await start();
  await expect(state).toHaveText('waiting');
  await expect(node('Say it')).toContainText('waiting');
  await expectAccessible(page, 'a breakpoint');
  await breakpoint('Say it').getByRole('button', { name: 'Give it another input' }).click();
  await write('Its input', { data: { count: 'there' } });
  await breakpoint('Say it').getByRole('button', { name: 'Go on' }).click();
  await expect(state).toHaveText('success');
  await canvasPage(page).stage.focus();
  await page.keyboard.press('Escape');
  await expect(answer).toContainText('Hello there');
  await button('Remove breakpoint of Say it').click();
  await start();
  await expect(answer).toContainText('Hello 2');
});

test('somebody’s word is asked for on the page of the run, also after the platform was started anew, and a rejection takes the other way [N-042]', async ({ page, platform }) => {
  const { openCanvas, start, state, node, result, openRun, approval } = runsPage(page);
  const { offlineBanner } = shell(page);
  const ask: Step = { id: 'ask', type: 'approval', data: { label: 'Ask', message: 'Say {{ input.word }}?', fields: [{ name: 'times', label: 'Times', type: 'number', required: true }] } };
  const { nodes, edges } = chain(ask);
  await save(platform, 'Asked', {
    nodes: [...nodes, { id: 'no', type: 'end', data: { label: 'Not said', expression: '{"note": note}' }, position: { x: 520, y: 120 } }],
    edges: edges.flatMap((edge) => (edge.source === 'ask' ? [{ ...edge, sourceHandle: 'approved' }, { ...edge, id: 'no', target: 'no', sourceHandle: 'rejected' }] : [edge])),
  });
  await connect(page, platform);
  await openCanvas('Asked');
  await start();
  await expect(approval('Ask')).toContainText('Say Hello?');
  await openRun();
  await expect(approval('Ask').getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expectAccessible(page, 'a run that waits');
  await platform.stop();
  await expect(offlineBanner).toBeVisible({ timeout: 30_000 });
  await expect(approval('Ask').getByRole('button', { name: 'Reject' })).toBeDisabled();
  await platform.start();
  await expect(offlineBanner).toBeHidden({ timeout: 30_000 });
  await approval('Ask').getByLabel('Note').fill('Too loud');
  await approval('Ask').getByRole('button', { name: 'Reject' }).click();
  await expect(state).toHaveText('success');
  await node('Ask').click();
  await expect(result('Ask')).toContainText('rejected');
  await node('Not said').click();
  await expect(result('Not said')).toContainText('Too loud');
});

test('a run is started, answered, and read node by node by keyboard alone [N-042]', async ({ page, platform }) => {
  const { openCanvas, state, side, result, approval, checkpoints } = runsPage(page);
  const graph = chain({ id: 'ask', type: 'approval', data: { label: 'Ask', fields: [{ name: 'times', label: 'Times', type: 'number', required: true }] } });
  Object.assign(graph.edges.find(({ source }) => source === 'ask')!, { sourceHandle: 'approved' });
  await save(platform, 'Asked', graph);
  await connect(page, platform);
  await openCanvas('Asked');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(approval('Ask')).toBeVisible();
  await page.keyboard.press('3');
  await tabTo(page, approval('Ask').getByLabel('Times'));
  await page.keyboard.type('2');
  await tabTo(page, approval('Ask').getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await expect(state).toHaveText('success');
  await page.keyboard.press('3');
  await tabTo(page, side.getByRole('link', { name: 'Open the run' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Run of Asked' })).toBeVisible();
  await tabTo(page, checkpoints.getByRole('button', { name: 'Ask', exact: true }));
  await page.keyboard.press('Enter');
  await expect(result('Ask')).toContainText('"times": 2');
});

test('a model’s words are read while they are said; the run goes out as JSON and as a trace of OpenTelemetry, with tokens and without the key [N-042]', async ({ page, platform, model }) => {
  const { openCanvas, start, state, node, side, result, openRun, head } = runsPage(page);
  const [agent_llm_id] = await platform.make('agent_llms', [{ name: 'Small', provider: 'openai_compatible', model: 'small', base_url: model.base_url, api_key: 'sk-nobody-sees' }]);
  await save(platform, 'Told', chain({ id: 'tell', type: 'llm', data: { label: 'Tell', agent_llm_id, prompt: 'Tell of {{ input.word }}' } }));
  await connect(page, platform);
  await openCanvas('Told');
  await start();
  expect(await model.asked()).toEqual(['Tell of Hello']);
  model.say('Once upon ');
  await expect(side.getByRole('region', { name: 'Tell, so far' })).toContainText('Once upon');
  await node('Tell').click();
  await expect(state).toHaveText('running');
  model.say('a time');
  await expect(result('Tell')).toContainText('Once upon a time');
  await expect(state).toHaveText('running');
  model.finish();
  await expect(state).toHaveText('success');
  await expect(result('Tell')).toContainText('10 (7 in, 3 out)');

  await openRun();
  await expect(head).toContainText('10 tokens');
  const { file, value } = await downloaded(page, 'Export');
  expect(file).toMatch(/\.json$/);
  expect(value).toMatchObject({ workflow_name: 'Told', state: 'success', version: 1, data: { word: 'Hello' }, output: { content: 'Once upon a time' }, tokens: { total: 10 } });
  const { value: trace } = await downloaded(page, 'OpenTelemetry');
  const { resourceSpans } = trace as { resourceSpans: { scopeSpans: { spans: { name: string; traceId: string; parentSpanId?: string; attributes: object[] }[] }[] }[] };
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  expect(spans.map(({ name }) => name)).toEqual(['workflow Told', 'start', 'chat small', 'end']);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(spans[2]!.attributes).toContainEqual({ key: 'gen_ai.usage.output_tokens', value: { intValue: '3' } });
  expect(JSON.stringify([value, trace])).not.toContain('sk-nobody-sees');
});

test('an old run is opened on the version that it ran, which is only looked at, and says who ran it by name [N-068]', async ({ page, platform }) => {
  const { openCanvas, node, side, head, list } = runsPage(page);
  const canvas = canvasPage(page);
  const old = { ...saying, data: { label: 'The old way', expression: '{"said": "old"}' } };
  const recipe = await save(platform, 'Changed', chain(old));
  const grace = await tokenOf(platform, 'Grace');
  expect((await platform.request('POST', '/api/workflow/run/start', { workflow_id: recipe }, grace)).status).toBe(200);
  await save(platform, 'Changed', chain({ ...saying, data: { label: 'The new way', expression: '{"said": "new"}' } }), recipe);
  await connect(page, platform);
  await openCanvas('Changed');
  await canvas.tab('Runs').click();
  const run = list.getByRole('row').nth(1);
  await expect(run).toContainText('Grace');
  await run.click();
  await expect(node('The old way')).toContainText('success');
  await expect(node('The new way')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add node' })).toBeHidden();
  await node('The old way').click();
  await side.getByText('What it is', { exact: true }).click();
  await expect(side.getByLabel('Title')).toBeHidden();
  await expect(side).toContainText('{"said": "old"}');
  await head.getByRole('link', { name: 'Version 1' }).click();
  await expect(page.getByText('Version 1, read only')).toBeVisible();
  await expect(node('The old way')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the latest' }).click();
  await expect(node('The new way')).toBeVisible();
});
