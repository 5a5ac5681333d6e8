import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execute } from '../../../electron/execution/execute.ts';
import { startApache, startHttpbin, startLighttpd, type WebServer } from '../../peers/web-servers.ts';

const password = 'a pass:word, "quoted" ünd more';
const realm = 'Hall, "north" = 1';
const users = ['ada', 'Jäsøn Doe', 'a"b\\c'];
const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const userFile = (algorithm: string, inRealm: string) => users.map((user) => `${user}:${inRealm}:${hex(algorithm, `${user}:${inRealm}:${password}`)}\n`).join('');
const digest = (username: string, secret = password) => ({ type: 'digest', credentials: { username, password: secret } });

describe.runIf(process.platform === 'linux')('Apache’s mod_auth_digest', () => {
  let apache: WebServer;
  beforeAll(async () => {
    const location = (path: string, ...lines: string[]) => `<Location ${path}>\n${['AuthType Digest', `AuthName "${realm.replaceAll('"', '\\"')}"`, 'AuthUserFile users', 'Require valid-user', ...lines].join('\n')}\n</Location>`;
    apache = await startApache(
      ['authn_core', 'authn_file', 'authz_user', 'auth_digest', 'alias'],
      () => [location('/auth', 'AuthDigestDomain /auth'), location('/old', 'AuthDigestQop none'), location('/north', 'AuthName "Größe"', 'AuthUserFile north'), 'Redirect 307 /auth/moved /auth/here.txt'].join('\n'),
      { 'users': userFile('md5', realm), 'north': userFile('md5', 'Größe'), 'www/north/here.txt': 'in', 'www/auth/here.txt': 'in', 'www/old/here.txt': 'in' },
    );
  });
  afterAll(() => apache[Symbol.asyncDispose]());

  it('lets users in with MD5, whatever their names and its realm hold, and proves itself by rspauth [X-008][F-11]', async () => {
    for (const user of users) {
      const outcome = await execute({ method: 'GET', url: `${apache.url}/auth/here.txt?a=1,2&b="c"`, auth: digest(user) });
      expect(outcome).toMatchObject({ status: 200, data: 'in', attempts: 2 });
      expect(outcome.headers['authentication-info']).toMatch(/rspauth="[0-9a-f]{32}"/);
    }
  });

  it('lets users in where the realm’s name is not ASCII [X-008]', async () => {
    expect(await execute({ method: 'GET', url: `${apache.url}/north/here.txt`, auth: digest('Jäsøn Doe') })).toMatchObject({ status: 200, attempts: 2 });
  });

  it('takes its nonce again, for other requests and with the next count [X-008]', async () => {
    const get = () => execute({ method: 'GET', url: `${apache.url}/auth/here.txt`, auth: digest('ada') });
    await get();
    for (let turn = 0; turn < 5; turn += 1) expect(await get()).toMatchObject({ status: 200, attempts: 1 });
    const all = await Promise.all(Array.from({ length: 8 }, get));
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it('is answered as RFC 2069 has it where it offers no qop [X-008]', async () => {
    expect(await execute({ method: 'GET', url: `${apache.url}/old/here.txt`, auth: digest('ada') })).toMatchObject({ status: 200, attempts: 2 });
    expect(await execute({ method: 'GET', url: `${apache.url}/old/here.txt`, auth: digest('ada') })).toMatchObject({ status: 200, attempts: 1 });
  });

  it('gets the body with each attempt, and after a redirect [X-008]', async () => {
    const post = { method: 'POST', body: { type: 'raw', content: 'x'.repeat(100_000) }, auth: digest('Jäsøn Doe') };
    expect(await execute({ ...post, url: `${apache.url}/auth/moved` })).toMatchObject({ status: 200, data: 'in', redirects: 1 });
  });

  it('calls a nonce stale after a restart, and gets another one [X-008][F-11]', async () => {
    const get = () => execute({ method: 'GET', url: `${apache.url}/auth/here.txt`, auth: digest('ada') });
    await get();
    expect(await get()).toMatchObject({ status: 200, attempts: 1 });
    await apache.restart();
    expect(await get()).toMatchObject({ status: 200, attempts: 2 });
    expect(await get()).toMatchObject({ status: 200, attempts: 1 });
  });

  it('keeps a wrong password out after one attempt, and does not disturb those who are in [X-008][F-11]', async () => {
    expect(await execute({ method: 'GET', url: `${apache.url}/auth/here.txt`, auth: digest('stranger') })).toMatchObject({ status: 401, attempts: 2 });
    expect(await execute({ method: 'GET', url: `${apache.url}/auth/here.txt`, auth: digest('a"b\\c', 'wrong') })).toMatchObject({ status: 401 });
    expect(await execute({ method: 'GET', url: `${apache.url}/auth/here.txt`, auth: digest('a"b\\c') })).toMatchObject({ status: 200 });
  });
});

describe.runIf(process.platform === 'linux')('lighttpd’s mod_auth', () => {
  const hall = 'Hall north';
  const serve = (...options: string[]) => startLighttpd(
    ({ folder }) => `server.modules = ("mod_auth", "mod_authn_file")\nmimetype.assign = (".txt" => "text/plain")\nauth.backend = "htdigest"\nauth.backend.htdigest.userfile = "${folder}/users"\n`
      + `auth.require = ("" => ("method" => "digest", "realm" => "${hall}", "require" => "valid-user", ${options.join(', ')}))`,
    { 'users': users.map((user) => `${user}:${hall}:${hex('sha256', `${user}:${hall}:${password}`)}:${hex('sha256', `${user}:${hall}`)}\n`).join(''), 'www/here.txt': 'in' },
  );

  it('lets users in with SHA-256, and takes its nonce again [X-008][F-11]', async () => {
    await using lighttpd = await serve('"algorithm" => "SHA-256"');
    for (const user of users) {
      const get = () => execute({ method: 'GET', url: `${lighttpd.url}/here.txt?a=1`, auth: digest(user) });
      expect([await get(), await get()]).toMatchObject([{ status: 200, data: 'in', attempts: 2 }, { status: 200, attempts: 1 }]);
    }
    expect(await execute({ method: 'GET', url: `${lighttpd.url}/here.txt`, auth: digest('ada', 'wrong') })).toMatchObject({ status: 401 });
  });

  it('gets SHA-256 where it offers MD5, too [X-008]', async () => {
    await using lighttpd = await serve('"algorithm" => "MD5|SHA-256"');
    const outcome = await execute({ method: 'GET', url: `${lighttpd.url}/here.txt`, auth: digest('ada') });
    expect(outcome).toMatchObject({ status: 200, attempts: 2 });
  });

  it('gets the hash of a name where it asks for it [X-008]', async () => {
    await using lighttpd = await serve('"algorithm" => "SHA-256"', '"userhash" => "enable"');
    for (const user of users) expect(await execute({ method: 'GET', url: `${lighttpd.url}/here.txt`, auth: digest(user) })).toMatchObject({ status: 200, attempts: 2 });
  });
});

describe.runIf(process.platform === 'linux')('httpbin', () => {
  it('finds the body covered where it asks for auth-int [X-008]', async () => {
    await using httpbin = await startHttpbin();
    // A user of its own for each page, since httpbin takes what it said for one page on all.
    const get = (qop: string, algorithm: string, body: object, secret = 'secret') => {
      const user = `ada-${qop}-${algorithm}`;
      return execute({ method: 'GET', url: `${httpbin.url}/digest-auth/${qop}/${user}/secret/${algorithm}`, auth: digest(user, secret), body: body as { type: string } });
    };
    const bodies = [{ type: 'none' }, { type: 'raw', content: 'größer '.repeat(1000) }, { type: 'binary', content: 'AP+A' }];
    for (const qop of ['auth', 'auth-int']) {
      for (const algorithm of ['MD5', 'SHA-256']) {
        for (const [at, body] of bodies.entries()) expect(await get(qop, algorithm, body)).toMatchObject({ status: 200, data: { authenticated: true }, attempts: at === 0 ? 2 : 1 });
      }
    }
    expect(await get('auth-int', 'MD5', { type: 'raw', content: 'x' }, 'wrong')).toMatchObject({ status: 401 });
  });
});
