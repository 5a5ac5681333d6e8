import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDrafts } from '../../../electron/backend/drafts.ts';
import { temporaryFolder } from './folders.ts';

const owner = { profile: 'p', user: 'u' };
const other = { profile: 'p', user: 'v' };

function draftsIn(folder: string) {
  const drafts = openDrafts(path.join(folder, 'drafts.db'), () => 0);
  onTestFinished(() => drafts.close());
  return drafts;
}

it('keeps, lists by prefix, replaces and removes, per profile and user [F-24]', () => {
  const drafts = draftsIn(temporaryFolder());
  drafts.put(owner, 'form/a', { name: 'x' });
  drafts.put(owner, 'form/b', 1);
  drafts.put(owner, 'tabs', ['/']);
  drafts.put(other, 'form/a', 'theirs');
  drafts.put(owner, 'form/b', 2);
  expect(drafts.list(owner, 'form/')).toEqual([
    { key: 'form/a', value: { name: 'x' }, updated_at: '1970-01-01T00:00:00.000Z' },
    { key: 'form/b', value: 2, updated_at: '1970-01-01T00:00:00.000Z' },
  ]);
  drafts.remove(owner, 'form/a');
  expect(drafts.list(owner, '').map(({ key }) => key)).toEqual(['form/b', 'tabs']);
  drafts.wipe('p', 'u');
  expect(drafts.list(owner, '')).toEqual([]);
  expect(drafts.list(other, '')).toHaveLength(1);
});

it('takes % and _ in a prefix for letters', () => {
  const drafts = draftsIn(temporaryFolder());
  drafts.put(owner, 'a_b%', 1);
  drafts.put(owner, 'axb', 2);
  expect(drafts.list(owner, 'a_').map(({ value }) => value)).toEqual([1]);
});

it('sets a damaged file aside, names it, and goes on [F-2]', () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'drafts.db'), 'garbage'.repeat(1000));
  const drafts = draftsIn(folder);
  drafts.put(owner, 'k', 1);
  expect(drafts.list(owner, '')).toHaveLength(1);
  expect(drafts.problem()).toContain('drafts.db.damaged-');
});
