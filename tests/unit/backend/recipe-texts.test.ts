import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recipeTexts } from '../../../electron/backend/recipe-texts.ts';
import { AppError } from '../../../shared/errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const reader = { profile: 'p', user: 'u' };
const scope = { tenant_id: 't', environment_id: 'e' };
const listOf = (count: number) => ({ rows: Array.from({ length: count }, (_, at) => ({ id: `r${at}`, version_id: 'v', upd_date: 'd' })) });

/** A cache that knows nothing of the rows, or is busy as often as `busy` says. */
function texts(answer: (ids: string[]) => unknown, busy = 0) {
  const asked: string[][] = [];
  const described: string[] = [];
  const made = recipeTexts({
    cache: {
      undescribed: (_place, _group, rows) => (busy-- > 0 ? null : rows.map(({ id }) => id)),
      describe: (_place, _group, rows) => void described.push(...rows.map(({ id }) => id)),
    },
    ask: async (_name, input) => {
      const ids = input['ids'] as string[];
      asked.push(ids);
      return { data: await answer(ids), meta: { source: 'platform' } };
    },
  });
  return { made, asked, described };
}
const rowsFor = (ids: string[]) => ({ rows: ids.map((id) => ({ id, text: `about ${id}` })) });

it('asks for the texts of recipes a few hundred at a time, once their list is in the index', async () => {
  const { made, asked, described } = texts(rowsFor, 2);
  made.listed(reader, scope, listOf(1200));
  await vi.advanceTimersByTimeAsync(650);
  expect(asked).toEqual([]); // the list is still on its way
  await vi.advanceTimersByTimeAsync(400);
  expect(asked.map(({ length }) => length)).toEqual([500, 500, 200]);
  expect(described).toHaveLength(1200);
});

it('lets a search wait for texts that are on their way, and for no longer than two seconds', async () => {
  const { made, described } = texts(rowsFor, 1);
  const ended: string[] = [];
  await made.settled(); // nothing is on its way
  made.listed(reader, scope, listOf(3));
  void made.settled().then(() => ended.push(`${described.length} known`));
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(ended).toEqual(['3 known']);
  const slow = texts(() => new Promise(() => undefined));
  slow.made.listed(reader, scope, listOf(1));
  void slow.made.settled().then(() => ended.push('late'));
  await vi.advanceTimersByTimeAsync(1900);
  expect(ended).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(ended).toEqual(['3 known', 'late']);
});

it('asks nothing where the list says it all, and nothing more of a platform that cannot tell', async () => {
  const { made, asked } = texts(() => {
    throw new AppError('not_found', 'Unknown path');
  });
  made.listed(reader, scope, { rows: [{ id: 'r', nodes: [] }] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([]);
  for (let time = 0; time < 2; time++) {
    made.listed(reader, scope, listOf(1));
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(asked).toHaveLength(1);
  made.listed({ ...reader, profile: 'other' }, scope, listOf(1));
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
});

it('asks nothing any more once it is closed', async () => {
  const { made, asked } = texts(rowsFor);
  made.listed(reader, scope, listOf(1));
  made.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([]);
});
