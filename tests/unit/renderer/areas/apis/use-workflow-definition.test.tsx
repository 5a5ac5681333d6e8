import { act, renderHook, type RenderHookResult } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Row } from '../../../../../shared/contract/entity.ts';
import { setHost } from '../../../../../renderer/api/host.ts';
import { useWorkflowDefinition, type WorkflowDefinitionForm } from '../../../../../renderer/areas/apis/use-workflow-definition.ts';
import { resetAppState } from '../../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../../renderer/state/session.ts';
import { memberSession, memoryHost, type MemoryHost } from '../../memory-host.ts';

const graph = (id: string) => ({ nodes: [{ id, endpoint_id: 'e' }], edges: [] });
const rowOf = (id: string): Row => ({ id: 'w', name: 'Flow', definition: graph(id) });
const text = (id: string) => JSON.stringify(graph(id));

let host: MemoryHost;
let form: RenderHookResult<WorkflowDefinitionForm, unknown>;

beforeEach(() => {
  resetAppState();
  host = memoryHost({ composerWorkflows: [rowOf('base')] });
  setHost(host);
  takeSession(memberSession);
  const row = rowOf('base');
  form = renderHook(() => useWorkflowDefinition(row, () => undefined));
});

const now = () => form.result.current;
const type = (next: string) => act(() => now().setText(next));
const somebodySaves = (id: string) => host.rows.set('composerWorkflows', [rowOf(id)]);
const saved = () => host.rows.get('composerWorkflows')?.[0]?.['definition'];

test('saves at once what nobody else has changed', async () => {
  type(text('mine'));
  await act(() => now().save());
  expect(now().conflict).toBeNull();
  expect(saved()).toEqual(graph('mine'));
});

test('asks which definition stands where somebody else has saved one meanwhile, and overwrites nothing until then', async () => {
  type(text('mine'));
  somebodySaves('theirs');
  await act(() => now().save());
  expect(now().conflict).toEqual([{ name: 'definition', base: graph('base'), mine: graph('mine'), theirs: graph('theirs'), both: true }]);
  expect(saved()).toEqual(graph('theirs'));
  expect(now().text).toBe(text('mine'));

  await act(() => now().resolve({ definition: graph('mine') }));
  expect([now().conflict, saved()]).toEqual([null, graph('mine')]);
});

test('goes back to the editor with all that was typed', async () => {
  type(text('mine'));
  somebodySaves('theirs');
  await act(() => now().save());
  act(() => now().closeConflict());
  expect([now().conflict, now().dirty, now().text]).toEqual([null, true, text('mine')]);
});

test('asks nothing where both have saved the same', async () => {
  type(text('same'));
  somebodySaves('same');
  await act(() => now().save());
  expect([now().conflict, saved()]).toEqual([null, graph('same')]);
});
