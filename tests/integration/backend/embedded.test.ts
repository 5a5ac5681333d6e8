import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PlatformState } from '../../../shared/contract/app.ts';
import { platformLauncher } from '../../../electron/hosting/launch.ts';
import { childLauncher } from '../../../electron/web/launcher.ts';
import { memoryTokens } from '../../../electron/backend/keychain.ts';
import { memorySettings, temporaryFolder } from '../../unit/backend/folders.ts';
import { dataOf, eventsOf, startBackend, type TestBackend } from './backend.ts';

const entry = fileURLToPath(new URL('../../../electron/platform/main.ts', import.meta.url));

/** The embedded platform as it is shipped: a process of its own, reached over HTTP. */
const onPlatform = async (changes: Parameters<typeof startBackend>[0] = {}) => {
  const backend = await startBackend({ launcher: childLauncher(() => undefined), ...changes });
  dataOf(await backend.api.profiles.select({ id: 'embedded' }));
  return backend;
};
const scopeOf = async ({ api }: TestBackend) => {
  const [tenant] = dataOf(await api.tenants.list({})).rows;
  const { tenants } = dataOf(await api.session.get({}));
  return { tenant_id: tenant!.id, environment_id: tenants[0]!.environments[0]!.id };
};

/** The browser host's way to start it, with the process at hand. */
function killable() {
  const processes: ChildProcess[] = [];
  const launcher = platformLauncher(() => {
    const child = spawn(process.execPath, [entry, '--stdin'], { stdio: ['pipe', 'pipe', 'pipe'] });
    processes.push(child);
    return {
      stdout: child.stdout, stderr: child.stderr,
      send: (options) => child.stdin.write(`${JSON.stringify(options)}\n`),
      onExit: (listener) => child.on('exit', (code, signal) => listener(signal === null ? `exit code ${code}` : `signal ${signal}`)),
      askToEnd: () => child.stdin.end(),
      kill: () => child.kill('SIGKILL'),
    };
  }, () => undefined);
  return { launcher, processes };
}

describe('the embedded platform', () => {
  it('is there with nothing configured, and keeps what it was given', async () => {
    const shared = { dataFolder: temporaryFolder(), settings: memorySettings(), tokens: memoryTokens() };
    const first = await onPlatform(shared);
    const scope = await scopeOf(first);
    expect(dataOf(await first.api.session.get({}))).toMatchObject({ state: 'signed_in', problem: null, tenants: [{ permissions: expect.any(Array) as string[] }] });
    const { id } = dataOf(await first.api.agentPrompts.create({ ...scope, name: 'kept' } as never));
    await first.close();
    expect(readdirSync(shared.dataFolder)).toContain('platform');
    const again = await startBackend({ ...shared, launcher: childLauncher(() => undefined) });
    expect(dataOf(await again.api.agentPrompts.get({ ...scope, id }))).toMatchObject({ id, name: 'kept' });
  });

  it('leaves no deleted DAG among what can be searched while it is away, though DAGs are known by a field of their own [C-154]', async () => {
    const backend = await onPlatform();
    const { api } = backend;
    const scope = await scopeOf(backend);
    const nap = (dag_id: string) => ({ dag_id, tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }] });
    dataOf(await api.dags.add({ ...scope, dags: [nap('harvest_north'), nap('harvest_south')] }));
    dataOf(await api.dags.list(scope));
    const found = async () => dataOf(await api.cache.search({ ...scope, text: 'harvest' })).hits.map(({ id }) => id).toSorted();
    await expect.poll(found).toEqual(['harvest_north', 'harvest_south']);
    dataOf(await api.dags.remove({ ...scope, dag_id: 'harvest_north' }));
    expect(await found()).toEqual(['harvest_south']);
  });

  it('gets its vault’s key from the keychain, and leaves none beside its data', async () => {
    const tokens = memoryTokens();
    const backend = await onPlatform({ tokens });
    await scopeOf(backend);
    expect(Buffer.from((await tokens.get('vault-key'))!, 'base64')).toHaveLength(32);
    expect(existsSync(path.join(backend.deps.dataFolder, 'platform', 'vault.key'))).toBe(false);
  });

  it('that is killed is back within seconds, says so, and calls go on [F-27]', async () => {
    const { launcher, processes } = killable();
    const backend = await onPlatform({ launcher });
    const { api } = backend;
    const scope = await scopeOf(backend);
    const states = eventsOf<PlatformState>((subscriber) => api.app.platform({}, subscriber));
    const { id } = dataOf(await api.agentPrompts.create({ ...scope, name: 'confirmed' } as never));
    processes[0]!.kill('SIGKILL');
    await once(processes[0]!, 'exit');
    expect(dataOf(await api.agentPrompts.get({ ...scope, id }))).toMatchObject({ name: 'confirmed' });
    expect((await states.next(({ state, notice }) => state === 'ready' && notice !== null)).notice).toContain('signal SIGKILL');
    expect(processes).toHaveLength(2);
    dataOf(await api.agentPrompts.create({ ...scope, name: 'after' } as never));
  });

  it('sends job progress as a stream, to its end', async () => {
    const backend = await onPlatform();
    const { api } = backend;
    const scope = await scopeOf(backend);
    const document = JSON.stringify({ openapi: '3.0.0', info: { title: 'Pets', version: '1' }, servers: [{ url: 'http://127.0.0.1:9' }], paths: { '/pets': { get: { responses: { 200: { description: 'ok' } } } } } });
    const { job_id } = dataOf(await api.composerApis.importOpenapi({ ...scope, document, async: true } as never)) as { job_id: string };
    const followed = eventsOf<{ state: string }>((subscriber) => api.jobs.follow({ ...scope, id: job_id }, subscriber as never));
    expect(await followed.end()).toBe('ended');
    expect(followed.seen.at(-1)).toMatchObject({ id: job_id, state: 'success' });
  });
});
