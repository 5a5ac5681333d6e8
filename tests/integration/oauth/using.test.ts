import { describe, expect, it } from 'vitest';
import { httpTarget } from '../../unit/execution/target-server.ts';
import { newMember } from '../platform/platform.ts';
import { byConnection, startOAuthPlatform } from './oauth-platform.ts';

const refreshes = (grants: readonly string[]) => grants.filter((grant) => grant === 'refresh_token').length;

describe('an endpoint that signs in by a connection', () => {
  it('sends its token, which neither the answer, the history, the database nor the log has [X-010][F-20]', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect();
    const seen: string[] = [];
    const echo = await httpTarget((request, response) => {
      seen.push(request.headers.authorization!);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ headers: request.headers }));
    });
    const endpoint = await platform.endpoint(echo.url, byConnection(connection));
    const result = await platform.execute(endpoint);
    expect(result.status).toBe(200);
    const token = seen[0]!.slice('Bearer '.length);
    expect(token.length).toBeGreaterThan(20);
    const { data: info } = await platform.oauth('get-connection-token-info', { connection_id: connection.id, skipCache: true });
    const told = [result, info, (await platform.oauth('get-connections')).data, (await platform.call('GET', `/v1/apis`)).body];
    for (const secret of [token, platform.provider.confidential.client_secret]) {
      expect(JSON.stringify(told)).not.toContain(secret);
      expect(platform.kept()).not.toContain(secret);
      expect(platform.kept()).not.toContain(Buffer.from(secret).toString('base64').replaceAll('=', ''));
    }
  });

  it('has its token renewed once for 20 requests at the same time, when it has ended [F-22]', async () => {
    const platform = await startOAuthPlatform({ lifetime: 3600 });
    const connection = await platform.connect();
    const resource = await platform.provider.resource();
    const endpoint = await platform.endpoint(resource.url, byConnection(connection));
    platform.pass(3_590_000); // within the margin, in which the provider itself still takes it
    const results = await Promise.all(Array.from({ length: 20 }, () => platform.execute(endpoint)));
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(refreshes(platform.provider.grants)).toBe(1);
    expect(resource.answers).toHaveLength(20);
  });

  it('is sent once more after a 401, with a token that is got once for 20 of them [F-22]', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect();
    const resource = await platform.provider.resource();
    const endpoint = await platform.endpoint(resource.url, byConnection(connection));
    expect((await platform.execute(endpoint)).status).toBe(200);
    platform.provider.endAccessTokens();
    const results = await Promise.all(Array.from({ length: 20 }, () => platform.execute(endpoint)));
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect(refreshes(platform.provider.grants)).toBe(1);
    expect(Math.max(...results.map(({ attempts }) => attempts as number))).toBe(2);
  });

  it('goes on over rotated refresh tokens', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect();
    const resource = await platform.provider.resource();
    const endpoint = await platform.endpoint(resource.url, byConnection(connection));
    for (let round = 1; round <= 3; round++) {
      platform.provider.endAccessTokens();
      expect((await platform.execute(endpoint)).status).toBe(200);
      expect(refreshes(platform.provider.grants)).toBe(round);
    }
  });

  it('says to connect again where its refresh token was used by another, and asks the provider no more [F-22][S-018]', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect();
    const resource = await platform.provider.resource();
    const endpoint = await platform.endpoint(resource.url, byConnection(connection));
    await platform.provider.useRefreshToken();
    platform.provider.endAccessTokens();
    const result = await platform.execute(endpoint);
    expect(result).toMatchObject({ status: 500, statusText: 'Execution Error', error: 'The OAuth connection “Provider” has expired. Connect it again.', error_code: 'unauthorized' });
    const { data: rows } = await platform.oauth<object[]>('get-connections');
    expect(rows).toMatchObject([{ status: 'invalid', health_status: 'expired', is_active: false, errorCount: 1, healthInfo: { error: expect.stringContaining('invalid_grant') as string } }]);
    const asked = resource.answers.length;
    expect((await platform.execute(endpoint)).error).toContain('Connect it again.');
    expect(resource.answers).toHaveLength(asked);
    await platform.connect({ auth_config_id: undefined, connection_id: connection.id });
    expect((await platform.execute(endpoint)).status).toBe(200);
  });

  it('outlives a restart of the platform', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect();
    const resource = await platform.provider.resource();
    const endpoint = await platform.endpoint(resource.url, byConnection(connection));
    await platform.restart();
    expect((await platform.execute(endpoint)).status).toBe(200);
  });

  it('uses the client’s secret as it is set now, and says so when the auth config is gone', async () => {
    const platform = await startOAuthPlatform();
    const auth_config_id = await platform.authConfig();
    const connection = await platform.connect({ auth_config_id });
    const endpoint = await platform.endpoint((await platform.provider.resource()).url, byConnection(connection));
    await platform.call('PUT', `/api/saas_db/auth_configs/${auth_config_id}`, { config: { issuer: platform.provider.issuer, client_id: 'service', client_secret: 'wrong' } });
    platform.provider.endAccessTokens();
    expect((await platform.execute(endpoint)).error).toContain('invalid_client');
    expect((await platform.oauth<object[]>('get-connections')).data).toMatchObject([{ status: 'error', errorCount: 1 }]);
    await platform.call('DELETE', `/api/saas_db/auth_configs/${auth_config_id}`);
    expect((await platform.execute(endpoint)).error).toContain('The auth config of this connection is not there any more.');
  });

  it('that is not there, or is another user’s, is not asked for anywhere [S-017][E-074]', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect();
    const resource = await platform.provider.resource();
    const endpoint = await platform.endpoint(resource.url, byConnection(connection));
    const other = await newMember(platform, 'other@example.com', 'member');
    const asOther = await other.call('POST', '/api/router/control_api_server/apiRouterV2', { method_name: 'api-router-execute', data: { ...platform.scope, endpoint_id: endpoint } });
    expect(asOther.body['data']).toMatchObject({ status: 500, error_code: 'not_found', error: expect.stringContaining('OAuth connection not found or has been deleted') as string });
    await platform.oauth('disconnect-oauth-connection', { connection_id: connection.id });
    expect((await platform.execute(endpoint)).error).toContain('OAuth connection not found or has been deleted');
    expect([resource.answers, refreshes(platform.provider.grants)]).toEqual([[], 0]);
  });
});

describe('an endpoint that signs in by client credentials', () => {
  const credentials = (token_url: string, client: object) => ({ type: 'oauth2', credentials: { grant: 'client_credentials', token_url, scope: 'read', ...client } });

  it('fetches a token once, keeps it in memory alone, and fetches another after a 401 [F-20]', async () => {
    const platform = await startOAuthPlatform();
    const { issuer, confidential, grants } = platform.provider;
    const resource = await platform.provider.resource();
    const endpoint = await platform.endpoint(resource.url, credentials(`${issuer}/token`, confidential));
    const results = await Promise.all(Array.from({ length: 20 }, () => platform.execute(endpoint)));
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect(grants).toEqual(['client_credentials']);
    platform.provider.endAccessTokens();
    expect(await platform.execute(endpoint)).toMatchObject({ status: 200, attempts: 2 });
    expect(grants).toEqual(['client_credentials', 'client_credentials']);
    expect(JSON.stringify(results) + platform.kept()).not.toContain(confidential.client_secret);
  });

  it('says what the server does not like', async () => {
    const platform = await startOAuthPlatform();
    const { issuer } = platform.provider;
    const endpoint = await platform.endpoint('http://127.0.0.1:9', credentials(`${issuer}/token`, { client_id: 'service', client_secret: 'wrong' }));
    expect((await platform.execute(endpoint)).error).toContain('The authorization server refused: invalid_client');
  });
});

describe('the calls about a connection', () => {
  it('tell how its token stands, from memory for 30 s unless asked anew [C-137][K-003][S-015]', async () => {
    const platform = await startOAuthPlatform();
    const { issuer } = platform.provider;
    const connection = await platform.connect({ auth_config_id: await platform.authConfig({ introspection_url: `${issuer}/token/introspection`, authorization_url: `${issuer}/auth`, token_url: `${issuer}/token`, issuer: '' }) });
    const info = async (more: object = {}) => (await platform.oauth('get-connection-token-info', { connection_id: connection.id, ...more })).data['status'];
    expect(await info()).toBe('valid');
    platform.provider.endAccessTokens();
    expect(await info()).toBe('valid');
    platform.pass(30_000);
    expect(await info()).toBe('expired');
    await platform.oauth('refresh-connection-token', { connection_id: connection.id });
    platform.provider.endAccessTokens();
    expect([await info(), await info({ skipCache: true })]).toEqual(['valid', 'expired']);
  });

  it('refresh it, check all of them, and end it at the provider too [C-138][C-139][C-141][C-144][S-017][S-030]', async () => {
    const platform = await startOAuthPlatform();
    const { issuer } = platform.provider;
    const connection = await platform.connect({ auth_config_id: await platform.authConfig({ revocation_url: `${issuer}/token/revocation`, authorization_url: `${issuer}/auth`, token_url: `${issuer}/token`, issuer: '' }) });
    const connection_id = connection.id;
    platform.pass(3_400_000);
    const check = async () => (await platform.oauth<{ connections: object[] }>('check-oauth-connections', { connection_ids: [connection_id, 'nothing'] })).data.connections;
    expect(await check()).toMatchObject([{ connection_id, status: 'expiring', should_refresh: true, renewable: true }, { connection_id: 'nothing', status: 'not_found', permanent: true }]);
    expect(await platform.oauth('refresh-connection-token', { connection_id })).toMatchObject({ status: 200, data: { status: 'valid', access_token: { $secret: true } } });
    expect(await check()).toMatchObject([{ status: 'valid' }, {}]);
    expect((await platform.oauth('get-connection-health', { connection_id })).data).toMatchObject({ health_status: null, errorCount: 0 });
    expect(await platform.oauth('disconnect-oauth-connection', { connection_id })).toMatchObject({ status: 200, data: { success: true } });
    expect(await platform.oauth('disconnect-oauth-connection', { connection_id })).toMatchObject({ status: 404, error: 'OAuth connection not found or has been deleted' });
    expect((await platform.oauth('get-connections')).data).toEqual([]);
  });

  it('hand the token itself only to who may run things, and tell the log [F-20]', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect();
    const { data } = await platform.oauth('get-connection-token-info', { connection_id: connection.id, with_token: true });
    expect(data).toMatchObject({ access_token: expect.any(String) as string, issue: expect.any(String) as string, renewable: true });
    expect(platform.lines.filter((line) => line.includes(`the token of oauthConnections/${connection.id} was handed to user`))).toHaveLength(1);
    expect(platform.lines.join('\n')).not.toContain(data['access_token']);
    expect((await platform.oauth('get-connection-token-info', { connection_id: connection.id, with_token: true, refused: data['issue'] })).data['access_token']).not.toBe(data['access_token']);
    const viewer = await newMember(platform, 'viewer@example.com', 'viewer');
    expect((await platform.oauth('get-connection-token-info', { connection_id: connection.id, with_token: true }, viewer)).status).toBe(403);
  });
});
