import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { childLauncher } from '../../../electron/web/launcher.ts';
import { startOidcProvider } from '../../peers/oidc-provider.ts';
import { dataOf, startBackend } from '../backend/backend.ts';

/** A backend on the embedded platform, with a connection to a real provider and an endpoint that signs in by it. */
async function connected() {
  const provider = await startOidcProvider();
  const resource = await provider.resource();
  const lines: string[] = [];
  const { api, deps } = await startBackend({ launcher: childLauncher((line) => lines.push(line)) });
  dataOf(await api.profiles.select({ id: 'embedded' }));
  const [tenant] = dataOf(await api.tenants.list({})).rows;
  const { tenants } = dataOf(await api.session.get({}));
  const scope = { tenant_id: tenant!.id, environment_id: tenants[0]!.environments[0]!.id };
  const config = { issuer: provider.issuer, ...provider.confidential, scope: 'openid offline_access' };
  const auth_config = dataOf(await api.authConfigs.create({ ...scope, name: 'Provider', auth_type: 'oauth2', config } as never)) as { id: string };
  const { auth_url, state } = dataOf(await api.oauthConnections.initiate({ ...scope, provider: 'Provider', auth_config_id: auth_config.id }));
  await provider.browse(auth_url);
  await expect.poll(async () => dataOf(await api.oauthConnections.poll({ ...scope, provider: 'Provider', state })).completed, { timeout: 20_000 }).toBe(true);
  const [connection] = dataOf(await api.oauthConnections.list(scope)).rows;
  const endpoint = async (credentials: object) => {
    const owner = dataOf(await api.composerApis.create({ ...scope, name: 'Target', server_url: resource.url, auth: { type: 'oauth2', credentials } } as never)) as { id: string };
    return dataOf(await api.composerEndpoints.create({ ...scope, name: 'Ask', api_id: owner.id, method: 'GET', path: '/ask' } as never)) as { id: string };
  };
  const run = async ({ id }: { id: string }) => dataOf(await api.composerExecutions.executeHere({ ...scope, endpoint_id: id }));
  /** All that this computer keeps, shows and logs. */
  const kept = async () => {
    const { entries } = dataOf(await api.activity.list({}));
    const details = await Promise.all(entries.map(async ({ id }) => dataOf(await api.activity.get({ id }))));
    const files = readdirSync(deps.dataFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    return JSON.stringify([details, dataOf(await api.activity.har({})), files, lines]);
  };
  return { api, scope, provider, resource, connection: connection!, endpoint, run, kept };
}

it('a run from this computer has the connection’s token, also a new one after a 401, and tells it nobody [X-010][F-20]', async () => {
  const { api, scope, provider, resource, connection, endpoint, run, kept } = await connected();
  const asking = await endpoint({ connection_id: connection.id });
  const results = [await run(asking)];
  provider.endAccessTokens();
  results.push(await run(asking));
  expect(results.map(({ status, attempts, sent_from }) => ({ status, attempts, sent_from }))).toEqual([{ status: 200, attempts: 1, sent_from: 'computer' }, { status: 200, attempts: 2, sent_from: 'computer' }]);
  expect([resource.answers, provider.grants]).toEqual([[200, 401, 200], ['authorization_code', 'refresh_token']]);
  // What a window may ask for is answered without it.
  const info = dataOf(await api.oauthConnections.tokenInfo({ ...scope, connection_id: connection.id, with_token: true }));
  expect(info.access_token).toEqual({ $secret: true });
  const told = JSON.stringify(results) + (await kept());
  expect(provider.tokens()).toHaveLength(4);
  for (const token of [...provider.tokens(), provider.confidential.client_secret]) expect(told.includes(token)).toBe(false);
});

it('a run from this computer fetches a token by client credentials itself [F-20]', async () => {
  const { provider, resource, endpoint, run, kept } = await connected();
  const asking = await endpoint({ grant: 'client_credentials', token_url: `${provider.issuer}/token`, ...provider.confidential });
  expect([(await run(asking)).status, (await run(asking)).status]).toEqual([200, 200]);
  expect(provider.grants.filter((grant) => grant === 'client_credentials')).toHaveLength(1);
  expect(resource.answers).toEqual([200, 200]);
  const told = await kept();
  for (const token of [...provider.tokens(), provider.confidential.client_secret]) expect(told.includes(token)).toBe(false);
});

it('a run from this computer says to connect again where the grant is gone [F-22][S-018]', async () => {
  const { provider, connection, endpoint, run } = await connected();
  const asking = await endpoint({ connection_id: connection.id });
  provider.revokeAll();
  provider.endAccessTokens();
  expect(await run(asking)).toMatchObject({ status: 500, error: 'The OAuth connection “Provider” has expired. Connect it again.' });
});
