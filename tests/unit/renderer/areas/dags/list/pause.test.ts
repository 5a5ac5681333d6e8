import { expect, test } from 'vitest';
import { dagOf } from '../../../../../../renderer/areas/dags/airflow.ts';
import { endProblem, fieldText, presetEnds } from '../../../../../../renderer/areas/dags/list/pause-ends.ts';
import { wishOf } from '../../../../../../renderer/areas/dags/list/pause-fields.tsx';
import { pauseWords } from '../../../../../../renderer/areas/dags/list/pause-state.tsx';

const ends = (now: Date) => presetEnds(now).map(({ at }) => fieldText(at));

test('offers an hour, tomorrow at nine, and the Monday that comes, never today', () => {
  expect(ends(new Date(2026, 2, 27, 23, 30))).toEqual(['2026-03-28T00:30', '2026-03-28T09:00', '2026-03-30T09:00']); // a Friday
  expect(ends(new Date(2026, 2, 30, 8, 0))).toEqual(['2026-03-30T09:00', '2026-03-31T09:00', '2026-04-06T09:00']); // a Monday
  expect(ends(new Date(2026, 2, 29, 8, 0)).at(-1)).toBe('2026-03-30T09:00'); // a Sunday
});

test('takes an end in the future only', () => {
  const now = Date.parse('2026-03-29T10:00');
  expect(endProblem('', now)).toBeUndefined();
  expect(endProblem('2026-03-29T10:01', now)).toBeUndefined();
  expect(endProblem('2026-03-29T10:00', now)).toContain('in the future');
  expect(endProblem('tomorrow', now)).toContain('Enter a date');
});

test('sends only what was filled in', () => {
  expect(wishOf({ reason: ' ', until: '' })).toEqual({});
  expect(wishOf({ reason: ' Moved ', until: '2026-03-29T10:00' })).toEqual({ reason: 'Moved', until: new Date('2026-03-29T10:00').toISOString() });
});

test('says of a paused DAG why, and when it resumes; of an active one nothing', () => {
  const now = Date.parse('2026-03-29T10:00:00Z');
  const dag = (fields: object) => pauseWords(dagOf({ id: 'd', dag_id: 'd', ...fields }), now);
  expect(dag({ is_paused: true, pause_reason: 'Moved', paused_until: '2026-03-29T13:00:00Z' })).toMatch(/^Moved · Resumes in 3 hours \(.*\)$/);
  expect(dag({ is_paused: true, pause_reason: 'Moved' })).toBe('Moved');
  expect(dag({ is_paused: true })).toBeUndefined();
  expect(dag({ is_paused: false, pause_reason: 'Moved' })).toBeUndefined();
});
