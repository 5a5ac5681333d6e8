import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setHost } from '../../../../../../renderer/api/host.ts';
import { DagGrid } from '../../../../../../renderer/areas/dags/grid/dag-grid.tsx';
import type { GridAnswer } from '../../../../../../renderer/state/dag-desk.ts';
import { resetAppState } from '../../../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../../../renderer/state/session.ts';
import { fresh, manualHost, refused } from '../../../lists/manual-host.ts';
import { memberSession } from '../../../memory-host.ts';
import { renderAt } from '../../../resource/screen.tsx';
import { answer, largeAnswer } from './sample-grid.ts';

afterEach(cleanup);

// jsdom draws nothing.
vi.mock('../../../../../../renderer/areas/dags/grid/state-signs.ts', () => ({ useStateSigns: () => undefined }));

// jsdom lays nothing out and scrolls nothing: the grid is told how wide it is, and stays at its beginning.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1000 });
Object.defineProperties(HTMLElement.prototype, { scrollTo: { configurable: true, value: () => undefined }, scrollBy: { configurable: true, value: () => undefined } });

/** A grid over a platform that answers when the test says so. */
function show(data: GridAnswer = answer, search = '') {
  resetAppState();
  const host = manualHost();
  setHost(host);
  takeSession({ ...memberSession, profile: { id: 'p', name: 'Remote', kind: 'remote' } });
  const { user, address } = renderAt(`/dags/d?tab=grid${search}`, [{ path: '/dags/d', element: <DagGrid dag_id="d" /> }]);
  const tell = (told: GridAnswer) => act(() => host.watches.at(-1)!.subscriber.event(fresh(told)));
  tell(data);
  return { user, address, host, tell };
}

const grid = () => screen.getByRole('grid', { name: 'Runs and tasks' });
const cell = (name: RegExp) => within(grid()).getByRole('gridcell', { name });
const bar = () => screen.getByRole('toolbar', { name: 'Selected task instances' });

test('says of each cell its task, run, state and try, and of each run how it went', () => {
  show();
  expect(cell(/^load\.clean, run r2, failed, try 2, 3 s$/)).toBeDefined();
  expect(within(grid()).getByRole('columnheader', { name: /^run r2, failed, manual, 20 s, note: look$/ })).toBeDefined();
  expect(grid().getAttribute('aria-rowcount')).toBe('7');
  expect(grid().getAttribute('aria-colcount')).toBe('3');
});

test('arrows move, Shift extends, Space turns, Ctrl+A takes all, and Escape lets go', async () => {
  const { user } = show();
  act(() => grid().focus());
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(bar().textContent).toContain('2 task instances in 2 runs');
  await user.keyboard('{ArrowDown}{ArrowDown} ');
  expect(bar().textContent).toContain('3 task instances');
  expect(grid().getAttribute('aria-activedescendant')).toBe(cell(/^load\.clean, run r1/).id);
  await user.keyboard('{Control>}a{/Control}');
  expect(bar().textContent).toContain('8 task instances');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('Enter opens a task instance, a run, or turns a group, which the address keeps', async () => {
  const { user, address } = show();
  act(() => grid().focus());
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address()).toContain('closed=load');
  expect(within(grid()).queryByRole('gridcell', { name: /^load\.clean/ })).toBeNull();
  await user.keyboard('{ArrowUp}{Enter}');
  expect(address()).toBe('/dags/d?tab=runs&run=r2&task=extract');
});

test('shows what clearing hits before it does it, and offers to mark it back', async () => {
  const { user, host } = show();
  act(() => grid().focus());
  await user.keyboard('{ArrowDown}{ArrowDown} c');
  const instance = { task_id: 'load.clean', dag_id: 'd', dag_run_id: 'r2', map_index: -1, state: 'failed' as const, try_number: 2 };
  await waitFor(() => expect(host.calls).toHaveLength(1));
  expect(host.calls[0]).toMatchObject({ name: 'taskInstances.clear', input: { dry_run: true, task_instances: [{ dag_run_id: 'r2', task_id: 'load.clean' }], include_downstream: false } });
  await act(() => host.calls[0]!.answer(fresh({ task_instances: [instance], total_entries: 1 })));
  await user.click(screen.getByRole('checkbox', { name: 'Tasks after them' }));
  await waitFor(() => expect(host.calls).toHaveLength(2));
  expect(host.calls[1]!.input).toMatchObject({ dry_run: true, include_downstream: true });
  await act(() => host.calls[1]!.answer(fresh({ task_instances: [instance, { ...instance, task_id: 'load.inner.write', state: 'upstream_failed' }], total_entries: 2 })));
  expect(screen.getByRole('status').textContent).toBe('2 task instances in 1 run would change.');
  await user.click(screen.getByRole('button', { name: 'Clear 2' }));
  expect(host.calls[2]!.input).toMatchObject({ dry_run: false, include_downstream: true });
  await act(() => host.calls[2]!.answer(fresh({ task_instances: [instance], total_entries: 1 })));
  expect(screen.getByRole('status').textContent).toBe('1 task instance cleared, 1 had changed meanwhile and was left.');
});

test('a refused preview says why and cannot be confirmed', async () => {
  const { user, host } = show();
  act(() => grid().focus());
  await user.keyboard(' f');
  await waitFor(() => expect(host.calls).toHaveLength(1));
  await act(() => host.calls[0]!.answer(refused('conflict', 'The run was deleted meanwhile')));
  expect(screen.getByRole('alert').textContent).toContain('The run was deleted meanwhile');
  expect(screen.getByRole('button', { name: 'Mark failed' }).getAttribute('aria-disabled')).toBe('true');
});

test('asks for what the filter says, and keeps the selection and the cursor when the grid changes', async () => {
  const { user, host, tell } = show(answer, '&run_state=failed');
  expect(host.watches.at(-1)!.input).toMatchObject({ call: 'dagRuns.grid', input: { dag_id: 'd', state: 'failed', limit: 50 }, poll: true });
  act(() => grid().focus());
  await user.keyboard('{ArrowDown}{ArrowDown} ');
  tell({ ...answer, dag_runs: [{ dag_run_id: 'r3', dag_id: 'd', state: 'failed' }, ...answer.dag_runs], columns: [{ ...answer.columns[0]!, dag_run_id: 'r3' }, ...answer.columns] });
  expect(bar().textContent).toContain('1 task instance');
  expect(grid().getAttribute('aria-activedescendant')).toBe(cell(/^load\.clean, run r2/).id);
});

test('draws what is seen of 100 runs and 1,000 tasks, and says how many there are', () => {
  show(largeAnswer(100, 1000));
  expect(grid().getAttribute('aria-rowcount')).toBe('1001');
  expect(within(grid()).getAllByRole('gridcell').length).toBeLessThan(2500);
});

test('says what a platform without runs lacks, and what a filter has left out', async () => {
  show({ ...answer, dag_runs: [], columns: [], total_entries: 0 });
  expect(screen.getByText('No runs yet')).toBeDefined();
  cleanup();
  const { user, address } = show(answer, '&tasks=nothing-like-it');
  await user.click(screen.getAllByRole('button', { name: 'Clear the filter' })[0]!);
  expect(address()).toBe('/dags/d?tab=grid');
});
