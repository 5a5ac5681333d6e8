import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noncePlaceholder } from '../../../electron/hosting/page-files.ts';
import { pageProtocol } from '../../../electron/main/protocol.ts';

let folder: string;
let answer: (request: Request) => Promise<Response>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-protocol-'));
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'page', 'index.html'), `<meta property="csp-nonce" nonce="${noncePlaceholder}">`);
  writeFileSync(join(folder, 'page', 'assets', 'index-1.js'), 'export {};');
  writeFileSync(join(folder, 'page', 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'outside.js'), 'secret');
  answer = pageProtocol(join(folder, 'page'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (path: string, init?: RequestInit) => answer(new Request(`app://trellis${path}`, init));

describe('the app’s protocol', () => {
  it('answers every screen with the page, under the content policy, with a nonce of its own', async () => {
    const [one, other] = await Promise.all([get('/'), get('/dags/my.dag?tab=runs')]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const nonce = /nonce="([^"]+)"/.exec(await one.text())?.[1];
    expect(one.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(nonce).not.toBe(/nonce="([^"]+)"/.exec(await other.text())?.[1]);
  });

  it('answers the page’s files', async () => {
    const response = await get('/assets/index-1.js');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'text/javascript; charset=utf-8', 'export {};']);
  });

  it.each(['/assets/../secret.txt', '/assets/..%2fsecret.txt', '/assets/..%2f..%2foutside.js', '/assets/%2e%2e/outside.js', '/assets/..\\outside.js', '/assets/%00.js', '/assets/%ff.js', '/assets/none.js', '/assets/'])(
    'shows nothing else at %s [F-26]', async (path) => {
      const text = await (await get(path)).text();
      expect(text).not.toContain('secret');
    },
  );

  it('answers nobody else', async () => {
    expect((await answer(new Request('app://evil/'))).status).toBe(404);
    expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(404);
  });
});
