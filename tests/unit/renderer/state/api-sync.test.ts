import { expect, test } from 'vitest';
import { countsText, decisionsToSend, isAccepted, type SyncChange } from '../../../../renderer/state/api-sync.ts';
import { fieldLabel } from '../../../../renderer/areas/apis/sync-detail.tsx';

const change = (key: string, kind: SyncChange['kind']): SyncChange => ({ key, kind, action: 'change', name: key, fields: [], local: [] });
const [added, changed, conflict] = [change('a', 'added'), change('b', 'changed'), change('c', 'conflict')];

test('accepts all but conflicts where nobody decided, and sends only what differs from that [C-111]', () => {
  expect([added, changed, conflict].map((one) => isAccepted({}, one))).toEqual([true, true, false]);
  expect(decisionsToSend([added, changed, conflict], {})).toEqual([]);
  const decisions = { a: { accept: true, fields: {} }, b: { accept: false, fields: {} }, c: { accept: true, fields: { name: 'theirs' } } } as const;
  expect(decisionsToSend([added, changed, conflict], decisions)).toEqual([{ key: 'b', accept: false }, { key: 'c', accept: true, fields: { name: 'theirs' } }]);
  expect(isAccepted(decisions, changed)).toBe(false);
});

test('leaves out decisions about what this document does not change', () => {
  expect(decisionsToSend([added], { gone: { accept: false, fields: {} } })).toEqual([]);
});

test('says in words what came of a sync, and which field is meant', () => {
  expect(countsText({ added: 1200, skipped: 1 })).toBe('1,200 added, 1 skipped');
  expect(countsText({})).toBe('nothing changed');
  expect(['base_path', 'parameters/query/limit/schema', 'parameters/path/a~1b'].map(fieldLabel)).toEqual(['Base path', 'Parameter limit (query): schema', 'Parameter a/b (path)']);
});
