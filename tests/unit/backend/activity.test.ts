import { expect, it } from 'vitest';
import { createActivity, logged, type Activity } from '../../../electron/backend/activity.ts';
import { harOf } from '../../../electron/backend/har.ts';
import type { Trace } from '../../../electron/backend/send.ts';
import { newTrace } from '../../../electron/backend/send.ts';
import { AppError } from '../../../shared/errors.ts';
import { answered, connection, list, sending } from './sending.ts';

const owner = { profile: 'p', user: 'u' };
const secrets = () => new Set(['pin']);

async function call(activity: Activity, trace: Partial<Trace> = {}, changes: { error?: AppError; user?: string } = {}) {
  const send = logged(() => (changes.error ? Promise.reject(changes.error) : Promise.resolve(answered({}))), activity, () => 0);
  const filled = { ...newTrace(list), attempt: 1, url: 'http://h/things', status: 200, ...trace };
  await send(list, {}, sending({ trace: filled, connection: connection({ user_id: changes.user ?? 'u' }) })).catch(() => undefined);
}

it('keeps the last 1,000 calls, newest first', async () => {
  const activity = createActivity(secrets);
  for (let count = 0; count < 1010; count++) await call(activity);
  const entries = activity.list(owner, '', 1000);
  expect(entries).toHaveLength(1000);
  expect(entries[0]!.id).toBe(1010);
  expect(() => activity.get(owner, 10)).toThrow('not in the log any more');
  expect(activity.get(owner, 11).id).toBe(11);
});

it('says what went wrong, and is searched by it', async () => {
  const activity = createActivity(secrets);
  await call(activity);
  await call(activity, { status: 503, attempt: 3 }, { error: new AppError('server', 'Down for repair', { status: 503 }) });
  expect(activity.list(owner, 'REPAIR')).toMatchObject([{ status: 503, attempt: 3, error: 'Down for repair', source: 'platform' }]);
});

it('holds no secret: headers, fields of the contract, names, query, and a token that the server says back', async () => {
  const activity = createActivity(secrets);
  await call(activity, {
    url: 'http://h/things?api_key=canary1&x=1',
    request: { headers: { Authorization: 'Bearer canary2-token', 'X-API-Key': 'canary3' }, body: { name: 'n', password: 'canary4', pin: 'canary5', auth: { credentials: { v: 'canary6' } } } },
    response: { headers: { 'set-cookie': 'canary7' }, body: { echo: 'canary2-token', access_token: 'canary8' } },
  });
  const texts = JSON.stringify(activity.details(owner)) + harOf(activity.details(owner), '1');
  expect(texts).not.toContain('canary');
  expect(texts).toContain('•••');
});

it('belongs to one user of one profile, and goes with them', async () => {
  const activity = createActivity(secrets);
  await call(activity);
  await call(activity, {}, { user: 'v' });
  expect(activity.list(owner)).toHaveLength(1);
  activity.wipe('p', 'u');
  expect(activity.list(owner)).toEqual([]);
  expect(activity.list({ profile: 'p', user: 'v' })).toHaveLength(1);
});

it('bounds what it keeps of bodies, one and all, the oldest going first', async () => {
  const activity = createActivity(secrets);
  const body = { text: 'x'.repeat(200_000) };
  for (let count = 0; count < 300; count++) await call(activity, { response: { headers: {}, body } });
  const lengths = activity.details(owner).map(({ response }) => response?.body?.length ?? 0);
  expect(lengths[0]).toBe(64 * 1024 + 1);
  expect(lengths.at(-1)).toBe(0);
  expect(lengths.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(16 * 1024 * 1024);
});

it('is followed as calls end', async () => {
  const activity = createActivity(secrets);
  const leave = new AbortController();
  const next = activity.follow(() => owner, leave.signal).next();
  await call(activity, {}, { user: 'v' });
  await call(activity);
  expect((await next).value).toMatchObject({ id: 2, call: 'things.list' });
  leave.abort();
});

it('is exported as an HTTP archive 1.2, oldest first', async () => {
  const activity = createActivity(secrets);
  await call(activity, { url: 'http://h/one?x=1', request: { headers: { 'Content-Type': 'application/json' }, body: { a: 1 } }, response: { headers: { 'content-type': 'application/json' }, body: [] }, response_bytes: 2 });
  await call(activity, { url: 'http://h/two', status: null }, { error: new AppError('unreachable', 'no') });
  const { log } = JSON.parse(harOf(activity.details(owner), '1.2.3')) as { log: { version: string; creator: unknown; entries: Record<string, unknown>[] } };
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Trellis', version: '1.2.3' } });
  expect(log.entries).toMatchObject([
    {
      startedDateTime: '1970-01-01T00:00:00.000Z',
      request: { method: 'GET', url: 'http://h/one?x=1', queryString: [{ name: 'x', value: '1' }], postData: { mimeType: 'application/json', text: '{"a":1}' } },
      response: { status: 200, statusText: 'OK', content: { size: 2, mimeType: 'application/json', text: '[]' } },
      cache: {}, timings: { send: 0, receive: 0 },
    },
    { request: { url: 'http://h/two' }, response: { status: 0 }, comment: 'things.list · no' },
  ]);
});
