import { expect, test } from 'vitest';
import { windowAt } from '../../../../../../renderer/areas/dags/grid/grid-window.ts';

const sizes = { row: 20, run: 20, names: 200, head: 60 };
const size = { height: 460, width: 1000 };

test('draws what is seen and a little more, never past the end', () => {
  const shown = windowAt({ top: 2000, left: 400, ...size }, sizes, 1000, 60);
  expect(shown.firstRow).toBeLessThanOrEqual(100);
  expect(shown.lastRow).toBeGreaterThanOrEqual(120);
  expect(shown.lastRow - shown.firstRow).toBeLessThan(40);
  expect(shown).toMatchObject({ firstRun: 4, lastRun: 60 });
  expect(windowAt({ top: 0, left: 0, height: 0, width: 0 }, sizes, 0, 0)).toEqual({ firstRow: 0, lastRow: 0, firstRun: 0, lastRun: 0, slots: 12 });
});

test('is as large at every place, so that elements are neither made nor thrown away, and holds all that is seen there', () => {
  for (let top = 0; top <= 1000 * 20 - 400; top += 33) {
    const { firstRow, lastRow, firstRun, lastRun, slots } = windowAt({ top, left: Math.min(1200, top / 10), ...size }, sizes, 1000, 100);
    expect(lastRow - firstRow).toBe(slots);
    expect(lastRun - firstRun).toBe(56);
    expect(firstRow * 20).toBeLessThanOrEqual(top);
    expect(lastRow * 20).toBeGreaterThanOrEqual(top + 400);
    expect(firstRun * 20).toBeLessThanOrEqual(Math.min(1200, top / 10));
    expect(lastRun * 20).toBeGreaterThanOrEqual(Math.min(1200, top / 10) + 800);
  }
});
