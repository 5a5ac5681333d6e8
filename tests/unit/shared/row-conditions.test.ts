import { expect, test } from 'vitest';
import { dagColumns, withDagColumns } from '../../../shared/rules/dag-columns.ts';
import { holds, meets, wordsOf, type Operator } from '../../../shared/rules/row-conditions.ts';

const row = { tags: ['etl', 'daily'], owner: 'Ada', none: [], size: 3 };

test.each([
  ['tags', 'is', 'ETL', true], ['tags', 'is', 'etl, daily', false], ['tags', 'is not', 'etl', false], ['tags', 'is not', 'ml', true],
  ['tags', 'contains', 'dai', true], ['tags', 'does not contain', 'dai', false], ['tags', 'does not contain', 'ml', true],
  ['none', 'is', '', true], ['none', 'is not', 'x', true], ['none', 'does not contain', 'x', true],
  ['owner', 'is not', 'ada', false], ['owner', 'does not contain', 'd', false], ['missing', 'does not contain', 'x', true], ['size', 'before', '4', true],
] as [string, Operator, string, boolean][])('a row whose %s %s “%s” is shown: %s', (field, operator, value, shown) => {
  expect(meets(row, { field, operator, value })).toBe(shown);
});

test('finds words in any order in any field', () => {
  expect(holds(row, wordsOf('daily ADA'), ['tags', 'owner'])).toBe(true);
  expect(holds(row, wordsOf('daily grace'), ['tags', 'owner'])).toBe(false);
});

test('reads of a DAG what its list shows, whichever Airflow it came from', () => {
  const dag = { dag_id: 'd', is_paused: true, tags: [{ name: 'etl' }, 'old'], owners: ['ada'], schedule_interval: { value: '@daily' }, latest_dag_runs: [{ state: 'up_for_retry', start_date: '2026-03-29T10:00:00+02:00' }] };
  expect(withDagColumns(dag)).toMatchObject({ is_paused: 'paused', tags: ['etl', 'old'], owners: ['ada'], timetable_summary: '@daily', last_run_state: 'up for retry', latest_dag_runs: '2026-03-29T08:00:00.000Z up for retry' });
  expect(dagColumns['last_run_state']!({})).toBe('no runs');
});
