import { describe, expect, it } from 'vitest';
import * as contract from '../../../shared/contract/all.ts';
import { isSecretName, secretFields, shortJson, withoutSecretHeaders, withoutSecretQuery, withoutSecrets } from '../../../electron/backend/redact.ts';

const secret = ['Authorization', 'proxy-authorization', 'Cookie', 'Set-Cookie', 'X-API-Key', 'api_key', 'apikey', 'password', 'passwd', 'pass_phrase', 'client_secret', 'access_token', 'refreshToken', 'token', 'private_key', 'credentials', 'code_verifier', 'db_password'];
const plain = ['name', 'token_type', 'max_tokens', 'next_page_token', 'secretary', 'keyboard', 'status', 'author', 'tokenInfo', 'id'];

describe('redact', () => {
  it.each(secret)('takes %s for a secret', (name) => expect(isSecretName(name)).toBe(true));
  it.each(plain)('takes %s for no secret', (name) => expect(isSecretName(name)).toBe(false));

  it('marks secrets at any depth, also everything below a secret name', () => {
    const value = { name: 'n', auth: { type: 'api_key', credentials: { name: 'X', value: 'v', list: ['w'] } }, rows: [{ password: 'p' }, { password: '' }] };
    const mark = { $secret: true };
    expect(withoutSecrets(value, isSecretName)).toEqual({
      name: 'n', auth: { type: 'api_key', credentials: { name: mark, value: mark, list: [mark] } }, rows: [{ password: mark }, { password: '' }],
    });
  });

  it('knows the secret of a variable that says so, of a pair by its name, and in a text of fields [F-20]', () => {
    const value = { variables: { a: { value: 'v', secret: true }, b: { value: 'w' } }, parts: [{ name: 'password', value: 'p' }, { name: 'user', value: 'u' }] };
    const kept = (mark: unknown) => ({ variables: { a: { value: mark, secret: true }, b: { value: 'w' } }, parts: [{ name: 'password', value: mark }, { name: 'user', value: 'u' }] });
    expect(withoutSecrets(value, isSecretName)).toEqual(kept({ $secret: true }));
    expect(JSON.parse(shortJson(value, 1e6, isSecretName))).toEqual(kept('•••'));
    const texts = { json: '{"user":"u","password":"p\\"q","n":[{"token":"t', form: 'user=u&client_secret=x%20y&z=1', prose: 'password=not a form' };
    expect(JSON.parse(shortJson(texts, 1e6, isSecretName))).toEqual({ json: '{"user":"u","password":"•••","n":[{"token":"•••"', form: 'user=u&client_secret=•••&z=1', prose: 'password=not a form' });
  });

  it('does not copy what holds no secret', () => {
    const value = { rows: [{ id: '1', token_type: 'Bearer', password: { $secret: true } }] };
    expect(withoutSecrets(value, isSecretName)).toBe(value);
  });

  it('writes the same JSON as JSON.stringify, but for secrets', () => {
    const value = { a: [1, 'x', null, true, { b: undefined, c: [] }], token: 't', 'quo"te': '\n' };
    expect(JSON.parse(shortJson(value, 1e6, isSecretName))).toEqual({ a: [1, 'x', null, true, { c: [] }], token: '•••', 'quo"te': '\n' });
  });

  it('stops at its limit, however large the value is', () => {
    const rows = Array.from({ length: 1_000_000 }, () => ({ text: 'x'.repeat(10) }));
    const text = shortJson(rows, 1000, isSecretName);
    expect(text).toHaveLength(1001);
    expect(text.endsWith('…')).toBe(true);
  });

  it('keeps the scheme of an Authorization, and nothing else of it', () => {
    expect(withoutSecretHeaders({ Authorization: 'Bearer abc', 'x-api-key': 'k', Accept: 'a' })).toEqual({ Authorization: 'Bearer •••', 'x-api-key': '•••', Accept: 'a' });
  });

  it('takes secrets out of an address', () => {
    expect(withoutSecretQuery('http://h/p?api_key=abc&x=1')).toBe('http://h/p?api_key=•••&x=1');
    expect(withoutSecretQuery('http://h/p?x=1')).toBe('http://h/p?x=1');
  });

  it('knows the secret fields of the contract', () => {
    const fieldsOf = secretFields(contract);
    const groups = Object.keys(contract).filter((name) => fieldsOf(`${name}.list`).size > 0);
    expect(groups).not.toEqual([]);
    expect(fieldsOf('no.such').size).toBe(0);
  });
});
