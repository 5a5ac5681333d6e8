import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepHereCookies } from '../../../electron/backend/here-cookies.ts';
import { memoryTokens, type TokenStore } from '../../../electron/backend/keychain.ts';
import { AppError } from '../../../shared/errors.ts';
import { temporaryFolder } from './folders.ts';
import { connection } from './sending.ts';

const url = 'https://shop.example/';
const inKeychain = (): TokenStore => ({ ...memoryTokens(), status: () => Promise.resolve({ kind: 'keychain', reason: null }) });

function start(folder: string, tokens: TokenStore) {
  const lines: string[] = [];
  const cookies = keepHereCookies({ file: path.join(folder, 'cookies.db'), tokens, log: (line) => lines.push(line) });
  let isOpen = true;
  const close = () => {
    if (isOpen) cookies.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...cookies, lines, close };
}

/** A cookie in the jar of an environment, which is kept. */
async function signIn(cookies: ReturnType<typeof start>, of = connection()): Promise<void> {
  (await cookies.of(of, 'e1', true))!.setCookieSync('sid=canary-session; Max-Age=1000', url);
  await cookies.save(of, 'e1');
}

describe('the cookies of this computer', () => {
  it('outlive the connection and the app, sealed under a key of the keychain [F-20]', async () => {
    const [folder, tokens] = [temporaryFolder(), inKeychain()];
    const first = start(folder, tokens);
    await signIn(first);
    expect(await (await first.of(connection(), 'e1', true))!.getCookieString(url)).toBe('sid=canary-session');
    first.close();
    expect(readFileSync(path.join(folder, 'cookies.db'), 'latin1')).not.toContain('canary');
    const second = start(folder, tokens);
    expect(await (await second.known(connection(), 'e1'))!.getCookieString(url)).toBe('sid=canary-session');
    expect(await second.known(connection({ user_id: 'somebody else' }), 'e1')).toBeUndefined();
    expect(await second.known(connection(), 'e2')).toBeUndefined();
  });

  it('are forgotten where the environment keeps none any more, and at sign-out', async () => {
    const cookies = start(temporaryFolder(), inKeychain());
    await signIn(cookies);
    expect(await cookies.of(connection(), 'e1', false)).toBeUndefined();
    expect(await cookies.known(connection(), 'e1')).toBeUndefined();
    const ended = new AbortController();
    const of = connection({ ended: ended.signal });
    await signIn(cookies, of);
    ended.abort(new AppError('cancelled', 'Signed out'));
    cookies.wipe('p', 'u');
    await cookies.save(of, 'e1'); // by a run that was under way
    expect(await cookies.known(connection(), 'e1')).toBeUndefined();
  });

  it('last as long as the connection where there is no keychain, and say why', async () => {
    const cookies = start(temporaryFolder(), memoryTokens('there is no session bus'));
    const of = connection();
    await signIn(cookies, of);
    expect(await (await cookies.known(of, 'e1'))!.getCookieString(url)).toBe('sid=canary-session');
    expect(await cookies.known(connection(), 'e1')).toBeUndefined();
    expect(await cookies.status()).toEqual({ kind: 'memory', reason: 'there is no session bus' });
  });

  it('begin anew where their key is gone', async () => {
    const folder = temporaryFolder();
    const first = start(folder, inKeychain());
    await signIn(first);
    first.close();
    const second = start(folder, inKeychain());
    expect(await (await second.of(connection(), 'e1', true))!.getCookieString(url)).toBe('');
    expect(second.lines).toEqual([expect.stringContaining('begins without any')]);
  });
});
