import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchUnder } from '../../../electron/execution/fetch.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('fetch under a policy', () => {
  it('sends method, headers and body, and hands on what came, unpacked', async () => {
    const url = await serve((request, response) => {
      let text = '';
      request.on('data', (piece: Buffer) => (text += piece.toString()));
      request.on('end', () => response.writeHead(201, { 'content-encoding': 'gzip', 'x-said': `${request.method} ${String(request.headers['x-own'])}` }).end(gzipSync(`got ${text}`)));
    });
    const answer = await fetchUnder({})(url, { method: 'POST', headers: { 'x-own': 'yes', 'content-type': 'text/plain' }, body: 'this' });
    expect([answer.status, answer.headers.get('x-said'), answer.headers.get('content-encoding'), await answer.text()]).toEqual([201, 'POST yes', null, 'got this']);
  });

  it('hands on pieces before the end, and closes the connection where nobody reads on', async () => {
    const closed = Promise.withResolvers<string>();
    const url = await serve((_, response) => {
      response.on('close', () => closed.resolve('closed'));
      response.write('first');
    });
    const reader = (await fetchUnder({})(url)).body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
    await reader.cancel();
    expect(await closed.promise).toBe('closed');
  });

  it('keeps to the networks of the policy, and hands back redirects [F-10]', async () => {
    const url = await serve((_, response) => void response.writeHead(307, { location: 'http://169.254.169.254/' }).end());
    await expect(fetchUnder({ loopback: 'refuse' })(url)).rejects.toMatchObject({ code: 'invalid_input' });
    const answer = await fetchUnder({})(url);
    expect([answer.status, answer.headers.get('location')]).toEqual([307, 'http://169.254.169.254/']);
  });

  it('ends an answer that is too large, and one that breaks off, with an error', async () => {
    const large = await serve((_, response) => void response.end('x'.repeat(5000)));
    await expect((await fetchUnder({ max_bytes: 1000 })(large)).text()).rejects.toMatchObject({ code: 'too_large' });
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect((await fetchUnder({})(broken)).text()).rejects.toMatchObject({ code: 'unreachable' });
    await expect(fetchUnder({})('http://127.0.0.1:9/')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('gives up with its signal', async () => {
    const url = await serve(() => undefined);
    const controller = new AbortController();
    const asked = fetchUnder({})(url, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });
});
