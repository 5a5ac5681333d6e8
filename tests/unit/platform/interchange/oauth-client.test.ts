import { describe, expect, it } from 'vitest';
import { isBasicClient, isFetched, oauthFrom } from '../../../../electron/platform/composer/interchange/oauth-client.ts';
import { postmanAuth, readPostmanAuth } from '../../../../electron/platform/composer/interchange/postman-auth.ts';

const nothing = { access_token: '', grant: '', authorization_url: '', token_url: '', client_id: '', client_secret: '', scope: '', in_body: false };
const client = { client_id: 'me', client_secret: 's', token_url: 'https://h/t', scope: 'read' };

describe('OAuth 2 of another program', () => {
  it.each([
    [{ ...client, grant: 'client_credentials' }, { grant: 'client_credentials', ...client }],
    [{ ...client, grant: 'client_credentials', in_body: true }, { grant: 'client_credentials', ...client, client_auth: 'post' }],
    [{ ...client, grant: 'authorization_code_with_pkce', authorization_url: 'https://h/a', access_token: 't' }, { access_token: 't', grant: 'authorization_code', authorization_url: 'https://h/a', ...client }],
    [{ ...client, grant: 'password_credentials', access_token: 't' }, { access_token: 't' }],
    [{ client_id: 'me', client_secret: 's', grant: 'client_credentials' }, { client_id: 'me', client_secret: 's' }],
    [{}, { access_token: '' }],
  ])('%j becomes %j', (said, credentials) => {
    expect(oauthFrom({ ...nothing, ...said })).toEqual({ type: 'oauth2', credentials });
  });

  it('goes to Postman and back', () => {
    const auth = { type: 'oauth2', credentials: { grant: 'client_credentials', ...client } };
    expect(readPostmanAuth(postmanAuth(auth), 'here', [])).toEqual(auth);
  });
});

it.each([
  [{ client_id: 'me', client_secret: 's' }, [true, false]], [{ connection_id: 'c' }, [false, true]], [{ grant: 'client_credentials', client_id: 'me' }, [false, true]],
  [{ access_token: 't', client_id: 'me' }, [false, false]], [{}, [false, false]],
])('of %j it is known whether the client itself is sent, and whether a token is fetched: %j', (credentials, expected) => {
  expect([isBasicClient(credentials), isFetched(credentials)]).toEqual(expected);
});
