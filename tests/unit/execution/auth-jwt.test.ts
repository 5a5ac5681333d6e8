import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { compactVerify, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { credentialsOf } from '../../../electron/execution/auth/kinds.ts';
import type { Hop } from '../../../electron/execution/redirects.ts';

const hop: Hop = { method: 'GET', url: new URL('http://h/'), headers: new Map(), body: null };
const made = async (credentials: Record<string, unknown>) => {
  const { signer } = credentialsOf({ type: 'jwt', credentials });
  return signer!.sign(hop, new AbortController().signal);
};
const token = async (credentials: Record<string, unknown>) => (await made(credentials)).headers!['authorization']!.replace('Bearer ', '');

/** RFC 7515, appendices A.1, A.2 and A.3: keys, and the tokens that they signed. */
const payload = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
const oct = { kty: 'oct', k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow' };
const rsa = {
  kty: 'RSA', e: 'AQAB',
  n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
  d: 'Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXOoAJe46sui395IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M_V51gfpRLI9JYanrC4D4qAdGcopV_0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl_x_jTj3ccPDVZFD9pIuhLhBOneufuBiB4cS98l2SR_RQyGWSeWjnczT0QU91p1DhOVRuOopznQ',
  p: '4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH_5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw_Py5PJdTJNPY8cQn7ouZ2KKDcmnPGBY5t7yLc1QlQ5xHdwW1VhvKn-nXqhJTBgIPgtldC-KDV5z-y2XDwGUc',
  q: 'uQPEfgmVtjL0Uyyx88GZFF1fOunH3-7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zFYHj7C6ul7TjeLQeZD_YwD66t62wDmpe_HlB-TnBA-njbglfIsRLtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdc',
  dp: 'BwKfV3Akq5_MFZDFZCnW-wzl-CCo83WoZvnLQwCTeDv8uzluRSnm71I3QCLdhrqE2e9YkxvuxdBfpT_PI7Yz-FOKnu1R6HsJeDCjn12Sk3vmAktV2zb34MCdy7cpdTh_YVr7tss2u6vneTwrA86rZtu5Mbr1C1XsmvkxHQAdYo0',
  dq: 'h_96-mK1R_7glhsum81dZxjTnYynPbZpHziZjeeHcXYsXaaMwkOlODsWa7I9xXDoRwbKgB719rrmI2oKr6N3Do9U0ajaHF-NKJnwgjMd2w9cjz3_-kyNlxAr2v4IKhGNpmM5iIgOS1VZnOZ68m6_pbLBSp3nssTdlqvd0tIiTHU',
  qi: 'IYd7DHOhrWvxkwPQsRM2tOgrjbcrfvtQJipd-DlcxyVuuM9sQLdgjVk2oy26F0EmpScGLq2MowX7fhd_QJQ3ydy5cY7YIBi87w93IKLEdfnbJtoOPLUW0ITrJReOgo1cq9SbsxYawBgfp_gh6A5603k2-ZQwVK0JKSHuLFkuQ3U',
};
const ec = { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0', d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' };
/** RFC 8037, appendix A.1. */
const okp = { kty: 'OKP', crv: 'Ed25519', d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
const claims = { iss: 'joe', 'http://example.com/is_root': true };
const publicOf = ({ kty, n, e, crv, x, y, k }: Record<string, string>) => JSON.parse(JSON.stringify({ kty, n, e, crv, x, y, k })) as Record<string, string>;

describe('a signed token', () => {
  it.each([
    ['HS256', oct, `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${payload}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`],
    ['RS256', rsa, `eyJhbGciOiJSUzI1NiJ9.${payload}.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw`],
    ['ES256', ec, `eyJhbGciOiJFUzI1NiJ9.${payload}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`],
  ])('verifies with the key of RFC 7515’s example of %s, as that example does [X-006]', async (algorithm, jwk, published) => {
    const verifying = await importJWK(publicOf(jwk), algorithm);
    expect(new TextDecoder().decode((await compactVerify(published, verifying)).payload)).toBe('{"iss":"joe",\r\n "exp":1300819380,\r\n "http://example.com/is_root":true}');
    const { payload: signed, protectedHeader } = await jwtVerify(await token({ claims, key: JSON.stringify(jwk), algorithm }), verifying);
    expect([signed, protectedHeader]).toEqual([claims, { alg: algorithm, typ: 'JWT' }]);
  });

  it('is, of a secret text, the one that every JWT library makes [X-006]', async () => {
    expect(await token({ claims: { sub: '1234567890', name: 'John Doe', iat: 1516239022 }, key: 'your-256-bit-secret' }))
      .toBe('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c');
  });

  const rsaPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
  it.each([
    ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].map((algorithm) => [algorithm, rsaPair] as const),
    ['ES256', curve('P-256')] as const, ['ES384', curve('P-384')] as const, ['ES512', curve('P-521')] as const,
    ['EdDSA', generateKeyPairSync('ed25519')] as const,
  ])('verifies with %s, its key given as PEM or as JWK [X-006]', async (algorithm, { privateKey, publicKey }) => {
    for (const key of [privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, JSON.stringify(privateKey.export({ format: 'jwk' }))]) {
      expect((await jwtVerify(await token({ claims, key, algorithm }), publicKey, { algorithms: [algorithm] })).payload).toEqual(claims);
    }
  });

  it('verifies with a key in the older PEM forms, and with the Ed25519 key of RFC 8037 [X-006]', async () => {
    const old = rsaPair.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
    expect((await jwtVerify(await token({ claims, key: old, algorithm: 'RS256' }), rsaPair.publicKey)).payload).toEqual(claims);
    const signed = await token({ claims, key: JSON.stringify(okp), algorithm: 'EdDSA' });
    expect((await jwtVerify(signed, createPublicKey({ key: publicOf(okp) as never, format: 'jwk' }))).payload).toEqual(claims);
  });

  it('verifies with a PEM key that lost its line breaks in a field of one line, or has them as \\n [X-006]', async () => {
    const pem = rsaPair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    for (const key of [pem.replaceAll('\n', ''), pem.replaceAll('\n', ' '), pem.replaceAll('\n', '\\n'), pem.replaceAll('\n', '\r\n')]) {
      expect((await jwtVerify(await token({ claims, key, algorithm: 'RS256' }), rsaPair.publicKey)).payload).toEqual(claims);
    }
  });

  it.each(['HS256', 'HS384', 'HS512'])('verifies with %s and a secret text [X-006]', async (algorithm) => {
    const secret = 'größer als ein Wort';
    expect((await jwtVerify(await token({ claims, key: secret, algorithm }), Buffer.from(secret, 'utf8'), { algorithms: [algorithm] })).payload).toEqual(claims);
  });

  it('expires when it should, unless its claims say when [X-006]', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { payload: fresh } = await jwtVerify(await token({ claims: '{"sub": "me"}', key: 'secret', expires_in: '60' }), Buffer.from('secret'));
    expect(fresh.exp! - fresh.iat!).toBe(60);
    expect(fresh.iat).toBeGreaterThanOrEqual(before);
    const { payload: own } = await jwtVerify(await token({ claims: { exp: before + 5, iat: 7 }, key: 'secret', expires_in: 60 }), Buffer.from('secret'));
    expect(own).toEqual({ exp: before + 5, iat: 7 });
  });

  it('names its key, by the JWK’s own name or by one that is given [X-006]', async () => {
    const key = JSON.stringify({ ...oct, kid: 'first' });
    expect(decodeProtectedHeader(await token({ claims, key })).kid).toBe('first');
    expect(decodeProtectedHeader(await token({ claims, key, key_id: 'second' })).kid).toBe('second');
  });

  it('is the same for all hops of one execution [X-006]', async () => {
    const signer = credentialsOf({ type: 'jwt', credentials: { claims, key: JSON.stringify(ec), algorithm: 'ES256' } }).signer!;
    const { signal } = new AbortController();
    expect(await signer.sign(hop, signal)).toEqual(await signer.sign(hop, signal));
  });

  it('has its key, itself and its signature masked [X-006][F-20]', async () => {
    const { secrets } = await made({ claims, key: 'secret-key' });
    expect(secrets[0]!.split('.')).toHaveLength(3);
    expect(secrets[1]).toBe(secrets[0]!.split('.')[2]);
    expect(credentialsOf({ type: 'jwt', credentials: { claims, key: 'secret-key' } }).secrets).toEqual(['secret-key']);
  });
});

describe('where it stands', () => {
  it.each([
    ['as a bearer token', { token: 'a.b.c' }, { authorization: 'Bearer a.b.c' }],
    ['under a name of its own', { token: 'a.b.c', header: 'X-Token', prefix: '' }, { 'x-token': 'a.b.c' }],
    ['after a prefix of its own', { token: 'a.b.c', prefix: 'JWT' }, { authorization: 'JWT a.b.c' }],
  ])('a given token goes %s [X-006]', (_, credentials, headers) => {
    expect(credentialsOf({ type: 'jwt', credentials })).toMatchObject({ headers, secrets: ['a.b.c', 'c'] });
  });

  it('a signed token goes in the header that is named [X-006]', async () => {
    expect((await made({ claims, key: 'k', header: 'X-Token', prefix: 'JWT' })).headers!['x-token']).toMatch(/^JWT ey/);
  });
});

describe('what cannot be signed', () => {
  const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privatePem = pem.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  it.each([
    ['no key', { claims }, 'no token, and no key'],
    ['the algorithm none', { claims, key: 'k', algorithm: 'none' }, 'without a signature'],
    ['the algorithm NoNe', { claims, key: 'k', algorithm: 'NoNe' }, 'without a signature'],
    ['an unknown algorithm', { claims, key: 'k', algorithm: 'HS1' }, 'cannot be signed with “HS1”'],
    ['claims that are a list', { claims: '[1]', key: 'k' }, 'are a JSON object'],
    ['claims that are no JSON', { claims: '{', key: 'k' }, 'are a JSON object'],
    ['a lifetime that is none', { claims, key: 'k', expires_in: 'soon' }, 'cannot expire in “soon”'],
    ['a lifetime that is over', { claims, key: 'k', expires_in: -1 }, 'cannot expire in “-1”'],
    ['a secret text for a key pair', { claims, key: 'secret', algorithm: 'RS256' }, 'signs with a private key'],
    ['a private key as a secret', { claims, key: privatePem, algorithm: 'HS256' }, 'signs with a shared secret'],
    ['a JWK of a pair as a secret', { claims, key: JSON.stringify(ec), algorithm: 'HS256' }, 'signs with a shared secret'],
    ['a JWK without its secret', { claims, key: '{"kty":"oct"}', algorithm: 'HS256' }, 'has no “k”'],
    ['a public key', { claims, key: pem.publicKey.export({ type: 'spki', format: 'pem' }) as string, algorithm: 'ES256' }, 'no private key that can be read'],
    ['a public JWK', { claims, key: JSON.stringify(publicOf(ec)), algorithm: 'ES256' }, 'no private key that can be read'],
    ['a broken PEM', { claims, key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', algorithm: 'ES256' }, 'no private key that can be read'],
    ['an encrypted key', { claims, key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' }) as string, algorithm: 'ES256' }, 'without a pass phrase'],
    ['a key of another curve', { claims, key: privatePem, algorithm: 'ES384' }, 'do not fit ES384'],
    ['a key of another kind', { claims, key: privatePem, algorithm: 'RS256' }, 'do not fit RS256'],
    ['a short RSA key', { claims, key: generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, algorithm: 'RS256' }, 'do not fit RS256'],
    ['a header that is no name', { token: 'a', header: 'X Y' }, 'cannot be the name of a header'],
    ['a token with a line break', { token: 'a\r\nX-Evil: 1' }, 'line break'],
  ])('is refused: %s [X-006][F-8]', async (_, credentials, message) => {
    const failure: unknown = await (async () => made(credentials))().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) as string });
  });

  it('is refused without a word of the key [X-006][F-20]', async () => {
    for (const [key, algorithm] of [['canary-secret', 'RS256'], [privatePem, 'HS256'], [privatePem, 'RS256'], [`${privatePem.slice(0, 60)}\n-----END PRIVATE KEY-----`, 'ES256'], [JSON.stringify({ ...ec, x: 'canary' }), 'ES256']] as const) {
      const failure: unknown = await (async () => made({ claims, key, algorithm }))().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'invalid_input' });
      const said = `${(failure as Error).message} ${JSON.stringify(failure)}`;
      expect([said, ...key.split('\n').slice(1, 2), ec.d].filter((part) => part !== said && said.includes(part))).toEqual([]);
      expect(said).not.toContain('canary');
    }
  });
});
