import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../../../shared/rpc.ts';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { cancelExecution, execute, isExecuting, readExecution, useExecutions } from '../../../../renderer/state/executions.ts';
import { switchScope, takeSession } from '../../../../renderer/state/session.ts';
import { fresh, manualHost, refused, type ManualHost } from '../lists/manual-host.ts';
import { memberSession } from '../memory-host.ts';

let host: ManualHost;
let signals: (AbortSignal | undefined)[];
const run = () => useExecutions.get().runs['e1'];
const known = { executedURL: 'http://target/x', endpoint_id: 'e1' };
const result = { id: 'x1', correlationId: 'c', status: 200, statusText: 'OK', data: { a: 1 }, error: null };

beforeEach(() => {
  resetAppState();
  host = manualHost();
  signals = [];
  setHost({
    ...host,
    call: (name, input, signal) => {
      signals.push(signal);
      return host.call(name, input);
    },
  });
  takeSession(memberSession);
});

describe('a run', () => {
  test('is a placeholder at once, then its result, and the history is read anew [S-011][E-073]', async () => {
    const done = execute({ endpoint_id: 'e1', query: { q: '1' } }, known);
    expect(run()).toMatchObject({ result: { status: 0, statusText: 'Executing...', executedURL: 'http://target/x' }, failure: null });
    expect(isExecuting(run())).toBe(true);
    expect(host.calls[0]).toMatchObject({ name: 'composerExecutions.execute', input: { tenant_id: 't1', environment_id: 'e1', endpoint_id: 'e1', query: { q: '1' } } });
    await host.calls[0]!.answer(fresh(result));
    await done;
    expect(run()).toMatchObject({ result: { status: 200, data: { a: 1 } }, failure: null });
    expect(isExecuting(run())).toBe(false);
    expect(host.watches.at(-1)!.input).toMatchObject({ call: 'composerExecutions.list', input: { endpoint_id: 'e1' } });
  });

  test('of which no result came fails with 500 and Execution Failed, unless the failure says otherwise [S-012][E-072]', async () => {
    const one = execute({ endpoint_id: 'e1' }, known);
    await host.calls[0]!.answer(refused('unreachable', 'The platform is away'));
    await one;
    expect(run()).toMatchObject({ result: { status: 500, statusText: 'Execution Failed', error: 'The platform is away', executedURL: 'http://target/x' }, failure: { code: 'unreachable' } });
    const other = execute({ endpoint_id: 'e1' }, known);
    const no: Reply = { ok: false, error: { code: 'rejected', message: 'It is disabled', status: 409 } };
    await host.calls[1]!.answer(no);
    await other;
    expect(run()).toMatchObject({ result: { status: 409, statusText: 'Execution Failed' } });
  });

  test('is cancelled by its mark, with a reason, and what came of it is shown [K-012][C-134]', async () => {
    const done = execute({ endpoint_id: 'e1' }, known);
    const { correlationId } = host.calls[0]!.input;
    const cancelled = cancelExecution('e1');
    expect(host.calls[1]).toMatchObject({ name: 'composerExecutions.cancel', input: { execution_id: correlationId } });
    const ended = { ...result, status: 500, state: 'cancelled', error: 'Cancelled: User requested cancellation' };
    await host.calls[1]!.answer(fresh({ ...ended, cancelled: true }));
    await cancelled;
    expect(signals[0]!.aborted).toBe(false);
    await host.calls[0]!.answer(fresh(ended));
    await done;
    expect(run()).toMatchObject({ result: { state: 'cancelled' }, failure: null });
    await cancelExecution('e1');
    expect(host.calls).toHaveLength(2);
  });

  test('is given up where the platform cannot cancel it', async () => {
    const done = execute({ endpoint_id: 'e1' }, known);
    const cancelled = cancelExecution('e1');
    await host.calls[1]!.answer(refused('server', 'No such execution'));
    await cancelled;
    expect(signals[0]!.aborted).toBe(true);
    await host.calls[0]!.answer({ ok: false, error: { code: 'cancelled', message: 'Cancelled' } });
    await done;
    expect(run()).toMatchObject({ failure: { code: 'cancelled' } });
    expect(isExecuting(run())).toBe(false);
  });

  test('is held against its tests as soon as it has ended', async () => {
    const tests = [{ name: 'found', source: 'status', comparison: 'equals', expected: 200 }] as const;
    const done = execute({ endpoint_id: 'e1' }, known, tests);
    await host.calls[0]!.answer(fresh(result));
    expect(host.calls[1]).toMatchObject({ name: 'composerExecutions.retest', input: { execution_id: 'x1', tests } });
    await host.calls[1]!.answer(fresh({ passed: true, assertions: [] }));
    await done;
    expect(useExecutions.get().judged['x1']).toMatchObject({ ok: true, data: { passed: true } });
  });

  test('of before never takes the place of a newer one', async () => {
    const first = execute({ endpoint_id: 'e1' }, known);
    const second = execute({ endpoint_id: 'e1' }, known);
    expect(signals[0]!.aborted).toBe(true);
    await host.calls[1]!.answer(fresh({ ...result, id: 'x2' }));
    await second;
    await host.calls[0]!.answer(fresh({ ...result, id: 'x1' }));
    await first;
    expect(run()).toMatchObject({ result: { id: 'x2' } });
  });

  test('is dropped with the environment in which it was made', async () => {
    const done = execute({ endpoint_id: 'e1' }, known);
    switchScope('t1', 'e2');
    expect(signals[0]!.aborted).toBe(true);
    expect(run()).toBeUndefined();
    await host.calls[0]!.answer(fresh(result));
    await done;
    expect(run()).toBeUndefined();
  });
});

describe('an earlier run', () => {
  test('is read once, and again where that failed', async () => {
    const failing = readExecution('x9');
    await host.calls[0]!.answer(refused('unreachable', 'Away'));
    await failing;
    expect(useExecutions.get().past['x9']).toMatchObject({ ok: false });
    const reading = readExecution('x9');
    await host.calls[1]!.answer(fresh(result));
    await reading;
    await readExecution('x9');
    expect(host.calls).toHaveLength(2);
    expect(useExecutions.get().past['x9']).toMatchObject({ ok: true, data: { status: 200 } });
  });
});
