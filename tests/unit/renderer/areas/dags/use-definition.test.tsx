import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setHost } from '../../../../../renderer/api/host.ts';
import { useDefinition } from '../../../../../renderer/areas/dags/use-definition.ts';
import { resetAppState } from '../../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../../renderer/state/session.ts';
import { memberSession, memoryHost, type MemoryHost } from '../../memory-host.ts';

let host: MemoryHost;
const form = () => renderHook(() => useDefinition(undefined, '{"dag_id": ""}', () => undefined)).result;

beforeEach(() => {
  resetAppState();
  host = memoryHost();
  setHost(host);
  takeSession(memberSession);
});

test('says nothing of a definition that nobody has left or tried to save', () => {
  const now = form();
  expect(now.current.problem).toBeUndefined();
  act(() => now.current.setText('{"dag_id": "", "tasks": []}'));
  expect(now.current.problem).toBeUndefined();
});

test('says what is wrong once the editor was left, and stops when it is mended', () => {
  const now = form();
  act(() => now.current.judge());
  expect(now.current.problem).toBe('dag_id is required');
  expect(now.current.syntax).toBeUndefined();
  act(() => now.current.setText('{"dag_id": "a"}'));
  expect(now.current.problem).toBeUndefined();
});

test('says what is wrong when a save is tried, and sends nothing', async () => {
  const now = form();
  await act(() => now.current.save());
  expect(now.current.problem).toBe('dag_id is required');
  expect(host.calls).toEqual([]);
});

test('says while it is typed that a text is not JSON, and where', () => {
  const now = form();
  act(() => now.current.setText('{"dag_id": '));
  expect(now.current.problem).toMatch(/^Line 1, column/);
  expect(now.current.syntax).toBe(now.current.problem);
});

test('keeps no credential in a draft, not even of a text that is not JSON yet', async () => {
  const now = form();
  act(() => now.current.setText('{"dag_id": "a", "tasks": [{"password": "hunter2-hunter2"'));
  await expect.poll(() => [...host.drafts.values()].length).toBe(1);
  expect(JSON.stringify([...host.drafts.values()])).not.toContain('hunter2');
});
