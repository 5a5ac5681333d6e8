import { afterAll, beforeAll, expect, it } from 'vitest';
import { jwtVerify } from 'jose';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { startHawkServer } from '../../peers/hawk-server.ts';
import { installPeers } from '../../peers/install.ts';
import { httpTarget } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from '../composer/platform.ts';

type Row = Record<string, unknown> & { id: string };
const key = 'canary-key-of-composed';

let composer: Composer;
beforeAll(async () => {
  await installPeers();
  composer = await startComposer();
}, 300_000);
afterAll(() => composer[Symbol.asyncDispose]());

/** Runs an endpoint of an API that signs in so. */
async function run(server_url: string, auth: object): Promise<ExecutionResult> {
  const { data: api } = await composer.call<Row>('create-api', { name: 'Signed', server_url, auth });
  expect(JSON.stringify(api)).not.toContain('canary');
  const { data: endpoint } = await composer.call<Row>('create-endpoint', { api_id: api.id, method: 'GET', path: '/' });
  return (await composer.call<ExecutionResult>('api-router-execute', { api_id: api.id, endpoint_id: endpoint.id })).data;
}

it('a composed API signs with Hawk, and says that it was asked once more [X-009][F-20]', async () => {
  const server = await startHawkServer({ keys: { ada: { key, algorithm: 'sha256' } }, ahead_ms: 600_000 });
  const result = await run(server.url, { type: 'hawk', credentials: { id: 'ada', key } });
  expect(result).toMatchObject({ status: 200, attempts: 2, notice: expect.stringContaining('clock') as string });
  expect(JSON.stringify(result)).not.toContain('canary');
});

it('a composed API signs a token from its claims, with the stored key [X-006][F-20]', async () => {
  await using target = await httpTarget((request, response) => response.end(request.headers.authorization));
  const result = await run(target.url, { type: 'jwt', credentials: { claims: { sub: 'me' }, key, algorithm: 'HS512', expires_in: '60', key_id: 'k1', prefix: 'JWT' } });
  const [scheme, token] = target.requests[0]!.headers.authorization!.split(' ');
  const { payload, protectedHeader } = await jwtVerify(token!, Buffer.from(key));
  expect([scheme, payload.sub, payload.exp! - payload.iat!, protectedHeader.kid]).toEqual(['JWT', 'me', 60, 'k1']);
  expect(result).toMatchObject({ status: 200, data: 'JWT ***' });
});
