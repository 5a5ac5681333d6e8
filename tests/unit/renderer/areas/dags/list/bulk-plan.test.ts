import { expect, test } from 'vitest';
import { planOf } from '../../../../../../renderer/areas/dags/list/bulk-plan.ts';
import { confProblem } from '../../../../../../renderer/areas/dags/list/conf-problem.ts';

const running = { dag_run_id: 'r', state: 'running' };
const active = { id: 'a', dag_id: 'a', is_paused: false, timetable_summary: '@daily' };
const paused = { ...active, is_paused: true, pause_reason: 'Moved', paused_until: '2026-03-29T10:00:00+00:00' };

test.each([
  ['pause', active, {}, true, undefined],
  ['pause', { ...active, latest_dag_runs: [running] }, {}, true, '1 run under way goes on'],
  ['pause', { ...active, latest_dag_runs: [running, running] }, {}, true, '2 runs under way go on'],
  ['pause', paused, {}, false, 'is paused already'],
  ['pause', paused, { reason: 'Moved', until: '2026-03-29T10:00:00.000Z' }, false, 'is paused already'],
  ['pause', paused, { reason: 'Another' }, true, 'is paused already, its reason and end change'],
  ['resume', active, {}, false, 'is active already'],
  ['resume', paused, {}, true, undefined],
  ['resume', { ...paused, timetable_summary: null }, {}, true, 'has no schedule'],
  ['trigger', active, {}, true, undefined],
  ['trigger', { ...paused, latest_dag_runs: [running] }, {}, true, 'is paused, and runs all the same, 1 run under way already'],
  ['delete', active, {}, true, undefined],
  ['delete', { ...active, latest_dag_runs: [running] }, {}, true, '1 run under way is ended'],
] as const)('says before it is sent what to %s would do [C-152][C-153][C-154]', (deed, row, wish, does, note) => {
  expect(planOf(deed, row, wish)).toEqual({ does, note });
});

test.each([
  ['', undefined],
  ['{"day": 1}', undefined],
  ['[1]', 'The conf must be an object, such as {"day": "2026-03-29"}'],
  ['null', 'The conf must be an object, such as {"day": "2026-03-29"}'],
])('judges the conf %j of many runs', (text, problem) => expect(confProblem(text)).toBe(problem));

test('says where a conf is no JSON', () => expect(confProblem('{"day"')).toBeTruthy());
