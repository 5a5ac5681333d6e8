import { beforeEach, expect, test } from 'vitest';
import type { Row } from '../../../../shared/contract/entity.ts';
import { setHost } from '../../../../renderer/api/host.ts';
import { detailsOf, isKnown, runsOf, setPaused } from '../../../../renderer/state/dags.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { bulkRemove } from '../../../../renderer/state/list-removal.ts';
import { listNow, refresh } from '../../../../renderer/state/lists.ts';
import { takeSession } from '../../../../renderer/state/session.ts';
import { fresh, manualHost, refused, type ManualHost } from '../lists/manual-host.ts';
import { memberSession } from '../memory-host.ts';

let host: ManualHost;
const list = { group: 'dags', live: true };
const dag = (dag_id: string, is_paused: boolean) => ({ dag_id, is_paused });
const paused = () => listNow(list).data.map(({ dag_id, is_paused }) => [dag_id, is_paused]);
const row = (id: string): Row => listNow(list).data.find((row) => row.id === id)!;
const read = (source: Parameters<typeof refresh>[0], data: unknown) => {
  refresh(source);
  host.watches.at(-1)!.subscriber.event(fresh(data));
};

beforeEach(() => {
  resetAppState();
  host = manualHost();
  setHost(host);
  takeSession(memberSession);
  read(list, { dags: [dag('a', false), dag('b', true)], total_entries: 2 });
});

test('reads DAGs as a list, and asks again while it is looked at [S-001][C-147]', () => {
  expect(listNow(list)).toMatchObject({ loading: false, error: null, total: 2 });
  expect(host.watches[0]!.input).toMatchObject({ call: 'dags.list', poll: true });
});

test.each([
  ['pause', 'a', true, 'dags.pause'],
  ['resume', 'b', false, 'dags.unpause'],
] as const)('shows %s at once, and keeps it when the platform agrees [S-006][S-009]', async (_what, id, to, call) => {
  const done = setPaused(row(id), to);
  expect(row(id)['is_paused']).toBe(to);
  expect(host.calls.at(-1)).toMatchObject({ name: call, input: { dag_id: id, tenant_id: 't1', environment_id: 'e1' } });
  await host.calls.at(-1)!.answer(fresh(dag(id, to)));
  await done;
  expect(row(id)['is_paused']).toBe(to);
  expect(listNow(list)).toMatchObject({ loading: false, error: null });
});

test('takes a pause back when the platform refuses, and keeps the error [S-003][S-009]', async () => {
  const done = setPaused(row('a'), true);
  await host.calls.at(-1)!.answer(refused('server', 'Operation failed'));
  await done;
  expect(paused()).toEqual([['a', false], ['b', true]]);
  expect(listNow(list).error).toMatchObject({ call: 'dags.pause', error: { message: 'Operation failed' } });
});

test('leaves a DAG paused that was paused already, when pausing it once more fails', async () => {
  const done = setPaused(row('b'), true);
  await host.calls.at(-1)!.answer(refused('server', 'Operation failed'));
  await done;
  expect(paused()).toEqual([['a', false], ['b', true]]);
});

test('changes the DAG wherever it is read, and nothing that only carries its id', async () => {
  read(detailsOf('a'), { dag_id: 'a', is_paused: false });
  read(runsOf('a'), { dag_runs: [{ dag_run_id: 'r', dag_id: 'a' }] });
  const done = setPaused(row('a'), true);
  expect(listNow(detailsOf('a')).data[0]!['is_paused']).toBe(true);
  expect(listNow(runsOf('a')).data[0]).toEqual({ id: 'r', dag_run_id: 'r', dag_id: 'a' });
  await host.calls.at(-1)!.answer(fresh({}));
  await done;
});

test('removes a DAG from the list once the platform has [S-007][S-009]', async () => {
  const done = bulkRemove('dags', [row('a')], () => undefined, new AbortController().signal);
  expect(host.calls.at(-1)).toMatchObject({ name: 'dags.remove', input: { dag_id: 'a' } });
  await host.calls.at(-1)!.answer(fresh({ dag_id: 'a' }));
  await done;
  expect(paused()).toEqual([['b', true]]);
});

test.each([
  [fresh(dag('a', false)), true],
  [{ ok: false, error: { code: 'not_found', message: 'Not found: DAG a' } } as const, false],
  [refused('unreachable', 'Away'), undefined],
])('tells whether a DAG is there, and nothing where that cannot be told', async (reply, known) => {
  const asked = isKnown('u1', 'a');
  await host.calls.at(-1)!.answer(reply);
  expect(await asked).toBe(known);
});
