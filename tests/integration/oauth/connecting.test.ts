import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newMember } from '../platform/platform.ts';
import { startOAuthPlatform, type Started } from './oauth-platform.ts';

describe('connecting', () => {
  it('answers where to sign in, with PKCE and a redirect to this computer, and then the connection [C-142][C-143][S-033][S-034]', async () => {
    const platform = await startOAuthPlatform();
    const auth_config_id = await platform.authConfig();
    const { data: started } = await platform.oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id });
    expect(started).toEqual({
      auth_url: expect.any(String) as string, state: expect.any(String) as string, grant_type: 'authorization_code', response_type: 'code',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string, expires_in: 600,
    });
    const asked = Object.fromEntries(new URL(started.auth_url).searchParams);
    expect(asked).toMatchObject({ response_type: 'code', client_id: 'service', code_challenge_method: 'S256', state: started.state, scope: 'openid offline_access read', redirect_uri: started.redirect_uri });
    expect((await platform.oauth('poll-oauth-completion', { provider: 'Provider', state: started.state })).data).toEqual({ completed: false, status: 'pending' });
    expect((await platform.provider.browse(started.auth_url)).status).toBe(200);
    const { completed, connection } = await platform.finished(started);
    expect(completed).toBe(true);
    expect(connection).toMatchObject({ name: 'Provider', provider: 'Provider', status: 'connected', is_active: true, renewable: true, access_token: { $secret: true }, errorCount: 0 });
    const { data: rows } = await platform.oauth<object[]>('get-connections');
    expect(rows).toEqual([connection]);
  });

  it('takes the client of a connector as it does an auth config’s', async () => {
    const platform = await startOAuthPlatform();
    const config = { issuer: platform.provider.issuer, ...platform.provider.confidential, scope: 'openid offline_access' };
    const { body } = await platform.call('POST', '/api/saas_db/app_connectors', { ...platform.scope, name: 'Shop', auth_types: [{ auth_type: 'oauth2', config }] });
    const connection = await platform.connect({ auth_config_id: undefined, app_connector_id: body['insertedId'] });
    expect(connection).toMatchObject({ name: 'Shop', app_connector_id: body['insertedId'], status: 'connected' });
  });

  it('needs no browser for client credentials', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect({ auth_config_id: await platform.authConfig({ grant: 'client_credentials', scope: 'read' }) });
    expect(connection).toMatchObject({ grant: 'client_credentials', renewable: true, status: 'connected' });
    expect(platform.provider.grants).toEqual(['client_credentials']);
  });

  it('takes no answer with another state, nor one twice [F-22]', async () => {
    const platform = await startOAuthPlatform();
    const { data: started } = await platform.oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id: await platform.authConfig() });
    const statusOf = async (search: string) => (await fetch(started.redirect_uri + search)).status;
    expect([await statusOf('?code=stolen&state=wrong'), await statusOf('?code=stolen'), await statusOf('')]).toEqual([400, 400, 400]);
    expect((await platform.oauth('poll-oauth-completion', { provider: 'Provider', state: started.state })).data['status']).toBe('pending');
    // Two at the same time, since nothing listens any more when the first has been taken.
    const answer = `state=${started.state}&iss=${encodeURIComponent(platform.provider.issuer)}`;
    const answers = await Promise.all([statusOf(`?code=one&${answer}`), statusOf(`?code=two&${answer}`)].map((asked) => asked.catch(() => 'refused')));
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    expect(await platform.finished(started)).toMatchObject({ status: 'failed', error: expect.stringContaining('The authorization server refused: invalid_grant') as string });
    expect((await platform.oauth('get-connections')).data).toEqual([]);
    expect(platform.provider.grants).toEqual([]);
  });

  it('tells what the provider says when it refuses', async () => {
    const platform = await startOAuthPlatform();
    const { data: started } = await platform.oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id: await platform.authConfig() });
    const iss = encodeURIComponent(platform.provider.issuer);
    await fetch(`${started.redirect_uri}?error=access_denied&error_description=Not+you&state=${started.state}&iss=${iss}`);
    expect(await platform.finished(started)).toEqual({ completed: false, status: 'failed', error: 'The authorization server refused: access_denied (Not you). Check the client and its scopes.' });
  });

  it('waits on another port where the one it should have is taken [F-22]', async () => {
    const taken = createServer();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const platform = await startOAuthPlatform();
    const redirect_uri = `http://127.0.0.1:${port}/callback`;
    const { data: started } = await platform.oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id: await platform.authConfig({ redirect_uri }) });
    expect(started.redirect_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(started.redirect_uri).not.toBe(redirect_uri);
    await platform.provider.browse(started.auth_url);
    expect(await platform.finished(started)).toMatchObject({ completed: true });
  });

  it('ends when it is given up: nothing listens, and nothing that comes is taken [F-22]', async () => {
    const platform = await startOAuthPlatform();
    const { data: started } = await platform.oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id: await platform.authConfig() });
    await platform.oauth('cancel-oauth-flow', { provider: 'Provider', state: started.state });
    await expect(fetch(`${started.redirect_uri}?code=x&state=${started.state}`)).rejects.toThrow('fetch failed');
    expect(await platform.finished(started)).toMatchObject({ completed: false, status: 'failed', error: 'The sign-in was given up' });
  });

  it('ends when its time is over', async () => {
    const platform = await startOAuthPlatform();
    const { data: started } = await platform.oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id: await platform.authConfig() });
    platform.pass(601_000);
    expect(await platform.oauth('poll-oauth-completion', { provider: 'Provider', state: started.state })).toMatchObject({ status: 404, error: 'This sign-in is not going on any more. Connect again.' });
    await expect(fetch(`${started.redirect_uri}?code=x&state=${started.state}`)).rejects.toThrow('fetch failed');
  });

  it('is one user’s own: nobody else polls it, sees the connection, or is given its token [Q-012]', async () => {
    const platform = await startOAuthPlatform();
    const other = await newMember(platform, 'other@example.com', 'member');
    const { data: started } = await platform.oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id: await platform.authConfig() });
    expect((await platform.oauth('poll-oauth-completion', { provider: 'Provider', state: started.state }, other)).status).toBe(404);
    expect(await platform.oauth('poll-oauth-completion', { provider: 'Provider', state: started.state, expected_target_user: 'somebody' })).toMatchObject({ status: 400, error: expect.stringContaining('another user') as string });
    expect((await platform.oauth('poll-oauth-completion', { provider: 'Other', state: started.state })).status).toBe(400);
    await platform.provider.browse(started.auth_url);
    const { connection } = await platform.finished(started);
    const { id: connection_id } = connection as { id: string };
    expect((await platform.oauth('get-connections', {}, other)).data).toEqual([]);
    for (const method of ['get-connection-token-info', 'refresh-connection-token', 'get-connection-health', 'disconnect-oauth-connection']) {
      expect(await platform.oauth(method, { connection_id, with_token: true }, other)).toMatchObject({ status: 404, error: 'OAuth connection not found or has been deleted' });
    }
    expect(await platform.call('POST', '/api/secrets/reveal', { ...platform.scope, group: 'oauthConnections', id: connection_id, path: '/access_token' })).toMatchObject({ status: 403 });
  });

  it.each([
    [{ authorization_url: '', issuer: '', token_url: 'http://127.0.0.1:1/token' }, 'name no authorization URL'],
    [{ issuer: 'http://example.com' }, 'must start with https://'],
    [{ redirect_uri: 'https://example.com/callback' }, 'must be one of this computer'],
    [{ client_id: '' }, 'Client ID is required'],
    [{ grant: 'password' }, 'Choose authorization_code, client_credentials or implicit'],
  ])('with settings that cannot be used, %j, is refused with what to do', async (config, message) => {
    const platform = await startOAuthPlatform();
    expect(await platform.oauth('initiate-oauth-flow', { provider: 'Provider', auth_config_id: await platform.authConfig(config) })).toMatchObject({ status: 400, error: expect.stringContaining(message) as string });
  });

  it('signs in to a connection anew without making another', async () => {
    const platform = await startOAuthPlatform();
    const connection = await platform.connect();
    const again = await platform.connect({ auth_config_id: undefined, connection_id: connection.id });
    expect(again.id).toBe(connection.id);
    expect((await platform.oauth<object[]>('get-connections')).data).toHaveLength(1);
  });
});

describe('the implicit grant', () => {
  const implicit = async () => {
    const platform = await startOAuthPlatform();
    const auth_config_id = await platform.authConfig({ grant: 'implicit', issuer: '', authorization_url: `${platform.provider.issuer}/auth` });
    const { data: started } = await platform.oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id });
    return { platform, started };
  };

  it('takes tokens that the page of the redirect hands over [S-033]', async () => {
    const { platform, started } = await implicit();
    expect(started).toMatchObject({ grant_type: 'implicit', response_type: 'token' });
    const page = await (await fetch(started.redirect_uri)).text();
    expect(page).toContain('location.hash');
    const send = (fields: Record<string, string>) => fetch(started.redirect_uri, { method: 'POST', body: new URLSearchParams(fields).toString() });
    expect((await send({ access_token: 'stolen', state: 'wrong' })).status).toBe(400);
    expect((await send({ access_token: 'canary', token_type: 'bearer', expires_in: '60', scope: 'read', state: started.state })).status).toBe(200);
    expect(await platform.finished(started)).toMatchObject({ completed: true, connection: { grant: 'implicit', scope: 'read', status: 'expiring', renewable: false } });
  });

  it('takes tokens by call, once, with the type and the time of their own where none is said [C-145][S-035][K-008][K-009]', async () => {
    const { platform, started } = await implicit();
    const tokens = { state: started.state, access_token: 'canary' };
    expect((await platform.oauth('validate-implicit-tokens', { ...tokens, state: 'wrong' })).status).toBe(404);
    const { data } = await platform.oauth('validate-implicit-tokens', tokens);
    expect(data).toMatchObject({ status: 'valid', access_token: { $secret: true } });
    expect(Math.round((Date.parse(data['expires_at'] as string) - Date.now()) / 60_000)).toBe(60);
    expect(await platform.oauth('validate-implicit-tokens', tokens)).toMatchObject({ status: 400, error: expect.stringContaining('no tokens any more') as string });
  });
});
