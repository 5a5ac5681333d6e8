import { describe, expect, it } from 'vitest';
import { typedSecrets } from '../../../electron/execution/typed-secrets.ts';
import type { ExecutionRequest } from '../../../electron/execution/request.ts';

const of = (request: Partial<ExecutionRequest>) => typedSecrets({ method: 'POST', url: 'http://h', ...request });

describe('secrets by their names [F-20]', () => {
  it.each<[string, Partial<ExecutionRequest>, string[]]>([
    ['headers', { headers: { Authorization: 'Bearer abc', 'X-Auth-Token': 't1', 'X-API-Key': 7, Accept: 'a' } }, ['Bearer abc', 'abc', 't1', 't1', '7', '7']],
    ['cookies', { headers: { cookie: 'a=1; sid=x=y' } }, ['1', 'x=y']],
    ['the query', { query: { access_token: 'q', apiKey: ['k1', 'k2'], q: 'x' } }, ['q', 'k1', 'k2']],
    ['a form', { body: { type: 'x-www-form-urlencoded', content: { user: 'me', password: 'p' } } }, ['p']],
    ['the text of a form', { body: { type: 'raw', content_type: 'application/x-www-form-urlencoded', content: 'user=me&client_secret=a+b%21' } }, ['a b!']],
    ['the parts of a form', { body: { type: 'form-data', content: [{ name: 'user', value: 'me' }, { name: 'password', value: 'p' }] } }, ['p']],
    ['JSON', { body: { type: 'raw', content: '{"login":{"clientSecret":"s","name":"n"},"list":[{"passphrase":1}]}' } }, ['s', '1']],
  ])('are found in %s', (_, request, secrets) => {
    expect(of(request)).toEqual(secrets);
  });

  it.each<[string, Partial<ExecutionRequest>]>([
    ['what leads to the next page', { query: { page_token: 'p', nextToken: 'n', sync_token: 's' }, body: { type: 'raw', content: { cursor_token: 'c' } } }],
    ['ordinary names', { headers: { 'X-Tokens': 'a' }, query: { secretary: 'a', passwords: 'b' } }],
    ['texts and bytes', { body: { type: 'raw', content: 'password: x' } }],
    ['JSON that is none', { body: { type: 'raw', content: '{"password":' } }],
    ['base64', { body: { type: 'binary', content: 'cGFzc3dvcmQ=' } }],
  ])('are not %s', (_, request) => {
    expect(of(request)).toEqual([]);
  });
});
