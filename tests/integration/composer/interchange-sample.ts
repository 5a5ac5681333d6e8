import type { Received, Target } from '../../unit/execution/target-server.ts';
import type { Composer } from './platform.ts';

/** An API with an endpoint of every sort that collections tell apart, and the secrets in it. */

export const secrets = {
  api_token: 'canary-bearer-4711', password: 'canary-p@ss:word', api_key: 'canary-key-0815', custom: 'canary-custom-77', other: 'canary-other-78', header: 'canary-header-12', field: 'canary-field-34',
} as const;

export const endpoints = [
  { name: 'List', method: 'GET', path: '/things?fixed=1', parameters: [{ name: 'tag', in: 'query', value: ['a b', 'c&d%26+#='] }, { name: 'off', in: 'query', example: 'not sent' }, { name: 'X-Param', in: 'header', value: 'p' }] },
  { name: 'Read', method: 'GET', path: '/things/{id}', parameters: [{ name: 'id', in: 'path', required: true, value: 'a-1' }], headers: { 'X-Plain': 'it\'s "so"' }, folder: 'Things / Single' },
  { name: 'Make', method: 'POST', path: '/things', body: { type: 'raw', content_type: 'application/json', content: '{"name":"Ä \\"b\\" \\n","n":12345678901234567890,"price":1.50}' }, folder: 'Things' },
  { name: 'Text', method: 'PUT', path: '/text', body: { type: 'raw', content_type: 'text/plain; charset=utf-8', content: '@not a file\nline $HOME `x` \\ \'quoted\'' } },
  { name: 'Form', method: 'POST', path: '/form', body: { type: 'x-www-form-urlencoded', content: { a: '1 & 2', b: ['x', 'y'], c: 'ü' } } },
  { name: 'Parts', method: 'POST', path: '/parts', body: { type: 'form-data', content: [{ name: 'a', value: 'one; two="3"' }, { name: 'json', value: '{"b":2}', content_type: 'application/json' }] } },
  { name: 'Basic', method: 'GET', path: '/basic', auth: { type: 'basic_auth', credentials: { username: 'ada', password: secrets.password } } },
  { name: 'Key in header', method: 'GET', path: '/key', auth: { type: 'api_key', credentials: { name: 'X-Key', value: secrets.api_key, in: 'header', prefix: 'Token' } } },
  { name: 'Key in query', method: 'GET', path: '/key?a=1', auth: { type: 'api_key', credentials: { name: 'key', value: secrets.api_key, in: 'query' } } },
  { name: 'Custom', method: 'DELETE', path: '/custom', auth: { type: 'custom', credentials: { headers: { 'X-One': secrets.custom, 'X-Two': secrets.other } } } },
  { name: 'Open', method: 'OPTIONS', path: '/open', auth: { type: 'none', credentials: {} } },
];

export interface Sample {
  readonly api_id: string;
  readonly ids: ReadonlyMap<string, string>;
}

export async function makeSample(composer: Composer, target: Target): Promise<Sample> {
  const { data: api } = await composer.call<{ id: string }>('create-api', {
    name: 'Sample', description: 'One of each', server_url: target.url, base_path: '/v1', auth: { type: 'bearer_token', credentials: { token: secrets.api_token } },
  });
  const ids = new Map<string, string>();
  for (const endpoint of endpoints) {
    const { data, error } = await composer.call<{ id: string }>('create-endpoint', { api_id: api.id, ...endpoint });
    if (error !== undefined) throw new Error(error);
    ids.set(endpoint.name, data.id);
  }
  return { api_id: api.id, ids };
}

/** What a request says, without what each client adds of its own; parts of a form without their boundary. */
export function said({ method, url, headers, body }: Received) {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? undefined : body.split(`--${boundary}`).slice(1, -1).map((part) => part.trim().split('\r\n').toSorted().join('\n').toLowerCase());
  const names = ['authorization', 'x-key', 'x-one', 'x-two', 'x-plain', 'x-param'];
  const [path = '', query = ''] = url.split('?');
  const type = (headers['content-type'] ?? '').split(';')[0];
  return {
    method, path, query: [...new URLSearchParams(query)].map((pair) => pair.join('=')).toSorted(), type,
    headers: Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))),
    body: parts ?? (type === 'application/x-www-form-urlencoded' ? [...new URLSearchParams(body)] : body),
  };
}
