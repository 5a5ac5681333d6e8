import { expect, it } from 'vitest';
import { challengesOf, paramsOf, quote } from '../../../electron/execution/auth/challenges.ts';

const read = (header: string | string[]) => challengesOf(header).map(({ scheme, params, token68 }) => [scheme, token68 ?? Object.fromEntries(params)]);

it.each([
  ['a scheme alone', 'Hawk', [['Hawk', {}]]],
  ['RFC 7235’s example of two in one line', 'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"', [
    ['Newauth', { realm: 'apps', type: '1', title: 'Login to "apps"' }], ['Basic', { realm: 'simple' }],
  ]],
  ['two in two lines', ['Basic realm="a"', 'Digest realm="a", nonce="n"'], [['Basic', { realm: 'a' }], ['Digest', { realm: 'a', nonce: 'n' }]]],
  ['commas and escaped quotes in the realm', 'Digest realm="a, \\"b\\", Basic realm=c", nonce="n"', [['Digest', { realm: 'a, "b", Basic realm=c', nonce: 'n' }]]],
  ['values that stand without quotes', 'Digest realm=a,nonce=bm9uY2U==,qop=auth,algorithm=MD5,stale=FALSE', [['Digest', { realm: 'a', nonce: 'bm9uY2U==', qop: 'auth', algorithm: 'MD5', stale: 'FALSE' }]]],
  ['values in quotes that need none', 'Digest realm="a", algorithm="MD5", stale="true", qop="auth,auth-int"', [['Digest', { realm: 'a', algorithm: 'MD5', stale: 'true', qop: 'auth,auth-int' }]]],
  ['base64 with its padding', 'Negotiate YWJj/+==, NTLM', [['Negotiate', 'YWJj/+=='], ['NTLM', {}]]],
  ['any spelling of names, and spaces around the equals sign', 'DIGEST Realm = "a" ,  NONCE ="n"', [['DIGEST', { realm: 'a', nonce: 'n' }]]],
  ['empty elements of the list', ', Basic realm="",, ,Digest realm="a", ', [['Basic', { realm: '' }], ['Digest', { realm: 'a' }]]],
  ['the first of two parameters of one name', 'Basic realm="a", realm="b"', [['Basic', { realm: 'a' }]]],
  ['a quoted string without its end', 'Digest realm="a, nonce=b', [['Digest', { realm: 'a, nonce=b' }]]],
  ['what stands between by mistake', 'Basic realm="a" ;"x" (b), Digest nonce="n"', [['Basic', { realm: 'a' }], ['b', {}], ['Digest', { nonce: 'n' }]]],
  ['parameters of no scheme as nothing', 'realm="a"', []],
  ['nothing', '', []],
  ['names that objects have as names', 'Digest __proto__="a", constructor=b', [['Digest', Object.fromEntries([['__proto__', 'a'], ['constructor', 'b']])]]],
])('reads %s [X-008][F-11]', (_, header, expected) => {
  expect(read(header)).toEqual(expected);
});

it('reads the parameters of a header without a scheme [X-008]', () => {
  expect(Object.fromEntries(paramsOf('rspauth="6629f", cnonce="c", nc=00000001, qop=auth'))).toEqual({ rspauth: '6629f', cnonce: 'c', nc: '00000001', qop: 'auth' });
  expect(paramsOf(undefined).size).toBe(0);
});

it('writes what it reads back [X-008]', () => {
  for (const text of ['', 'a, b', '"', '\\', 'a"b\\c', '\\"']) expect(read(`X v=${quote(text)}`)).toEqual([['X', { v: text }]]);
});

it('takes time in proportion to the length of what a hostile target sends [F-11]', () => {
  for (const piece of ['"', '\\', 'a ', 'a=', ',', ' ', 'a', '=', 'a="', 'a =']) {
    const started = performance.now();
    challengesOf(`Digest ${piece.repeat(32_768)}`);
    expect(performance.now() - started).toBeLessThan(2000);
  }
});
