import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Row } from '../../../../shared/contract/entity.ts';
import type { Reply } from '../../../../shared/rpc.ts';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import type { BulkResult } from '../../../../renderer/state/bulk.ts';
import { bulkRemove, remove, useRemovals } from '../../../../renderer/state/list-removal.ts';
import { create, follow, listNow, refresh, select, update, useLists } from '../../../../renderer/state/lists.ts';
import { takePlatform } from '../../../../renderer/state/platform.ts';
import { switchScope, takeSession } from '../../../../renderer/state/session.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { commitOffers } from '../../../../renderer/state/undo.ts';
import { memberSession } from '../memory-host.ts';
import { cached, fresh, manualHost, refused, type ManualHost } from './manual-host.ts';

const source = { group: 'agentMemories' };
const page = (...ids: string[]) => ({ rows: ids.map((id) => ({ id, name: `Name of ${id}` })) });
const ids = () => listNow(source).data.map(({ id }) => id);
const hidden = () => [...(useRemovals.get().leaving['agentMemories'] ?? [])];

let host: ManualHost;
const tell = (at: number, reply: Reply) => host.watches[at]!.subscriber.event(reply);
const sent = (name: string) => host.calls.filter((call) => call.name === name);

beforeEach(() => {
  vi.useFakeTimers();
  resetAppState();
  host = manualHost();
  setHost(host);
  takeSession(memberSession);
});
afterEach(() => {
  commitOffers();
  vi.useRealTimers();
});

describe('reading', () => {
  test('is loading from the request until the answer, and keeps the rows [S-001][S-002][N-075]', () => {
    refresh(source);
    expect(listNow(source)).toMatchObject({ loading: true, data: [], error: null, meta: null });
    tell(0, fresh(page('a', 'b')));
    expect(listNow(source)).toMatchObject({ loading: false, error: null, meta: { source: 'platform' } });
    expect(ids()).toEqual(['a', 'b']);
    expect(host.watches[0]!.input).toMatchObject({ call: 'agentMemories.list', input: { tenant_id: 't1', environment_id: 'e1' } });
  });

  test('keeps a failure as the error of that list, with what was there before [S-002][S-003]', () => {
    refresh(source);
    tell(0, fresh(page('a')));
    refresh(source);
    tell(1, refused('server', 'Failed to fetch agent memories'));
    expect(listNow(source)).toMatchObject({ loading: false, error: { call: 'agentMemories.list', error: { message: 'Failed to fetch agent memories' } } });
    expect(ids()).toEqual(['a']);
    expect(listNow({ group: 'agentPrompts' }).error).toBeNull();
  });

  test('shows what is cached at once and goes on loading until the platform answers', () => {
    refresh(source);
    tell(0, cached(page('old')));
    expect(listNow(source)).toMatchObject({ loading: true, meta: { source: 'cache', as_of: '2025-01-01T00:00:00.000Z' } });
    expect(ids()).toEqual(['old']);
    tell(0, fresh(page('new')));
    expect(listNow(source)).toMatchObject({ loading: false, meta: { source: 'platform' } });
    expect(ids()).toEqual(['new']);
  });

  test('never puts cached rows over those of the platform, and marks these as old instead', () => {
    refresh(source);
    tell(0, fresh(page('new')));
    const { as_of } = listNow(source).meta!;
    refresh(source);
    tell(1, cached(page('old')));
    expect(ids()).toEqual(['new']);
    tell(1, cached(page('old')));
    expect(ids()).toEqual(['new']);
    expect(listNow(source)).toMatchObject({ loading: false, meta: { source: 'cache', as_of } });
  });

  test('makes do with what is cached when the platform goes away meanwhile', () => {
    refresh(source);
    tell(0, cached(page('old')));
    takePlatform({ state: 'unreachable', url: null, latency_ms: null, notice: null, as_of: '2025-01-01T00:00:00.000Z' });
    expect(listNow(source).loading).toBe(false);
    refresh(source);
    tell(1, cached(page('old')));
    expect(listNow(source)).toMatchObject({ loading: false, meta: { source: 'cache' } });
  });

  test('lets the answer of an older read not overwrite that of a newer one', () => {
    refresh(source);
    refresh(source);
    expect(host.watches[0]!.stopped).toBe(true);
    tell(1, fresh(page('newer')));
    tell(0, fresh(page('older')));
    expect(ids()).toEqual(['newer']);
    expect(listNow(source)).toMatchObject({ loading: false, requests: 0 });
  });

  test.each([['nothing', null], ['no rows', {}], ['HTML', '<html>'], ['rows that are no list', { rows: 'x' }]])('takes %s for a bad answer, and stays alive [F-28]', (_what, data) => {
    refresh(source);
    tell(0, fresh(data));
    expect(listNow(source)).toMatchObject({ loading: false, data: [], error: { error: { code: 'bad_answer' } } });
  });

  test('is followed once however many look, and no longer than anybody does', () => {
    const stops = [follow(source), follow(source)];
    expect(host.watches).toHaveLength(1);
    stops[0]!();
    expect(host.watches[0]!.stopped).toBe(false);
    stops[1]!();
    expect(host.watches[0]!.stopped).toBe(true);
    expect(listNow(source)).toMatchObject({ loading: false, requests: 0 });
  });
});

describe('scope', () => {
  test('a switch drops what is in flight and empties the lists [F-24]', () => {
    refresh(source);
    tell(0, fresh(page('a')));
    refresh(source);
    switchScope('t1', 'e2');
    expect(ids()).toEqual([]);
    tell(1, fresh(page('b of e1')));
    expect(ids()).toEqual([]);
    refresh(source);
    expect(host.watches[1]!.stopped).toBe(true);
    expect(host.watches[2]!.input.input).toMatchObject({ environment_id: 'e2' });
    tell(2, fresh(page('c')));
    expect(ids()).toEqual(['c']);
  });

  test('a row made before the switch does not appear after it [F-24]', async () => {
    const made = create('agentMemories', { name: 'x' });
    switchScope('t1', 'e2');
    refresh(source);
    tell(0, fresh(page('c')));
    await host.calls.find(({ name }) => name === 'agentMemories.create')!.answer(fresh({ id: 'late', name: 'x' }));
    await made;
    expect(ids()).toEqual(['c']);
  });

  test('a reset wipes every list and drops what is in flight [S-004]', () => {
    refresh(source);
    tell(0, fresh(page('a')));
    refresh({ group: 'agentPrompts' });
    resetAppState();
    expect([useLists.get(), useRemovals.get()]).toEqual([{ slices: {} }, { leaving: {} }]);
    expect(host.watches.every(({ stopped }) => stopped)).toBe(true);
    tell(1, fresh(page('late')));
    expect(useLists.get().slices).toEqual({});
  });
});

describe('writing', () => {
  const begin = () => {
    refresh(source);
    tell(0, fresh(page('a', 'b', 'c')));
  };
  const row = (id: string): Row => listNow(source).data.find((row) => row.id === id)!;

  test('puts the row that was read back first, and counts as loading meanwhile [S-002]', async () => {
    begin();
    const made = create('agentMemories', { name: 'New' });
    expect(listNow(source).loading).toBe(true);
    expect(host.calls[0]!.input).toMatchObject({ name: 'New', tenant_id: 't1', environment_id: 'e1' });
    await host.calls[0]!.answer(fresh({ id: 'new', name: 'New' }));
    await made;
    expect(ids()).toEqual(['new', 'a', 'b', 'c']);
    expect(listNow(source).loading).toBe(false);
  });

  test('asks again when a list was under way while something was written', async () => {
    begin();
    refresh(source);
    const made = create('agentMemories', { name: 'New' });
    await host.calls[0]!.answer(fresh({ id: 'new', name: 'New' }));
    await made;
    tell(1, fresh(page('a', 'b', 'c')));
    expect(ids()).toEqual(['new', 'a', 'b', 'c']);
    tell(2, fresh(page('new', 'a')));
    expect(ids()).toEqual(['new', 'a']);
  });

  test('replaces the row that was changed, and keeps the error of one that was not [S-003]', async () => {
    begin();
    const changed = update('agentMemories', row('b'), { name: 'Renamed' });
    expect(host.calls[0]!.input).toMatchObject({ id: 'b', name: 'Renamed' });
    await host.calls[0]!.answer(fresh({ id: 'b', name: 'Renamed' }));
    await changed;
    expect(row('b')['name']).toBe('Renamed');
    const failed = update('agentMemories', row('a'), { name: 'No' });
    await host.calls[1]!.answer(refused('forbidden', 'Not allowed'));
    await failed;
    expect(row('a')['name']).toBe('Name of a');
    expect(listNow(source)).toMatchObject({ loading: false, error: { call: 'agentMemories.update', error: { message: 'Not allowed' } } });
  });

  test('hides removed rows at once, and sends the call after 8 seconds', async () => {
    begin();
    remove('agentMemories', [row('a'), row('b')]);
    expect(hidden()).toEqual(['a', 'b']);
    vi.advanceTimersByTime(7999);
    expect(sent('agentMemories.remove')).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(sent('agentMemories.remove').map(({ input }) => input['id'])).toEqual(['a', 'b']);
    for (const call of sent('agentMemories.remove')) await call.answer(fresh({ success: true }));
    await vi.runAllTimersAsync();
    expect(ids()).toEqual(['c']);
    expect(hidden()).toEqual([]);
  });

  test('sends nothing when a removal is taken back', () => {
    begin();
    remove('agentMemories', [row('a')]);
    useToasts.get().toasts.at(-1)!.action!.run();
    expect(hidden()).toEqual([]);
    vi.advanceTimersByTime(20_000);
    expect(sent('agentMemories.remove')).toHaveLength(0);
  });

  test('sends a removal at once when told so, and before the scope is switched in the old scope', () => {
    begin();
    remove('agentMemories', [row('a')], 'now');
    expect(sent('agentMemories.remove')).toHaveLength(1);
    remove('agentMemories', [row('b')]);
    switchScope('t1', 'e2');
    expect(sent('agentMemories.remove')[1]!.input).toMatchObject({ id: 'b', environment_id: 'e1' });
  });

  test('brings back a row that could not be removed, with the server’s words', async () => {
    begin();
    remove('agentMemories', [row('a')], 'now');
    await sent('agentMemories.remove')[0]!.answer(refused('server', 'It is in use'));
    await vi.runAllTimersAsync();
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(hidden()).toEqual([]);
    expect(listNow(source).error?.error.message).toBe('It is in use');
    expect(useToasts.get().toasts.at(-1)).toMatchObject({ intent: 'danger', message: 'It is in use' });
  });

  test('removes many with a result for each, and stops when told to', async () => {
    begin();
    const results: BulkResult[] = [];
    const stop = new AbortController();
    const rows = [...listNow(source).data, ...page('d', 'e', 'f').rows];
    const done = bulkRemove('agentMemories', rows, (result) => results.push(result), stop.signal);
    expect(sent('agentMemories.remove')).toHaveLength(4);
    stop.abort();
    for (const [at, call] of sent('agentMemories.remove').entries()) await call.answer(at === 1 ? refused('server', 'In use') : fresh({ success: true }));
    await done;
    expect(sent('agentMemories.remove')).toHaveLength(4);
    expect(results.map(({ id, error }) => [id, error?.message ?? null])).toEqual([['a', null], ['b', 'In use'], ['c', null], ['d', null]]);
    expect(ids()).toEqual(['b']);
  });

  test('names a row by what its call knows it by, such as two ids [C-030]', () => {
    remove('agentToolsXref', [{ id: 'g1:t1', gen_agent_id: 'g1', agent_tool_id: 't1' }], 'now');
    const { input } = sent('agentToolsXref.remove')[0]!;
    expect(input).toMatchObject({ gen_agent_id: 'g1', agent_tool_id: 't1' });
    expect(input).not.toHaveProperty('id');
  });

  test('keeps the selection of each list by itself [N-075]', () => {
    begin();
    select(source, new Set(['a', 'c']));
    expect([...listNow(source).selection]).toEqual(['a', 'c']);
    expect(listNow({ group: 'agentPrompts' }).selection.size).toBe(0);
  });
});
