import { EditorView } from '@codemirror/view';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { keepNow } from '../../../../renderer/state/kept.ts';
import { memoryHost } from '../memory-host.ts';
import { show } from './screen.tsx';

afterEach(cleanup);

const memory = () => ({ id: 'm1', name: 'First', memory_type: 'semantic', content: 'Old', description: null });
const written = (host: ReturnType<typeof memoryHost>, method: string) => host.calls.filter(({ name }) => name === `agentMemories.${method}`);

const twin = () => waitFor(() => EditorView.findFromDOM(document.querySelector('.code-editor')!.shadowRoot!.querySelector<HTMLElement>('.cm-editor')!)!);
const write = (editor: EditorView, insert: string) => act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } }));

describe('create', () => {
  test('says the contract’s words at the field and sends nothing', async () => {
    const host = memoryHost();
    const { user } = show(host, 'agentMemories', '/list/new');
    await user.click(await screen.findByRole('button', { name: 'Create agent memory' }));
    const name = screen.getByLabelText(/^Name/);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Name is required').id).toBe(name.getAttribute('aria-describedby'));
    expect(document.activeElement).toBe(name);
    expect(written(host, 'create')).toHaveLength(0);
  });

  test('Ctrl+S saves, and the new one is shown', async () => {
    const host = memoryHost();
    const { user, address } = show(host, 'agentMemories', '/list/new');
    await user.type(await screen.findByLabelText(/^Name/), 'Learned');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(address()).toBe('/list/made-1'));
    expect(written(host, 'create')[0]!.input).toMatchObject({ name: 'Learned', tenant_id: 't1', environment_id: 'e1' });
    expect([...host.drafts.keys()].filter((key) => key.startsWith('form/'))).toEqual([]);
  });

  test('a failed save keeps what was typed, with the server’s words', async () => {
    const host = memoryHost();
    host.failures.set('agentMemories.create', { code: 'server', message: 'The disk is full' });
    const { user, address } = show(host, 'agentMemories', '/list/new');
    await user.type(await screen.findByLabelText(/^Name/), 'Kept');
    await user.click(screen.getByRole('button', { name: 'Create agent memory' }));
    expect(await screen.findByText('The disk is full')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Kept');
    expect(address()).toBe('/list/new');
  });

  test('a problem that the server has with a field stands at the field', async () => {
    const host = memoryHost();
    host.failures.set('agentMemories.create', { code: 'conflict', message: 'Conflict', problems: [{ path: ['name'], message: 'Name is taken' }] });
    const { user } = show(host, 'agentMemories', '/list/new');
    await user.type(await screen.findByLabelText(/^Name/), 'Kept');
    await user.click(screen.getByRole('button', { name: 'Create agent memory' }));
    expect((await screen.findByText('Name is taken')).id).toBe('field-name-problem');
  });
});

describe('drafts', () => {
  test('survive that the window is gone, and are offered again [F-27]', async () => {
    const host = memoryHost();
    const first = show(host, 'agentMemories', '/list/new');
    await first.user.type(await screen.findByLabelText(/^Name/), 'Half written');
    keepNow();
    const { user } = show(host, 'agentMemories', '/list/new');
    await user.click(await screen.findByRole('button', { name: 'Restore draft' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Half written');
  });

  test('never hold a secret', async () => {
    const host = memoryHost();
    const { user } = show(host, 'agentLlms', '/list/new');
    await user.type(await screen.findByLabelText(/^Name/), 'x');
    await user.type(screen.getByLabelText('API key'), 'canary');
    keepNow();
    expect(JSON.stringify([...host.drafts])).not.toContain('canary');
    expect(JSON.stringify([...host.drafts])).toContain('api_key');
  });

  test('hold the JSON twin as it was typed while it is not JSON yet, and take it up where it was [F-27]', async () => {
    const host = memoryHost();
    const first = show(host, 'agentLlms', '/list/new');
    const broken = '{\n  "name": "Half a model",\n  "temperature": 0.';
    await first.user.click(await screen.findByRole('tab', { name: 'JSON' }));
    write(await twin(), `${broken},\n  "api_key": "canary`);
    expect(await screen.findByText(/^Line 3/)).toBeTruthy();
    keepNow();
    expect(JSON.stringify([...host.drafts])).not.toContain('canary');

    const { user } = show(host, 'agentLlms', '/list/new');
    await user.click(await screen.findByRole('button', { name: 'Restore draft' }));
    const restored = await twin();
    expect(restored.state.doc.toString()).toBe(`${broken},\n  "api_key": ""`);
    write(restored, '{"name": "A model"}');
    await waitFor(() => expect(screen.queryByText(/^Line 3/)).toBeNull());
    expect(screen.getByRole('tab', { name: 'JSON' }).getAttribute('aria-selected')).toBe('true');
    await user.click(screen.getByRole('tab', { name: 'Form' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('A model');
  });

  test('leaving asks only when something would be lost', async () => {
    const host = memoryHost();
    const { user, address } = show(host, 'agentMemories', '/list/new');
    await user.type(await screen.findByLabelText(/^Name/), 'x');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go on editing' }));
    expect(address()).toBe('/list/new');
    await user.clear(screen.getByLabelText(/^Name/));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/list'));
  });
});

describe('edit', () => {
  test('a stored secret is never shown, and is sent back as it came', async () => {
    const host = memoryHost({ agentLlms: [{ id: 'l1', name: 'Model', api_key: { $secret: true } }] });
    const { user } = show(host, 'agentLlms', '/list/l1?edit=1');
    expect(await screen.findByText('Stored, unchanged')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Name/), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(host.calls.find(({ name }) => name === 'agentLlms.update')?.input).toMatchObject({ id: 'l1', name: 'Model 2', api_key: { $secret: true } }));
  });

  test('what somebody else changed meanwhile is decided field by field [F-25]', async () => {
    const host = memoryHost({ agentMemories: [memory()] });
    const { user } = show(host, 'agentMemories', '/list/m1?edit=1');
    await user.type(await screen.findByLabelText(/^Name/), ' mine');
    host.rows.set('agentMemories', [{ ...memory(), name: 'Theirs', description: 'Added by them' }]);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const dialog = await screen.findByRole('dialog');
    expect(written(host, 'update')).toHaveLength(0);
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Name: yours' }).checked).toBe(true);
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Description: the platform’s' }).checked).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Save these' }));
    await waitFor(() => expect(written(host, 'update')[0]?.input).toMatchObject({ name: 'First mine', description: 'Added by them' }));
  });

  test('a number that is none keeps its text and says so', async () => {
    const host = memoryHost({ agentLlms: [{ id: 'l1', name: 'Model' }] });
    const { user } = show(host, 'agentLlms', '/list/l1?edit=1');
    fireEvent.change(await screen.findByLabelText('Temperature'), { target: { value: 'warm' } });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Enter a number')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Temperature').value).toBe('warm');
    expect(host.calls.some(({ name }) => name === 'agentLlms.update')).toBe(false);
  });
});

test('a detail shows what refers to it', async () => {
  const host = memoryHost({ agentMemories: [memory()], genAgents: [{ id: 'g1', name: 'Support agent', agent_memory_id: 'm1' }, { id: 'g2', name: 'Other', agent_memory_id: null }] });
  show(host, 'agentMemories', '/list/m1?tab=used-by');
  expect(await screen.findByRole('link', { name: 'Support agent' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Other' })).toBeNull();
});
