import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setHost } from '../../../../../renderer/api/host.ts';
import { DagsPage } from '../../../../../renderer/areas/dags/dags-page.tsx';
import { patternOf } from '../../../../../renderer/areas/dags/use-dag-pattern.ts';
import { resetAppState } from '../../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../../renderer/state/session.ts';
import { fresh, manualHost } from '../../lists/manual-host.ts';
import { memberSession } from '../../memory-host.ts';
import { renderAt } from '../../resource/screen.tsx';

afterEach(cleanup);

interface Dag {
  readonly dag_id: string;
  readonly [field: string]: unknown;
}

/** The list of DAGs over a platform that answers when the test says so. */
function show(address = '/dags') {
  resetAppState();
  const host = manualHost();
  setHost(host);
  takeSession(memberSession);
  const { user } = renderAt(address, [{ path: '/dags', element: <DagsPage /> }]);
  const first = () => host.watches.filter(({ input: { call, input } }) => call === 'dags.list' && input['offset'] === undefined);
  const asked = () => first().filter(({ stopped }) => !stopped).map(({ input: { input } }) => input['dag_id_pattern']);
  return {
    user,
    asked,
    everAsked: () => first().map(({ input: { input } }) => input['dag_id_pattern']),
    /** Answers what is asked now. */
    answer: (dags: readonly Dag[], total = dags.length) => act(() => first().at(-1)!.subscriber.event(fresh({ dags, total_entries: total }))),
  };
}

const shown = () => screen.queryAllByRole('row').slice(1).map((row) => within(row).getAllByRole('link')[0]!.textContent);
const filter = () => screen.getByRole('searchbox');

test.each([
  ['sales', 'sales'],
  ['  daily sales_report ', 'sales_report'],
  ['etl%daily ', 'etl%daily'],
  ['', ''],
])('asks for %j by the pattern %j', (text, pattern) => {
  expect(patternOf(text)).toBe(pattern);
});

test('offers one filter, which looks through what is loaded when that is all [C-147]', async () => {
  const { user, answer, asked, everAsked } = show();
  answer([{ dag_id: 'sales', tags: [{ name: 'daily', dag_id: 'sales' }] }, { dag_id: 'stock', tags: [] }]);
  expect(screen.getAllByRole('searchbox')).toHaveLength(1);
  expect(screen.queryByLabelText('DAG ID contains')).toBeNull();
  await user.type(filter(), 'daily');
  await waitFor(() => expect(shown()).toEqual(['sales']));
  expect(asked()).toEqual([undefined]);
  expect(new Set(everAsked())).toEqual(new Set([undefined]));
});

test('asks the platform for the text when it has more DAGs than are loaded, and finds the words in any order [C-147]', async () => {
  const { user, answer, asked } = show();
  answer([{ dag_id: 'a' }, { dag_id: 'b' }], 30_000);
  await user.type(filter(), 'report sales_x');
  await waitFor(() => expect(asked()).toEqual(['sales_x']));
  expect(screen.getByText('Filtered by DAG ID on the platform')).toBeTruthy();
  answer([{ dag_id: 'sales_x_report' }, { dag_id: 'sales_x_other' }]);
  await waitFor(() => expect(shown()).toEqual(['sales_x_report']));

  await user.clear(filter());
  await user.type(filter(), 'zzz');
  await waitFor(() => expect(asked()).toEqual(['zzz']));
  answer([]);
  expect(await screen.findByText('No DAG ID matches “zzz”.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
  await waitFor(() => expect(shown()).toEqual(['a', 'b']));
  expect(asked()).toEqual([undefined]);
});

test('leaves a pattern to the platform, whose answer is not filtered once more [C-147]', async () => {
  const { user, answer, asked } = show();
  answer([{ dag_id: 'etl_daily' }]);
  await user.type(filter(), 'etl%daily');
  await waitFor(() => expect(asked()).toEqual(['etl%daily']));
  answer([{ dag_id: 'etl_daily' }]);
  await waitFor(() => expect(shown()).toEqual(['etl_daily']));
});

const run = (state: string, start_date: string) => ({ dag_run_id: start_date, state, start_date });
const some: readonly Dag[] = [
  { dag_id: 'never', is_paused: true, latest_dag_runs: [], tags: [{ name: 'b', dag_id: 'never' }], timetable_summary: '@weekly', next_dagrun_run_after: '2026-01-03T00:00:00Z', version_number: 10 },
  { dag_id: 'old', is_paused: false, latest_dag_runs: [run('success', '2026-01-01T00:00:00Z')], tags: [{ name: 'a', dag_id: 'old' }], timetable_summary: null, next_dagrun_run_after: null, version_number: 9 },
  { dag_id: 'new', is_paused: false, latest_dag_runs: [run('failed', '2026-01-02T00:00:00.5+00:00'), run('success', '2025-01-01T00:00:00Z')], tags: [], timetable_summary: '@daily', next_dagrun_run_after: '2026-01-02T23:00:00-02:00', version_number: 1 },
];

test.each([
  ['latest_dag_runs', ['old', 'new', 'never'], ['new', 'old', 'never']],
  ['is_paused', ['old', 'new', 'never'], ['never', 'old', 'new']],
  ['timetable_summary', ['new', 'never', 'old'], ['never', 'new', 'old']],
  ['next_dagrun_run_after', ['never', 'new', 'old'], ['new', 'never', 'old']],
  ['tags', ['old', 'never', 'new'], ['never', 'old', 'new']],
  ['version_number', ['new', 'old', 'never'], ['never', 'old', 'new']],
])('sorts by %s as people read it, and what has none last either way', (field, ascending, descending) => {
  for (const [sort, order] of [[field, ascending], [`-${field}`, descending]] as const) {
    const { answer } = show(`/dags?sort=${sort}`);
    answer(some);
    expect(shown()).toEqual(order);
    cleanup();
  }
});

test('filters by what is seen of a DAG, not by the names of the fields behind it', async () => {
  const { user, answer } = show();
  answer(some);
  await user.type(filter(), 'failed');
  await waitFor(() => expect(shown()).toEqual(['new']));
  await user.clear(filter());
  await user.type(filter(), 'dag_run_id');
  expect(await screen.findByText('Nothing matches')).toBeTruthy();
  await user.clear(filter());
  await user.click(screen.getByRole('radio', { name: 'Paused' }));
  await waitFor(() => expect(shown()).toEqual(['never']));
  expect(screen.getByTitle('Remove the filter State is paused')).toBeTruthy();
});
