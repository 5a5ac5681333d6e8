import { expect, test } from 'vitest';
import { filterOf, isNarrowed, keepsRun, keepsTask, queryOf } from '../../../../../../renderer/areas/dags/grid/grid-filter.ts';
import { modelOf } from './sample-grid.ts';

const filter = (search: string) => filterOf(new URLSearchParams(search));

test('asks the platform for what is wanted, and leaves out here what is not', () => {
  expect(queryOf(filter('run_type=manual&run_state=failed&from=2026-01-01&to=2026-02-01'), 50)).toEqual({ limit: 50, run_type: 'manual', state: 'failed', start_date_gte: '2026-01-01', end_date_lte: '2026-02-01' });
  expect(queryOf(filter('run_type=!manual&run_state=nonsense&from=soon'), 50)).toEqual({ limit: 50 });
  expect(modelOf().runs.filter(keepsRun(filter('run_type=!manual'))).map(({ id }) => id)).toEqual(['r1']);
  expect(modelOf().runs.filter(keepsRun(filter('run_state=!success'))).map(({ id }) => id)).toEqual(['r2']);
});

test('finds tasks by all words, in any order, without those after a minus', () => {
  const found = (text: string) => modelOf().tasks.filter(keepsTask({ text })).map(({ task_id }) => task_id);
  expect(found('write load')).toEqual(['load.inner.write']);
  expect(found('load -write')).toEqual(['load.clean']);
  expect(found('HTTP')).toEqual(['extract', 'load.inner.write']);
  expect(found(' - ')).toHaveLength(4);
});

test('knows whether anything is narrowed', () => {
  expect(isNarrowed(filter(''))).toBe(false);
  expect(isNarrowed(filter('only=failed'))).toBe(true);
});
