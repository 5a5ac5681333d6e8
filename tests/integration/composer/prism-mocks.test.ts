import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPrism } from '../../peers/prism.ts';
import { startComposer, type Composer } from './platform.ts';

/**
 * Requests as they were imported, judged by Prism, which holds each against the document. It serves no document that has a
 * reference to nowhere (event-backend, DigitalOcean's without its other files), and needs minutes for Discord's and OpenAI's.
 */

interface Judged {
  readonly name: string;
  readonly text: string;
  /** What Prism refuses, and why that is no fault of the request. */
  readonly refused?: Readonly<Record<string, string>>;
}

const folder = resolve(process.env['TRELLIS_OPENAPI_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/openapi'));
const vendor = (file: string, refused: Judged['refused'] = {}): Judged[] => (existsSync(join(folder, file)) ? [{ name: file, text: readFileSync(join(folder, file), 'utf8'), refused }] : []);

/** Whatever a schema may ask of a value, without an example of it. */
const demands = {
  id: { type: 'string', format: 'uuid' }, day: { type: 'string', format: 'date' }, mail: { type: 'string', format: 'email' }, kind: { type: 'string', enum: ['cat', 'dog'] },
  code: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}(x|y)?$' }, long: { type: 'string', minLength: 12 }, short: { type: 'string', maxLength: 3 }, count: { type: 'integer', minimum: 5, multipleOf: 4 },
  below: { type: 'number', maximum: -2 }, list: { type: 'array', minItems: 3, items: { type: 'integer' } },
};
const parameters = (['path', 'query', 'header'] as const).flatMap((place) => Object.entries(demands).filter(([name]) => name !== 'list').map(([name, schema]) => ({ place, name: `${place}-${name}`, schema })));
const template = `/things/${parameters.filter(({ place }) => place === 'path').map(({ name }) => `{${name}}`).join('/')}`;
const body = { type: 'object', required: Object.keys(demands), properties: demands };
const responses = { 200: { description: 'Good' } };
const demanding = {
  openapi: '3.1.0', info: { title: 'Demanding', version: '1' }, servers: [{ url: 'https://demanding.example' }],
  paths: {
    [template]: { post: { parameters: parameters.map(({ place, name, schema }) => ({ in: place, name, required: true, schema })), requestBody: { required: true, content: { 'application/json': { schema: { ...body, properties: { ...demands, above: { type: 'integer', exclusiveMinimum: 7 } } } } } }, responses } },
  },
};
const demandingV2 = {
  swagger: '2.0', info: { title: 'Demanding', version: '1' }, host: 'demanding.example', consumes: ['application/json'],
  paths: { [template]: { post: { parameters: [...parameters.map(({ place, name, schema }) => Object.assign({ in: place, name, required: true }, schema)), { in: 'body', name: 'body', required: true, schema: body }], responses } } },
};

const oneItem = 'a list of one item looks like a value in a form, and Prism takes it for one';

const judged: readonly Judged[] = [
  { name: 'our own, OpenAPI 3.1', text: JSON.stringify(demanding) },
  { name: 'our own, Swagger 2.0', text: JSON.stringify(demandingV2) },
  ...vendor('OAI/_archive___schemas__v3.0__pass__callback-example.yaml'),
  ...vendor('OAI/_archive___schemas__v3.0__pass__petstore-expanded.yaml'),
  ...vendor('Mermade/3.0__pass__OAI__uspto.yaml'),
  ...vendor('Mermade/3.0__pass__OAI__uber.yaml'),
  ...vendor('slackapi/web-api__slack_web_openapi_v2.json'),
  ...vendor('twilio/spec__json__twilio_verify_v2.json', {
    'POST /v2/Services/{ServiceSid}/Entities/{Identity}/Challenges': oneItem, 'POST /v2/Services/{ServiceSid}/Webhooks': oneItem, 'POST /v2/Services/{ServiceSid}/Webhooks/{Sid}': oneItem,
  }),
  ...vendor('twilio/spec__json__twilio_api_v2010.json', { 'POST /2010-04-01/Accounts/{AccountSid}/SIP/Domains/{Sid}.json': 'the document’s own example is no address' }),
  ...vendor('box/openapi.json', {
    'POST /files/{file_id}/content': 'Prism takes an object in a multipart form for a text', 'PUT /folders/{folder_id}#remove_shared_link': 'the document’s own example has null where its schema has an object',
  }),
];

type Row = Record<string, unknown> & { readonly id: string; readonly method: string; readonly path: string };
interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
  readonly error: string | null;
}

/** Of a large API, about so many of its requests are sent. */
const sample = 60;

let composer: Composer;
let place: string;
beforeAll(async () => {
  composer = await startComposer();
  place = mkdtempSync(join(tmpdir(), 'trellis-prism-'));
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  rmSync(place, { recursive: true, force: true });
});

/** Documents hold no credentials, and Prism only asks whether there are any. */
function filledIn(auth: unknown): unknown {
  // A document says where tokens come from; here one was given.
  if ((auth as { type?: string } | null)?.type === 'oauth2') return { type: 'oauth2', credentials: { access_token: 'given' } };
  return JSON.parse(JSON.stringify(auth), (name, value: unknown) => (value === '' && name !== 'prefix' ? 'given' : value));
}

async function ok<T>(method: string, data: object): Promise<T> {
  const answer = await composer.call<T>(method, data);
  expect(answer.error).toBeUndefined();
  return answer.data;
}

describe('imported requests are ready to be sent, as Prism judges them [C-111][C-132]', () => {
  it.each(judged)('$name', { timeout: 240_000 }, async ({ name, text, refused = {} }) => {
    const file = join(place, `${judged.findIndex((one) => one.name === name)}.${/^\s*\{/.test(text) ? 'json' : 'yaml'}`);
    writeFileSync(file, text);
    await using prism = await startPrism(file);
    const { api_id } = await ok<{ api_id: string }>('import-openapi', { document: text });
    const { auth } = await ok<Row>('get-api', { id: api_id });
    await ok('update-api', { id: api_id, server_url: prism.url, base_path: '', auth: filledIn(auth) });
    const rows = await ok<Row[]>('list-endpoints', { api_id });
    const chosen = rows.filter((_, at) => at % Math.ceil(rows.length / sample) === 0);
    const complaints: Record<string, string> = {};
    for (const { id, method, path, auth: own, server_url: server } of chosen) {
      if (server !== undefined) await ok('update-endpoint', { id, server_url: prism.url, base_path: '' });
      const { status, headers, data, error } = await ok<Answered>('api-router-execute', { endpoint_id: id, ...(own ? { auth: filledIn(own) } : {}) });
      if (status < 200 || status > 299) complaints[`${method} ${path}`] = `${status} ${error ?? ''} ${headers['sl-violations'] ?? JSON.stringify(data)}`.slice(0, 600);
    }
    const unexpected = Object.fromEntries(Object.entries(complaints).filter(([request]) => !Object.hasOwn(refused, request)));
    expect(unexpected).toEqual({});
    expect(chosen.length).toBeGreaterThan(0);
    // What is listed as refused is so indeed, where it was sent.
    const sent = new Set(chosen.map(({ method, path }) => `${method} ${path}`));
    expect(Object.keys(refused).filter((request) => sent.has(request) && !Object.hasOwn(complaints, request))).toEqual([]);
  });
});
