import { expect, test } from 'vitest';
import { instanceOf } from '../../../../../renderer/areas/dags/airflow.ts';
import { ganttOf, timeMarks } from '../../../../../renderer/areas/dags/run/gantt.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const ms = (seconds: number) => Date.UTC(2026, 0, 1) + seconds * 1000;
const bar = (task_id: string, queued: number | null, start: number | null, end: number | null) => instanceOf({
  task_id, queued_when: queued === null ? null : at(queued), start_date: start === null ? null : at(start), end_date: end === null ? null : at(end),
});

test('draws how long each task waited and ran, in the order in which they began', () => {
  const gantt = ganttOf({ start: at(0), end: at(30) }, [bar('b', 5, 10, 30), bar('a', 0, 0, 5), bar('c', null, null, null)], ms(99))!;
  expect(gantt.bars.map(({ instance }) => instance.taskId)).toEqual(['a', 'b', 'c']);
  expect(gantt.bars[0]!.waited).toBeNull();
  expect(gantt.bars[1]).toMatchObject({ waited: { from: ms(5), to: ms(10) }, ran: { from: ms(10), to: ms(30), isOpen: false } });
  expect(gantt.bars[2]).toMatchObject({ waited: null, ran: null });
  expect([gantt.from, gantt.to]).toEqual([ms(0), ms(30)]);
});

test('what is under way reaches until now, and what waits is seen to wait', () => {
  const gantt = ganttOf({ start: at(0), end: null }, [bar('runs', null, 2, null), bar('waits', 3, null, null)], ms(20))!;
  expect(gantt.bars[0]!.ran).toEqual({ from: ms(2), to: ms(20), isOpen: true });
  expect(gantt.bars[1]!.waited).toEqual({ from: ms(3), to: ms(20) });
  expect(gantt.to).toBe(ms(20));
});

test('a task whose clock ran backwards has a length of nothing, not less', () => {
  expect(ganttOf({ start: at(0), end: at(5) }, [bar('odd', null, 4, 2)], ms(9))!.bars[0]!.ran).toEqual({ from: ms(4), to: ms(4), isOpen: false });
});

test('is nothing where nothing has begun', () => {
  expect(ganttOf({ start: null, end: null }, [bar('a', null, null, null)], ms(0))).toBeNull();
});

test.each([[30_000, 5000], [3_600_000, 600_000], [400 * 86_400_000, 50 * 86_400_000], [1, 100]])('marks %i ms in round steps', (length, step) => {
  const marks = timeMarks(length);
  expect(marks[0]).toBe(0);
  expect(marks.length).toBeLessThanOrEqual(9);
  expect(marks.slice(1, 2)).toEqual(marks.length > 1 ? [step] : []);
});
