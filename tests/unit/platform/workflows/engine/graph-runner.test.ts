import { afterAll, describe, expect, it } from 'vitest';
import type { Deeds } from '../../../../../electron/platform/workflows/engine/compile.ts';
import { createGraphRunner } from '../../../../../electron/platform/workflows/engine/graph-runner.ts';
import { planOf } from '../../../../../electron/platform/workflows/engine/plan.ts';
import { readGraph } from '../../../../../shared/rules/workflow-graph.ts';

const plan = planOf(readGraph([{ id: 'start', type: 'start' }, { id: 'a', type: 'transform' }, { id: 'end', type: 'end' }], [{ source: 'start', target: 'a' }, { source: 'a', target: 'end' }]));
const deedsWith = (execute: Deeds['execute']): Deeds => ({ execute, skip: () => undefined, collect: async () => ({ state: 'done' }) });
const never = () => new Promise<never>(() => undefined);

describe('a runner of graphs', () => {
  const runner = createGraphRunner();
  afterAll(() => runner.close());

  it('takes several runs through their graphs at once, in threads', async () => {
    const seen: string[] = [];
    const runs = ['x', 'y', 'z'].map((name) => runner.run(plan, deedsWith(async (id) => {
      seen.push(`${name} ${id}`);
      return { state: 'done' };
    }), new AbortController().signal));
    await Promise.all(runs);
    expect(seen).toHaveLength(9);
    expect(seen.filter((one) => one.startsWith('y'))).toEqual(['y start', 'y a', 'y end']);
  });

  it('leaves a run that is aborted at once, whatever its nodes do', async () => {
    const controller = new AbortController();
    const begun = Promise.withResolvers<void>();
    const run = runner.run(plan, deedsWith(() => {
      begun.resolve();
      return never();
    }), controller.signal);
    await begun.promise;
    controller.abort();
    await expect(run).resolves.toBeUndefined();
  });

  it('says where its thread dies, and where a deed breaks, and goes on with the next run', async () => {
    const begun = Promise.withResolvers<void>();
    const killed = runner.run(plan, deedsWith(() => {
      begun.resolve();
      return never();
    }), new AbortController().signal);
    killed.catch(() => undefined);
    await begun.promise;
    await runner.close();
    await expect(killed).rejects.toThrow('The thread that ran the workflow ended.');
    await expect(runner.run(plan, deedsWith(() => Promise.reject(new Error('the disk is full'))), new AbortController().signal)).rejects.toThrow('the disk is full');
    await runner.run(plan, deedsWith(async () => ({ state: 'done' })), new AbortController().signal);
  });
});
