import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { challengesOf } from '../../../electron/execution/auth/challenges.ts';
import { digestAnswer, digestProof, strongestDigest, type DigestRequest } from '../../../electron/execution/auth/digest-response.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const chosen = (...headers: string[]) => strongestDigest(challengesOf(headers));
const mufasa = { username: 'Mufasa', password: 'Circle of Life', cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ', count: 1 };
const index: DigestRequest = { method: 'GET', uri: '/dir/index.html', body_hash: '' };
const rfc7616 = (algorithm: string) => `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
const rfc2617 = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
const unicode = 'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8';
const jason = { username: 'Jäsøn Doe', password: 'Secret, or not?', cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v', count: 1 };

describe('published examples of Digest', () => {
  it.each([
    ['RFC 7616, section 3.9.1, MD5', rfc7616('MD5'), index, mufasa, '8ca523f5e9506fed4657c9700eebdbec'],
    ['RFC 7616, section 3.9.1, SHA-256', rfc7616('SHA-256'), index, mufasa, '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    // As erratum 4897 corrects it: the values in print are those of a SHA-512 that was cut.
    ['RFC 7616, section 3.9.2, SHA-512-256', unicode, { ...index, uri: '/doe.json' }, jason, '3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5'],
    ['RFC 2617, section 3.5', `${rfc2617}, qop="auth,auth-int"`, index, { ...mufasa, password: 'Circle Of Life', cnonce: '0a4f113b' }, '6629fae49393a05397450978507c4ef1'],
    // As erratum 749 corrects it.
    ['RFC 2069, section 2.4, without qop', rfc2617, index, { ...mufasa, password: 'CircleOfLife' }, '1949323746fe6a43ef61f9606e7febea'],
  ])('%s [X-008]', (_, header, request, use, response) => {
    expect(digestAnswer(chosen(header)!, request, use).response).toBe(response);
  });

  it('are written as RFC 7616 has them: qop, nc and algorithm without quotes [X-008]', () => {
    expect(digestAnswer(chosen(rfc7616('MD5'))!, index, mufasa).value).toBe(
      'username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", algorithm=MD5, qop=auth, nc=00000001, '
      + 'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", response="8ca523f5e9506fed4657c9700eebdbec", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
  });

  it('say no more than RFC 2069 knows, where there is no qop [X-008]', () => {
    const { value } = digestAnswer(chosen('Digest realm="a", nonce="b"')!, index, mufasa);
    expect(value).toMatch(/^username="Mufasa", realm="a", nonce="b", uri="\/dir\/index.html", response="[0-9a-f]{32}"$/);
  });

  it('send the name hashed, in the extended notation, or as its bytes, as the server can read it [X-008]', () => {
    const named = (header: string) => /username\S* /.exec(digestAnswer(chosen(header)!, index, jason).value)?.[0];
    expect(named(`${unicode}, userhash=true`)).toBe('username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", ');
    expect(digestAnswer(chosen(`${unicode}, userhash=true`)!, index, jason).value).toMatch(/, userhash=true$/);
    expect(named(unicode)).toBe('username*=UTF-8\'\'J%C3%A4s%C3%B8n%20Doe, ');
    const plain = digestAnswer(chosen(unicode.replace(', charset=UTF-8', ''))!, index, jason).value;
    expect(Buffer.from(/username="(.*?)"/.exec(plain)![1]!, 'latin1').toString('utf8')).toBe('Jäsøn Doe');
  });
});

describe('the arithmetic of Digest', () => {
  const challenge = (more: string) => chosen(`Digest realm="r", nonce="n", ${more}`)!;
  const use = { username: 'u', password: 'p', cnonce: 'c', count: 255 };
  const post: DigestRequest = { method: 'POST', uri: '/a?b=c', body_hash: md5('body') };

  it('counts in eight hexadecimal digits, and covers the body with auth-int [X-008]', () => {
    const { value, response } = digestAnswer(challenge('qop="auth-int"'), post, use);
    expect(value).toContain('uri="/a?b=c", qop=auth-int, nc=000000ff, cnonce="c"');
    expect(response).toBe(md5(`${md5('u:r:p')}:n:000000ff:c:auth-int:${md5(`POST:/a?b=c:${md5('body')}`)}`));
  });

  it('makes the key of a session out of its nonces [X-008]', () => {
    const key = md5(`${md5('u:r:p')}:n:c`);
    expect(digestAnswer(challenge('qop=auth, algorithm=MD5-sess'), post, use).response).toBe(md5(`${key}:n:000000ff:c:auth:${md5('POST:/a?b=c')}`));
    const old = digestAnswer(challenge('algorithm=MD5-sess'), post, use);
    expect(old.response).toBe(md5(`${key}:n:${md5('POST:/a?b=c')}`));
    expect(old.value).toContain('cnonce="c"');
  });

  it('keeps the bytes of the realm, whatever their encoding [X-008]', () => {
    for (const bytes of [Buffer.from('Größe', 'utf8'), Buffer.from('Größe', 'latin1')]) {
      const [a1, a2] = [createHash('md5').update('u:').update(bytes).update(':p').digest('hex'), md5('POST:/a?b=c')];
      const found = chosen(`Digest realm="${bytes.toString('latin1')}", nonce="n"`)!;
      expect(digestAnswer(found, post, use).response).toBe(md5(`${a1}:n:${a2}`));
      expect(digestAnswer(found, post, use).value).toContain(`realm="${bytes.toString('latin1')}"`);
    }
  });

  it('gives the proof that a server owes: without a method, over the answer’s body [X-008]', () => {
    expect(digestProof(challenge('qop=auth'), { ...post, method: '' }, use)).toBe(md5(`${md5('u:r:p')}:n:000000ff:c:auth:${md5(':/a?b=c')}`));
  });
});

describe('the choice among challenges', () => {
  it.each([
    ['the strongest in one line', ['Digest realm="a", nonce="1", algorithm=MD5, Digest realm="a", nonce="2", algorithm=SHA-256'], 'SHA-256'],
    ['the strongest of several lines', ['Digest realm="a", nonce="1", algorithm=SHA-256', 'Digest realm="a", nonce="2", algorithm=SHA-512-256', 'Digest realm="a", nonce="3", algorithm=MD5'], 'SHA-512-256'],
    ['the server’s first of two equals', ['Digest realm="a", nonce="1", algorithm=SHA-256-sess, Digest realm="a", nonce="2", algorithm=SHA-256'], 'SHA-256-sess'],
    ['MD5 before an algorithm that nobody knows', ['Digest realm="a", nonce="1", algorithm=SHA-9', 'Digest realm="a", nonce="2", algorithm="md5"'], 'md5'],
    ['Digest before Basic', ['Basic realm="a", Digest realm="a", nonce="1", algorithm=MD5'], 'MD5'],
  ])('takes %s [X-008]', (_, headers, algorithm) => {
    expect(chosen(...headers)?.algorithm).toBe(algorithm);
  });

  it.each(['Basic realm="a"', 'Digest realm="a"', 'Digest nonce="a"', 'Digest realm="a", nonce="1", algorithm=SHA-9', 'Digest realm="a", nonce="1", qop="other"', 'Digest realm="a", nonce="1", algorithm=constructor'])('takes nothing of %s [X-008][F-11]', (header) => {
    expect(chosen(header)).toBeUndefined();
  });

  it('prefers the qop that leaves the body alone [X-008]', () => {
    expect(['auth', 'auth-int', 'auth-int,auth', 'AUTH-INT , Auth'].map((qop) => chosen(`Digest realm="a", nonce="n", qop="${qop}"`)?.qop)).toEqual(['auth', 'auth-int', 'auth', 'auth']);
  });
});
