import { payloadOf } from '../../../execution/body-kinds.ts';
import { mergeQuery } from '../../../execution/query.ts';
import { scalarText, type BodySpec, type Fields } from '../../../execution/request.ts';
import { toErrorValue } from '../../../../shared/errors.ts';
import { pathVariableNames } from '../../../../shared/rules/path-template.ts';
import { layerOf, resolveVariables, type Layer } from '../../../../shared/rules/variables.ts';
import { composeRequest, type ComposerRow } from '../../../execution/compose/compose-request.ts';
import { isTree, textField } from '../openapi/tree.ts';
import type { AuthFields, Pair, Problem } from './collection.ts';
import { isBasicClient, isFetched } from './oauth-client.ts';
import { prefixed } from './postman-auth.ts';
import { authOf, type SafeRows } from './safe-rows.ts';
import { slugOf } from './placeholders.ts';
import { variablesIn } from './variables.ts';

/** One request as it would be sent, with placeholders for what is secret and for variables without a value. */
export interface Outgoing {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  /** With the content type of the body, and without what signs in. */
  readonly headers: readonly Pair[];
  readonly auth: AuthFields;
  readonly body: OutgoingBody | null;
}

export type OutgoingBody =
  | { readonly type: 'text'; readonly text: string; readonly content_type: string }
  | { readonly type: 'form'; readonly parts: readonly OutgoingPart[] }
  | { readonly type: 'file'; readonly filename: string; readonly content_type: string; readonly base64: string };

export interface OutgoingPart {
  readonly name: string;
  readonly value: string;
  readonly filename?: string;
  readonly content_type?: string;
}

const nowhere = 'http://server.invalid';

/** Of rows with placeholders; a problem and nothing else where the endpoint cannot be sent. */
export async function outgoingOf({ api, environment }: Pick<SafeRows, 'api' | 'environment'>, endpoint: ComposerRow, problems: Problem[]): Promise<Outgoing | undefined> {
  const name = textField(endpoint, 'name') || textField(endpoint, 'path');
  const layers = [environment, api].map(({ variables }) => layerOf(variables));
  const server = resolveVariables(textField(endpoint, 'server_url') || textField(api, 'server_url'), layers).text;
  const isKnown = URL.canParse(server) && !server.includes('{{');
  try {
    const row = withoutEmpty(isKnown ? endpoint : { ...endpoint, server_url: nowhere }, layers);
    const request = composeRequest(api, row, { variables: asTheyStand([row, api['auth']], layers) }, environment);
    const url = new URL(request.url);
    mergeQuery(url, request.query ?? {}, request.query_styles);
    const readable = shown(url.href);
    const body = await bodyOf(request.body);
    const headers = Object.entries(request.headers ?? {}).flatMap(([header, value]): Pair[] => (scalarText(value) === undefined ? [] : [{ name: header, value: shown(scalarText(value)!) }]));
    const hasType = headers.some((header) => header.name.toLowerCase() === 'content-type');
    return {
      name, method: request.method, url: isKnown ? readable : readable.replace(nowhere, server.replace(/\/+$/, '') || '{{server_url}}'), body,
      headers: body && body.type !== 'form' && !hasType ? [...headers, { name: 'Content-Type', value: body.content_type }] : headers,
      auth: authOf({ id: '', auth: request.auth }) ?? { type: 'none', credentials: {} },
    };
  } catch (thrown) {
    problems.push({ where: name, message: `It is left out, since it cannot be sent: ${toErrorValue(thrown).message}` });
    return undefined;
  }
}

/** Names without a value that may be shown are given themselves, so that they come out as they went in. */
const asTheyStand = (texts: unknown, layers: readonly Layer[]): Fields =>
  Object.fromEntries(variablesIn(JSON.stringify(texts)).filter((name) => !layers.some((layer) => layer.has(name))).map((name) => [name, `\\{{${name}}}`]));

/** Placeholders are ours, and stay readable in an address. */
const shown = (text: string) => text.replace(/%7B%7B([\w.-]+)%7D%7D/gi, '{{$1}}');

/** Variables of the path without a value have their placeholders for one, whichever way they are written. */
function withoutEmpty(endpoint: ComposerRow, layers: readonly Layer[]): ComposerRow {
  const path = textField(endpoint, 'path').replace(/\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g, (whole, name: string) => (layers.some((layer) => layer.has(name)) ? whole : `{${name}}`));
  const missing = pathVariableNames(path.replace(/\{\{[^{}]*\}\}/g, '')).map((name): [string, string] => [name, `{{${slugOf(name)}}}`]);
  const parameters = (Array.isArray(endpoint['parameters']) ? (endpoint['parameters'] as unknown[]) : []).filter((one): one is Fields => isTree(one));
  const known = new Set(parameters.filter((one) => one['in'] === 'path' && ![undefined, null, ''].includes(one['value'] as string)).map((one) => one['name']));
  const others = parameters.filter((one) => one['in'] !== 'path' || known.has(one['name']));
  return { ...endpoint, path, parameters: [...others, ...missing.filter(([name]) => !known.has(name)).map(([name, value]) => ({ name, in: 'path', value }))] };
}

/** Throws as the engine does for a body that cannot be sent. */
export async function bodyOf(body: BodySpec | null | undefined): Promise<OutgoingBody | null> {
  if (!body) return null;
  const content_type = body.content_type ?? '';
  if (body.type === 'form-data') return { type: 'form', parts: partsOf(body.content) };
  if (body.type === 'binary') return { type: 'file', filename: 'body.bin', content_type: content_type || 'application/octet-stream', base64: scalarText(body.content) ?? '' };
  const payload = await payloadOf(body);
  const bytes = payload?.open();
  if (!payload || !(bytes instanceof Uint8Array)) return null;
  return { type: 'text', text: shown(Buffer.from(bytes).toString('utf8')), content_type: payload.content_type };
}

function partsOf(content: unknown): OutgoingPart[] {
  if (isTree(content)) return Object.entries(content).flatMap(([name, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): OutgoingPart => ({ name, value: scalarText(one) ?? JSON.stringify(one) ?? '' })));
  return (Array.isArray(content) ? (content as unknown[]) : []).filter((one) => isTree(one)).map(partOf);
}

function partOf(part: Fields): OutgoingPart {
  const filename = textField(part, 'filename') || (part['file'] === undefined && part['content'] === undefined ? '' : 'file');
  const type = textField(part, 'content_type');
  return { name: textField(part, 'name'), value: textField(part, 'value'), ...(filename === '' ? {} : { filename }), ...(type === '' ? {} : { content_type: type }) };
}

/** How a request signs in, where the tool that is to send it has no words of its own for it. */
export interface SignedIn {
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  /** What the reader must put in the place of a placeholder that is no secret of ours. */
  readonly note?: string;
}

export function signedIn({ type, credentials }: AuthFields): SignedIn {
  const text = (name: string) => scalarText(credentials[name]) ?? '';
  switch (type) {
    case 'api_key': {
      const pair: Pair = { name: text('name'), value: prefixed(text('prefix'), text('value')) };
      return text('in') === 'query' ? { headers: [], query: [pair] } : { headers: [pair], query: [] };
    }
    case 'bearer_token':
      return authorization(`Bearer ${text('token')}`);
    case 'jwt':
      if (text('token') !== '') return authorization(`Bearer ${text('token')}`);
      return authorization('Bearer {{jwt}}', `{{jwt}} is a token with the claims ${JSON.stringify(credentials['claims'] ?? {})}, signed with ${text('key') || 'the key'} (${text('algorithm') || 'HS256'})`);
    case 'basic_auth':
      return basic(text('username'), text('password'));
    case 'oauth2':
      if (isFetched(credentials)) return authorization('Bearer {{access_token}}', `{{access_token}} is fetched anew for each run${text('token_url') === '' ? '' : ` from ${text('token_url')}`}, as ${text('client_id') || 'the connection'} has it`);
      return isBasicClient(credentials) ? basic(text('client_id'), text('client_secret')) : authorization(`Bearer ${text('access_token')}`);
    case 'digest':
      return authorization('Digest {{digest_response}}', `{{digest_response}} answers the server’s challenge for ${text('username') || 'the user'} with ${text('password') || 'the password'} (RFC 7616)`);
    case 'hawk':
      return authorization('Hawk {{hawk_signature}}', `{{hawk_signature}} is made anew for each request, of ${text('id') || 'the id'} and ${text('key') || 'the key'}`);
    case 'custom':
      return { headers: Object.entries(isTree(credentials['headers']) ? credentials['headers'] : {}).map(([name, value]) => ({ name, value: scalarText(value) ?? '' })), query: [] };
    default:
      return { headers: [], query: [] };
  }
}

const authorization = (value: string, note?: string): SignedIn => ({ headers: [{ name: 'Authorization', value }], query: [], ...(note === undefined ? {} : { note }) });
const basic = (username: string, password: string) => authorization('Basic {{basic_credentials}}', `{{basic_credentials}} is the base64 of ${username || 'the user name'}:${password || 'the password'}`);

/** The address with more fields in its query; placeholders stay readable. */
export function withQuery(url: string, query: readonly Pair[]): string {
  const added = query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return added === '' ? url : shown(`${url}${url.includes('?') ? '&' : '?'}${added}`);
}
