import { describe, expect, it } from 'vitest';
import { authKinds as sent } from '../../electron/execution/auth/kinds.ts';
import { isPublicName } from '../../electron/execution/compose/secret-names.ts';
import { authKinds as asked } from '../../renderer/components/resource/auth-kinds.ts';
import { auth, authTypes } from '../../shared/contract/http.ts';

describe('the kinds of authentication', () => {
  it('are the same in the contract, in the engine that sends them and in the form that asks for them [X-001][X-002][X-003][X-004][X-005][X-006][X-007][X-008][X-009][X-010][X-011][X-012]', () => {
    expect(Object.keys(sent).toSorted()).toEqual(authTypes.toSorted());
    expect(Object.keys(asked).toSorted()).toEqual(authTypes.toSorted());
  });

  it.each(Object.entries(asked))('%s: what the form takes as a secret is sealed, and what it shows is not [F-20]', (_, { parts }) => {
    for (const { name, widget } of parts.filter((part) => part.widget !== 'headers')) expect([name, isPublicName(name)]).toEqual([name, widget !== 'secret']);
  });

  it.each([
    ['none', {}], ['api_key', { name: 'n', value: 'v', in: 'query', prefix: '' }], ['bearer_token', { token: 't' }],
    ['jwt', { token: 't', header: 'X-Token', prefix: '' }], ['jwt', { claims: {}, key: 'k', algorithm: 'EdDSA', key_id: 'i', expires_in: '60', header: 'X-Token', prefix: 'JWT' }],
    ['basic_auth', { username: 'u', password: '' }], ['digest', { username: 'u', password: 'p' }],
    ['hawk', { id: 'i', key: 'k', algorithm: 'sha1', ext: 'e', app: 'a', dlg: 'd' }],
    ['oauth2', { access_token: 't' }], ['oauth2', { connection_id: 'c' }], ['oauth2', { grant: 'client_credentials', token_url: 'https://h', client_id: 'c', client_secret: 's', client_auth: 'post', scope: 's', audience: 'a', resource: 'https://r' }],
    ['oauth2', { grant: 'authorization_code', issuer: 'https://i', authorization_url: 'https://a', token_url: 'https://t', client_id: 'c', redirect_uri: 'http://127.0.0.1:1/c', introspection_url: 'https://n', revocation_url: 'https://v' }],
    ['oauth2', { client_id: 'c', client_secret: 's' }], ['custom', { headers: { a: 'b' } }],
  ])('%s: the contract keeps every field that the form asks for, %j', (type, credentials) => {
    expect(auth.parse({ type, credentials })).toEqual({ type, credentials });
    const names = asked[type as keyof typeof asked].parts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(credentials)));
  });
});
