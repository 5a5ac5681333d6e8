import { expect, it, onTestFinished } from 'vitest';
import { withDeadline } from '../../../electron/backend/deadline.ts';
import { remote } from '../../../electron/backend/remote.ts';
import { newTrace } from '../../../electron/backend/send.ts';
import { marked, runUnderWay } from '../../../electron/backend/waited-runs.ts';
import { startPlatform } from '../../../electron/platform/start.ts';
import { composerApis, composerEndpoints, composerExecutions } from '../../../shared/contract/composer.ts';
import type { Call } from '../../../shared/contract/define.ts';
import { temporaryFolder } from '../../unit/backend/folders.ts';
import { connection, sending } from '../../unit/backend/sending.ts';
import { httpTarget } from '../../unit/execution/target-server.ts';

type Fields = Record<string, unknown>;

/** The way to a platform of the test's own, with a limit that is far shorter than its target takes. */
async function impatient(limit: number) {
  const platform = await startPlatform({ data: temporaryFolder(), log: () => undefined });
  onTestFinished(() => platform.close());
  const to = connection({ baseUrl: () => Promise.resolve(platform.url), token: () => Promise.resolve(platform.token) });
  const scope = { tenant_id: platform.tenant_id, environment_id: platform.environment_id };
  const wire = remote();
  const send = withDeadline(wire, limit, runUnderWay(wire));
  const asked = async (through: typeof send, name: string, call: Call, input: Fields) =>
    (await through(call, marked(name, { ...scope, ...input }), sending({ name, connection: to, trace: newTrace(call) }))).data as Fields;
  return { made: (call: Call, input: Fields) => asked(wire, 'any', call, input), ask: (name: string, call: Call, input: Fields) => asked(send, name, call, input) };
}

it('a run that its endpoint lets take longer than a call is waited for', async () => {
  const target = await httpTarget((_request, response) => void setTimeout(() => response.end('late'), 1500));
  onTestFinished(() => target[Symbol.asyncDispose]());
  const { made, ask } = await impatient(400);
  const { id: api_id } = await made(composerApis.calls.create, { name: 'Slow', server_url: target.url });
  const { id: endpoint_id } = await made(composerEndpoints.calls.create, { api_id, path: '/', method: 'GET', timeout_ms: 60_000 });
  expect(await ask('composerExecutions.execute', composerExecutions.calls.execute, { endpoint_id })).toMatchObject({ status: 200, data: 'late' });
  expect(await ask('composerEndpoints.test', composerEndpoints.calls.test, { endpoint_id })).toMatchObject({ status: 200, passed: true });
  const { id: short } = await made(composerEndpoints.calls.create, { api_id, path: '/', method: 'GET', timeout_ms: 700 });
  expect(await ask('composerExecutions.execute', composerExecutions.calls.execute, { endpoint_id: short })).toMatchObject({ status: 500, error: expect.stringContaining('700 ms') as string });
});
