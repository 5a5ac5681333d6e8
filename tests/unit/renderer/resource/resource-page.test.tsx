import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Row } from '../../../../shared/contract/entity.ts';
import { commitOffers } from '../../../../renderer/state/undo.ts';
import { memberSession, memoryHost } from '../memory-host.ts';
import { show } from './screen.tsx';

const memories = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, name: `Memory ${at}`, memory_type: at % 2 ? 'semantic' : 'episodic', content: null }));

afterEach(() => {
  commitOffers();
  cleanup();
});

const table = () => screen.findByRole('grid', { name: 'Agent memories' });
const rowsShown = () => screen.getAllByRole('row').slice(1);
const active = () => rowsShown().find((row) => row.tabIndex === 0);
const selected = () => rowsShown().filter((row) => row.getAttribute('aria-selected') === 'true').map((row) => within(row).getByRole('link').textContent);

describe('table', () => {
  test('draws a screenful of many rows, and says how many there are', async () => {
    show(memoryHost({ agentMemories: memories(5000) }), 'agentMemories');
    const grid = await table();
    expect(grid.getAttribute('aria-rowcount')).toBe('5001');
    expect(rowsShown().length).toBeLessThan(60);
    expect(rowsShown()[0]!.getAttribute('aria-rowindex')).toBe('2');
    expect(screen.getByText('5,000')).toBeTruthy();
  });

  test('script and HTML of the server are text [F-14]', async () => {
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    show(memoryHost({ agentMemories: [{ id: evil, name: evil, memory_type: evil, content: evil, description: evil, metadata: { [evil]: evil } }] }), 'agentMemories');
    const grid = await table();
    expect(grid.querySelector('script, img')).toBeNull();
    expect(within(grid).getAllByText(evil).length).toBeGreaterThan(2);
    expect('hacked' in window).toBe(false);
  });

  test('moves by j, k and arrows, selects by x and Shift, and all that match by Ctrl+A', async () => {
    const { user, address } = show(memoryHost({ agentMemories: memories(20) }), 'agentMemories', '/list?q=memory');
    await table();
    await user.keyboard('jj');
    expect(active()?.textContent).toContain('Memory 2');
    await user.keyboard('k{ArrowDown}{ArrowDown}');
    expect(active()?.textContent).toContain('Memory 3');
    expect(document.activeElement).toBe(active());
    await user.keyboard('x');
    expect(selected()).toEqual(['Memory 3']);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['Memory 3', 'Memory 4', 'Memory 5']);
    await waitFor(() => expect(address()).toBe('/list?q=memory&sel=m3&sel=m4&sel=m5'));
    await user.keyboard('{End}');
    expect(active()?.textContent).toContain('Memory 19');
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.getByText('20 agent memories selected')).toBeTruthy();
  });

  test('sorts by a column, by more with Shift, and says so in the address', async () => {
    const { user, address } = show(memoryHost({ agentMemories: memories(12) }), 'agentMemories');
    await table();
    await user.click(screen.getByRole('button', { name: 'Type' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.keyboard('{/Shift}');
    expect(address()).toBe('/list?sort=memory_type%2Cname');
    await waitFor(() => expect(rowsShown()[0]!.textContent).toContain('Memory 0'));
    expect(screen.getByRole('columnheader', { name: /Type/ }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: /^Name/ }));
    expect(address()).toBe('/list?sort=-name');
    await waitFor(() => expect(rowsShown()[0]!.textContent).toContain('Memory 9'));
  });

  test('filters by the field that / reaches, and offers to clear a filter that nothing meets', async () => {
    const { user, address } = show(memoryHost({ agentMemories: memories(12) }), 'agentMemories');
    await table();
    await user.keyboard('/');
    await user.keyboard('memory 7');
    await waitFor(() => expect(address()).toBe('/list?q=memory+7'));
    await waitFor(() => expect(rowsShown()).toHaveLength(1));
    await user.keyboard('{Backspace}nothing');
    await user.click(await screen.findByRole('button', { name: 'Clear the filter' }));
    await waitFor(() => expect(rowsShown()).toHaveLength(12));
  });

  test('Enter opens, and n makes a new one', async () => {
    const { user, address } = show(memoryHost({ agentMemories: memories(3) }), 'agentMemories');
    await table();
    await user.keyboard('j{Enter}');
    expect(address()).toBe('/list/m1');
    expect(await screen.findByRole('heading', { name: 'Memory 1' })).toBeTruthy();
    const again = show(memoryHost({ agentMemories: memories(3) }), 'agentMemories');
    await table();
    await again.user.keyboard('n');
    expect(again.address()).toBe('/list/new');
  });

  test('Delete hides the row at once and asks the platform nothing yet', async () => {
    const host = memoryHost({ agentMemories: memories(3) });
    const { user } = show(host, 'agentMemories');
    await table();
    await user.keyboard('j{Delete}');
    await waitFor(() => expect(rowsShown()).toHaveLength(2));
    expect(host.calls.some(({ name }) => name === 'agentMemories.remove')).toBe(false);
  });

  test('deletes many after a preview, with a result for each', async () => {
    const host = memoryHost({ agentMemories: memories(3) });
    const { user } = show(host, 'agentMemories');
    await table();
    await user.keyboard('{Control>}a{/Control}');
    await user.click(screen.getByRole('button', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog');
    expect(host.calls.some(({ name }) => name === 'agentMemories.remove')).toBe(false);
    host.rows.set('agentMemories', memories(3).slice(1));
    await user.click(within(dialog).getByRole('button', { name: 'Delete 3 agent memories' }));
    expect(await within(dialog).findByText('2 deleted, 1 failed.')).toBeTruthy();
    expect(within(dialog).getAllByRole('listitem')[0]!.textContent).toContain('Not found');
  });
});

describe('states', () => {
  test('an empty list says what belongs there and how the first is made', async () => {
    const { user, address } = show(memoryHost(), 'agentMemories');
    await user.click(await screen.findByRole('button', { name: 'Create an agent memory' }));
    expect(address()).toBe('/list/new');
  });

  test('an error says the server’s words and can be tried again [S-003]', async () => {
    const host = memoryHost({ agentMemories: memories(2) });
    host.failures.set('agentMemories.list', { code: 'server', message: 'Failed to fetch agent memories' });
    const { user } = show(host, 'agentMemories');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch agent memories');
    host.failures.clear();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await table();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('what comes from the cache is marked with its time', async () => {
    const host = memoryHost({ agentMemories: memories(2) });
    host.meta = { source: 'cache', as_of: '2025-01-02T10:32:00.000Z' };
    show(host, 'agentMemories');
    await table();
    expect(screen.getByText(/^As of /)).toBeTruthy();
  });

  test('what a role does not allow says so before it is pressed', async () => {
    const host = memoryHost({ agentMemories: memories(2) });
    show(host, 'agentMemories', '/list', { ...memberSession, permissions: { t1: ['agents:read'] } });
    await table();
    const button = screen.getByRole('button', { name: 'New agent memory' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toMatch('Your role does not allow this');
  });

  test('a kind that is only listed offers nothing that it cannot do', async () => {
    show(memoryHost({ tenantUsers: [{ id: 'u', name: 'Ada' }] }), 'tenantUsers');
    await screen.findByRole('grid');
    expect(screen.queryByRole('button', { name: /^New/ })).toBeNull();
  });

  test('a list that this platform does not have says why, and asks nothing', async () => {
    const host = memoryHost({});
    const { user } = show(host, 'kubernetesNamespaces');
    expect(await screen.findByText('Not on this platform')).toBeTruthy();
    expect(screen.getByText(/needs a Kubernetes cluster/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(host.calls.filter(({ name }) => name.startsWith('kubernetesNamespaces.'))).toEqual([]);
  });

  test('a list that belongs to something asks for it first', async () => {
    const host = memoryHost({ agentSessions: [{ id: 's1', name: 'Session one' }], agentSessionMessages: [{ id: 'm', role: 'user', content: 'Hello' }] });
    const { user, address } = show(host, 'agentSessionMessages');
    expect(await screen.findByText('Choose a session first')).toBeTruthy();
    expect(host.calls.some(({ name }) => name === 'agentSessionMessages.list')).toBe(false);
    await user.click(screen.getByRole('combobox', { name: 'Session' }));
    await user.keyboard('one{Enter}');
    expect(address()).toBe('/list?p.agent_session_id=s1');
    await screen.findByRole('grid');
    expect(host.calls.find(({ name }) => name === 'agentSessionMessages.list')!.input).toMatchObject({ agent_session_id: 's1', limit: 1000 });
  });
});
