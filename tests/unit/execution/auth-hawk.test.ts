import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { hashBody } from '../../../electron/execution/auth/hash-body.ts';
import { finished, hawkHeader, hawkMac, payloadHash, type HawkMessage } from '../../../electron/execution/auth/hawk.ts';

const key = { id: 'dh37fgj492je', key: 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn', algorithm: 'sha256' } as const;
const message: HawkMessage = { ts: 1353832234, nonce: 'j4h3g2', method: 'GET', resource: '/resource/1?b=1&a=2', host: 'example.com', port: '8000', ext: 'some-app-ext-data' };

it('hashes a body that comes in pieces, as long as it has time [X-008][X-009][F-5]', async () => {
  const late = new AbortController();
  const body = (between: () => void) => ({ content_type: '', size: 4, open: () => Readable.from((function* pieces() { yield Buffer.from('ab'); between(); yield Buffer.from('cd'); })(), { objectMode: false }) });
  const hash = (between: () => void) => hashBody(createHash('sha256'), body(between), late.signal);
  expect((await hash(() => undefined)).digest('hex')).toBe(createHash('sha256').update('abcd').digest('hex'));
  await expect(hash(() => late.abort(new Error('over')))).rejects.toThrow('over');
});

it('signs the example of Hawk’s README [X-009]', () => {
  const mac = hawkMac('header', key, message);
  expect(hawkHeader(key, message, mac)).toBe('id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", ext="some-app-ext-data", mac="6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE="');
});

it('signs the example of Hawk’s README with its payload [X-009]', () => {
  const hash = finished(payloadHash('sha256', 'Text/Plain; charset=utf-8').update('Thank you for flying Hawk'));
  expect(hash).toBe('Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY=');
  expect(hawkMac('header', key, { ...message, method: 'POST', hash })).toBe('aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw=');
});

it('gives the code of an answer as the reference server does [X-009]', () => {
  const hash = finished(payloadHash('sha256', 'text/plain').update('some reply'));
  expect(hash).toBe('f9cDF/TDm7TkYRLnGwRMfeDzT6LixQVLvrIKhh0vgmM=');
  expect(hawkMac('response', key, { ts: 1398546787, nonce: 'xUwusx', method: 'POST', resource: '/resource/4?filter=a', host: 'example.com', port: '8080', hash, ext: 'response-specific' }))
    .toBe('n14wVJK4cOxAytPUMc5bPezQzuJGl5n7MYXhFQgEKsE=');
});
