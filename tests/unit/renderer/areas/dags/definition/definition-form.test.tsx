import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setHost } from '../../../../../../renderer/api/host.ts';
import { DefinitionForm } from '../../../../../../renderer/areas/dags/definition-form.tsx';
import { resetAppState } from '../../../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../../../renderer/state/session.ts';
import { memberSession, memoryHost } from '../../../memory-host.ts';
import { renderAt } from '../../../resource/screen.tsx';

afterEach(cleanup);
Element.prototype.scrollIntoView = () => undefined;

const dag = {
  dag_id: 'd', future: 1, schedule: '@daily',
  tasks: [{ task_id: 'a', operator: 'http', url: 'http://x', odd: true }, { task_id: 'b', operator: 'sleep', seconds: 1, depends_on: ['a'] }],
};

function show(start: object = dag) {
  resetAppState();
  const host = memoryHost();
  setHost(host);
  takeSession({ ...memberSession, profile: { id: 'p', name: 'Remote', kind: 'remote' } });
  const { user } = renderAt('/dags/new?as=form', [{ path: '/dags/new', element: <DefinitionForm start={JSON.stringify(start, null, 2)} onSaved={() => undefined} onCancel={() => undefined} /> }]);
  const kept = async () => {
    await expect.poll(() => host.drafts.size).toBeGreaterThan(0);
    return JSON.parse(([...host.drafts.values()].at(-1)!.value as { texts: { definition: string } }).texts.definition) as Record<string, unknown> & { tasks: Record<string, unknown>[] };
  };
  return { user, kept };
}

const tasks = () => screen.getByRole('listbox', { name: 'Tasks' });
const task = (name: string) => within(screen.getByRole('group', { name: `Task ${name}` }));

test('changes what a field says, and leaves what the form does not know', async () => {
  const { kept } = show();
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Loads' } });
  fireEvent.change(task('a').getByLabelText(/^URL/), { target: { value: 'http://y' } });
  await expect.poll(async () => (await kept()).tasks[0]).toEqual({ task_id: 'a', operator: 'http', url: 'http://y', odd: true });
  expect(await kept()).toMatchObject({ description: 'Loads', future: 1 });
});

test('goes among tasks by arrows, moves, duplicates and removes them by keys, and undoes each step', () => {
  show();
  const ids = () => within(tasks()).getAllByRole('option').map(({ textContent }) => textContent);
  fireEvent.keyDown(tasks(), { key: 'ArrowDown' });
  expect(task('b').getByLabelText(/^Seconds/)).toHaveProperty('value', '1');
  fireEvent.keyDown(tasks(), { key: 'ArrowUp', altKey: true });
  fireEvent.keyDown(tasks(), { key: 'd', ctrlKey: true });
  expect(ids()).toEqual(['b sleep', 'b_2 sleep', 'a http']);
  fireEvent.keyDown(tasks(), { key: 'Delete' });
  expect(ids()).toEqual(['b sleep', 'a http']);
  fireEvent.keyDown(tasks(), { key: 'z', ctrlKey: true });
  fireEvent.keyDown(tasks(), { key: 'z', ctrlKey: true });
  fireEvent.keyDown(tasks(), { key: 'z', ctrlKey: true });
  expect(ids()).toEqual(['a http', 'b sleep']);
  fireEvent.keyDown(tasks(), { key: 'z', ctrlKey: true, shiftKey: true });
  expect(ids()).toEqual(['b sleep', 'a http']);
});

test('renames a task in what waits for it', async () => {
  const { kept } = show();
  const id = task('a').getByLabelText(/^Task ID/);
  fireEvent.focus(id);
  fireEvent.change(id, { target: { value: 'begin' } });
  expect(task('begin').getByText('Renamed also in the place that names it')).toBeDefined();
  await expect.poll(async () => (await kept()).tasks[1]).toMatchObject({ depends_on: ['begin'] });
});

test('adds a header while its value is typed before its name', async () => {
  const { kept } = show();
  fireEvent.change(task('a').getByLabelText('Value of new header'), { target: { value: 'text/plain' } });
  fireEvent.change(task('a').getAllByLabelText('Name of new header')[0]!, { target: { value: 'Accept' } });
  await expect.poll(async () => (await kept()).tasks[0]).toMatchObject({ headers: { Accept: 'text/plain' } });
});

test('writes an interval, a cron expression that is typed over a usual schedule, and none', async () => {
  const { kept } = show();
  const schedule = screen.getByLabelText('Schedule');
  fireEvent.change(schedule, { target: { value: 'interval' } });
  fireEvent.change(screen.getByLabelText('Every how many'), { target: { value: '6' } });
  await expect.poll(async () => (await kept())['schedule']).toEqual({ hours: 6 });
  fireEvent.change(schedule, { target: { value: 'cron' } });
  fireEvent.change(screen.getByLabelText('Cron expression'), { target: { value: '0 6 * * 1-5' } });
  expect(screen.getByLabelText('Cron expression')).toHaveProperty('value', '0 6 * * 1-5');
  fireEvent.change(schedule, { target: { value: '0' } });
  await expect.poll(async () => (await kept())['schedule']).toBeNull();
});

test('finds tasks by their id or operator', () => {
  show();
  fireEvent.change(screen.getByLabelText('Find a task'), { target: { value: 'sleep' } });
  expect(within(tasks()).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['b sleep']);
});

test('adds a param with a type and a value, and renames it in its place', async () => {
  const { kept } = show({ ...dag, params: { day: 'today' } });
  fireEvent.change(screen.getByLabelText('Name of param day'), { target: { value: 'date' } });
  fireEvent.change(screen.getByLabelText('Type of date'), { target: { value: 'string' } });
  await expect.poll(async () => (await kept())['params']).toEqual({ date: { value: 'today', schema: { type: 'string' } } });
});
