import { describe, expect, it } from 'vitest';
import { credentialsOf } from '../../../electron/execution/auth/kinds.ts';

const auth = (type: string, credentials: Record<string, unknown>) => credentialsOf({ type, credentials });

describe('authentication', () => {
  it.each([
    ['none [X-001]', 'none', {}, undefined, undefined],
    ['an API key in a header [X-002]', 'api_key', { name: 'X-Key', value: 'k', in: 'header' }, { 'x-key': 'k' }, undefined],
    ['an API key in a header unless said otherwise [X-002]', 'api_key', { name: 'X-Key', value: 'k' }, { 'x-key': 'k' }, undefined],
    ['an API key in the query [X-003]', 'api_key', { name: 'key', value: 'k', in: 'query' }, undefined, { key: 'k' }],
    ['an API key after a prefix [X-004]', 'api_key', { name: 'Authorization', value: 'k', prefix: 'Token' }, { authorization: 'Token k' }, undefined],
    ['an API key right after a prefix that ends in its separator [X-004]', 'api_key', { name: 'a', value: 'k', prefix: 'key=' }, { a: 'key=k' }, undefined],
    ['a bearer token [X-005]', 'bearer_token', { token: 't' }, { authorization: 'Bearer t' }, undefined],
    ['RFC 7617’s first example [X-007]', 'basic_auth', { username: 'Aladdin', password: 'open sesame' }, { authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' }, undefined],
    ['RFC 7617’s example in UTF-8 [X-007]', 'basic_auth', { username: 'test', password: '123£' }, { authorization: 'Basic dGVzdDoxMjPCow==' }, undefined],
    ['an access token [X-010]', 'oauth2', { access_token: 't', client_id: 'c' }, { authorization: 'Bearer t' }, undefined],
    ['client id and secret, without an access token [X-011]', 'oauth2', { client_id: 'c', client_secret: 's' }, { authorization: 'Basic Yzpz' }, undefined],
    ['custom headers [X-012]', 'custom', { headers: { 'X-A': '1', 'X-B': 2, 'X-C': null } }, { 'x-a': '1', 'x-b': '2' }, undefined],
  ])('sends %s', (_, type, credentials, headers, query) => {
    const sent = auth(type, credentials);
    expect(sent.headers).toEqual(headers);
    expect(sent.query).toEqual(query);
  });

  it.each([
    ['api_key', { value: 'k' }, 'no name for its API key'],
    ['api_key', { name: 'a', value: '' }, 'no API key'],
    ['api_key', { name: 'a', value: 'k', in: 'cookie' }, 'not in “cookie”'],
    ['bearer_token', {}, 'no token'],
    ['basic_auth', { password: 'p' }, 'no user name'],
    ['basic_auth', { username: 'a:b', password: 'p' }, 'cannot hold a colon'],
    ['custom', {}, 'no headers'],
    ['morse', {}, 'The authentication type “morse” cannot be sent'],
    ['__proto__', {}, 'The authentication type “__proto__” cannot be sent'],
  ])('refuses %s with %j', (type, credentials, message) => {
    expect(() => auth(type, credentials)).toThrow(message);
  });

  it.each([
    ['api_key', { name: 'X-Key', value: 'k\r\nX-Evil: 1' }],
    ['api_key', { name: 'X-Key\r\nX-Evil', value: 'k' }],
    ['api_key', { name: 'X-Key', value: 'k', prefix: 'Token\n' }],
    ['bearer_token', { token: 'a\0b' }],
    ['basic_auth', { username: 'a\nb', password: 'p' }],
    ['basic_auth', { username: 'a', password: 'p\r\nq' }],
    ['custom', { headers: { 'X-A': '1\r\n2' } }],
  ])('refuses line breaks and NUL in %s %j [F-8]', (type, credentials) => {
    expect(() => auth(type, credentials)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});
