import { describe, expect, it } from 'vitest';
import { recordOf, requestAgain } from '../../../../electron/execution/compose/request-record.ts';
import type { ExecutionRequest } from '../../../../electron/execution/request.ts';

const mark = { $secret: true };
const request = (more: Partial<ExecutionRequest> = {}): ExecutionRequest => ({ method: 'GET', url: 'http://h/a?x=1', ...more });
const bearer = (token: string) => ({ type: 'bearer_token', credentials: { token } });

describe('the record of a request [F-20]', () => {
  it('is the whole request', () => {
    const body = { type: 'raw', content_type: 'text/plain', content: 'hello' };
    expect(recordOf(request({ query: { y: [1, 2] }, headers: { A: 'b', N: 1 }, body, timeout_ms: 5 }), 'api', undefined)).toEqual({
      method: 'GET', url: 'http://h/a?x=1&y=1&y=2', headers: { A: 'b', N: '1' }, body, auth: null, auth_of: 'api', timeout_ms: 5, hidden: [],
    });
  });

  it.each([
    [{ type: 'jwt', credentials: { claims: { sub: 'me' }, key: 'canary-key', algorithm: 'HS256' } }, { claims: { sub: 'me' }, key: mark, algorithm: 'HS256' }],
    [{ type: 'custom', credentials: { headers: { 'X-Own': 'canary-own' } } }, { headers: { 'X-Own': mark } }],
    [{ type: 'digest', credentials: { username: 'me', password: 'canary-password' } }, { username: 'me', password: mark }],
  ])('marks the secrets of %j', (auth, credentials) => {
    const record = recordOf(request({ auth }), 'endpoint', undefined);
    expect(record.auth).toEqual({ type: auth.type, credentials });
    expect(JSON.stringify(record)).not.toContain('canary');
  });

  it('says where else a secret stood, and hides it there', () => {
    const auth = bearer('canary-token');
    const record = recordOf(request({ url: 'http://h/canary-token', headers: { 'X-Note': 'see canary-token', Cookie: 'sid=1', 'X-Auth-Token': 'typed' }, body: { type: 'raw', content: { deep: ['canary-token'] } }, auth }), 'run', auth);
    expect(record).toMatchObject({ url: 'http://h/***', headers: { 'X-Note': 'see ***', Cookie: '***', 'X-Auth-Token': '***' }, body: { content: { deep: ['***'] } } });
    expect(record.hidden).toEqual(['auth', 'headers.X-Note', 'headers.Cookie', 'headers.X-Auth-Token', 'url', 'body']);
  });

  it('counts marks that a run was given as kept, since they stand for what the rows hold', () => {
    expect(recordOf(request({ auth: bearer('canary-token') }), 'run', { type: 'bearer_token', credentials: { token: mark } }).hidden).toEqual([]);
  });
});

describe('a request once more', () => {
  const now = request({ headers: { cookie: 'sid=2', 'X-New': 'n' }, auth: bearer('now') });

  it('is the kept one, with the authentication of now', () => {
    const body = { type: 'raw', content: 'hello' };
    const record = recordOf(request({ headers: { A: 'b' }, body, timeout_ms: 9 }), 'endpoint', undefined);
    expect(requestAgain(record, {}, now)).toEqual({ method: 'GET', url: 'http://h/a?x=1', headers: { A: 'b' }, body, auth: bearer('now'), timeout_ms: 9 });
  });

  it('takes what was hidden from what is given, then from the endpoint, and else names it', () => {
    const record = recordOf(request({ headers: { Cookie: 'sid=1', 'X-Api-Key': 'k' } }), 'api', undefined);
    expect(requestAgain(record, { headers: { 'x-api-key': 'given' } }, now).headers).toEqual({ Cookie: 'sid=2', 'X-Api-Key': 'given' });
    expect(() => requestAgain(record, {}, now)).toThrow('its header “X-Api-Key” held secrets, which are not kept. Give them again in “headers”.');
  });

  it('signs in at no server that the API does not use any more', () => {
    const record = recordOf(request({ url: 'http://before/a', auth: bearer('canary-token') }), 'api', undefined);
    expect(() => requestAgain(record, {}, now)).toThrow('This request went to http://before, which its API does not use any more, so its credentials are not sent there.');
    expect(() => requestAgain(record, { auth: { type: 'bearer_token', credentials: { token: mark } } }, now)).toThrow('so its credentials are not sent there');
    expect(requestAgain(record, { auth: bearer('typed') }, { ...now, auth: bearer('typed') }).auth).toEqual(bearer('typed'));
    expect(requestAgain(record, { auth: { type: 'none' } }, { ...now, auth: { type: 'none' } })).toMatchObject({ url: 'http://before/a', auth: { type: 'none' } });
    expect(requestAgain(record, {}, { ...now, auth: null }).url).toBe('http://before/a');
  });

  it('cannot be where the address held a secret', () => {
    const record = recordOf(request({ url: 'http://h/canary-token', auth: bearer('canary-token') }), 'api', undefined);
    expect(() => requestAgain(record, {}, now)).toThrow('The address of this request held a secret');
  });
});
