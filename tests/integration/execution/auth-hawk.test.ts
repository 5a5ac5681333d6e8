import { beforeAll, describe, expect, it } from 'vitest';
import { execute } from '../../../electron/execution/execute.ts';
import { startHawkServer } from '../../peers/hawk-server.ts';
import { installPeers } from '../../peers/install.ts';

const key = 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn';
const keys = { ada: { key, algorithm: 'sha256' }, old: { key, algorithm: 'sha1' } } as const;
const auth = (more: object = {}) => ({ type: 'hawk', credentials: { id: 'ada', key, ...more } });

describe('the reference implementation of Hawk', () => {
  beforeAll(async () => void (await installPeers()), 300_000);

  it('lets in what is signed, and its own signature is verified [X-009][F-11]', async () => {
    const server = await startHawkServer({ keys });
    for (const url of [server.url, `${server.url}/a%20b/c?d=e&f=%22g%22&h=`, `${server.url}/?`]) expect(await execute({ method: 'GET', url, auth: auth() })).toMatchObject({ status: 200, data: { hello: 'ada' }, attempts: 1 });
    expect(server.refused).toEqual([]);
  });

  it('finds the payload’s hash right, whatever the payload is [X-009]', async () => {
    const server = await startHawkServer({ keys });
    const bodies = [{ type: 'raw', content: { a: 'é' } }, { type: 'raw', content: 'text', content_type: 'Text/Plain; charset=utf-8' }, { type: 'x-www-form-urlencoded', content: { a: 'b c' } }, { type: 'form-data', content: { a: 'b', c: 'ü' } }, { type: 'binary', content: 'AP+A' }, { type: 'raw', content: '' }, { type: 'none' }];
    for (const body of bodies) expect(await execute({ method: 'POST', url: server.url, auth: auth(), body })).toMatchObject({ status: 200 });
    expect(server.accepted.map(({ hash }) => typeof hash)).toEqual(bodies.map(() => 'string'));
  });

  it('gets extra data, application and delegation, signed with sha1 as with sha256 [X-009]', async () => {
    const server = await startHawkServer({ keys });
    expect(await execute({ method: 'GET', url: server.url, auth: auth({ id: 'old', algorithm: 'sha1', ext: 'some, data = 1', app: 'oz', dlg: 'eve' }) })).toMatchObject({ status: 200 });
    expect(server.accepted).toMatchObject([{ id: 'old', ext: 'some, data = 1', app: 'oz', dlg: 'eve' }]);
  });

  it('reads host and port from the Host header, and so does the signature [X-009]', async () => {
    const server = await startHawkServer({ keys });
    for (const host of ['api.example', 'API.example:8443']) expect(await execute({ method: 'GET', url: server.url, headers: { Host: host }, auth: auth() })).toMatchObject({ status: 200 });
  });

  it.each([['ahead', 3_600_000], ['behind', -3_600_000]])('has a clock that is %s, and is asked once more with its time [X-009][F-11]', async (where, ahead_ms) => {
    const server = await startHawkServer({ keys, ahead_ms });
    const outcome = await execute({ method: 'POST', url: server.url, auth: auth(), body: { type: 'raw', content: 'x' } });
    expect(outcome).toMatchObject({ status: 200, attempts: 2, notice: expect.stringMatching(new RegExp(`clock is 3(600|599|601) s ${where}`)) as string });
    expect(server.refused).toEqual(['Stale timestamp']);
  });

  it('is not believed about the time where it does not know the key [X-009][F-11]', async () => {
    const server = await startHawkServer({ keys, ahead_ms: 3_600_000, tamper: ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'www-authenticate': 'Hawk ts="1353832234", tsm="forged", error="Stale timestamp"' } }) });
    expect(await execute({ method: 'GET', url: server.url, auth: auth() })).toMatchObject({ status: 401, attempts: 1, notice: expect.stringContaining('not signed with this key') as string });
  });

  it('is told apart from one whose answer was too long to be checked [X-009][F-6]', async () => {
    const server = await startHawkServer({ keys });
    expect(await execute({ method: 'GET', url: server.url, auth: auth() }, { policy: { max_bytes: 3 } })).toMatchObject({ status: 200, truncated: true, notice: expect.stringContaining('could not be checked') as string });
    expect(await execute({ method: 'HEAD', url: server.url, auth: auth() })).toMatchObject({ status: 200, data: null });
  });

  it('keeps out a wrong key, after one attempt [X-009][F-11]', async () => {
    const server = await startHawkServer({ keys });
    expect(await execute({ method: 'GET', url: server.url, auth: auth({ key: 'wrong' }) })).toMatchObject({ status: 401, attempts: 1 });
    expect(server.refused).toEqual(['Bad mac']);
  });

  it.each([
    ['body', { body: '{"hello":"eve"}' }, 'payload hash'],
    ['content type', { headers: { 'content-type': 'text/plain' } }, 'payload hash'],
    ['signature', { headers: { 'server-authorization': 'Hawk mac="AAAA", hash="BBBB", ext="served"' } }, 'signature'],
    ['signature, which is empty', { headers: { 'server-authorization': 'Hawk' } }, 'signature'],
  ])('is not believed where its %s was changed on the way [X-009][F-11]', async (_, { body, headers: changed }: { body?: string; headers?: Record<string, string> }, what) => {
    const server = await startHawkServer({ keys, tamper: (answer) => ({ ...answer, headers: { ...answer.headers, ...changed }, body: body ?? answer.body }) });
    await expect(execute({ method: 'GET', url: server.url, auth: auth() })).rejects.toMatchObject({ code: 'bad_answer', message: expect.stringContaining(what) as string });
  });
});
