import { AppError } from '../../../../shared/errors.ts';
import { harText, type HarBody, type HarExchange, type HarPair } from '../../../../shared/rules/har.ts';
import { masked } from '../../../execution/mask.ts';
import { scalarText, type BodySpec } from '../../../execution/request.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { executionsOf } from '../executions.ts';
import { field, isTree, listField, textField } from '../openapi/tree.ts';
import type { Problem } from './collection.ts';
import { bodyOf, signedIn, withQuery, type SignedIn } from './outgoing.ts';
import { slugOf, type Placeholders } from './placeholders.ts';
import { authOf, type SafeRows } from './safe-rows.ts';

/** Of what stands in these archives: the platform has no version of its own. */
const writer = '1';

/**
 * The kept executions of an API or of one endpoint as an HTTP archive, oldest first: what was really sent, not what
 * would be sent now. Only what signed in is told by placeholders. Throws `not_found` where nothing was run.
 */
export async function harOfExecutions(core: Core, rows: SafeRows, caller: Caller, problems: Problem[]): Promise<string> {
  const executions = executionsOf(core);
  const wanted = new Set(rows.endpoints.map(({ id }) => id));
  const kept = executions.list('execution', { api_id: rows.api.id }, caller).rows.filter(({ endpoint_id, status }) => wanted.has(endpoint_id ?? '') && status !== 0);
  if (kept.length === 0) throw new AppError('not_found', 'Nothing was run of it that is still kept, and an HTTP archive holds what was run. Run it, or export it in another format.');
  const exchanges: HarExchange[] = [];
  for (const { id } of kept.toReversed()) {
    const execution: unknown = executions.find(id ?? '', caller);
    const request = field(execution, 'request');
    if (isTree(request)) exchanges.push(...(await exchangesOf(execution, request, rows)));
    else problems.push({ where: id ?? '', message: 'This run was kept before its request was, and is left out.' });
  }
  return harText(exchanges, writer);
}

/** Each request that went out for one run: redirects and answered challenges are entries of their own. */
async function exchangesOf(execution: unknown, request: unknown, { api, endpoints, placeholders }: SafeRows): Promise<HarExchange[]> {
  const safe = <T>(value: T): T => unmasked(placeholders.hide(value)) as T;
  const auth = authOf({ id: '', auth: field(request, 'auth') });
  const row = endpoints.find(({ id }) => id === textField(execution, 'endpoint_id'));
  // What is kept has marks for its secrets; the rows know their names, unless it was typed in for that run.
  const known = (row && authOf(row)) ?? authOf(api);
  const signed = auth === undefined || auth.type === 'none' ? { headers: [], query: [] } : signedIn(known?.type === auth.type && textField(request, 'auth_of') !== 'run' ? known : placeholders.auth(named(auth)));
  const spec = field(request, 'body') as BodySpec | null | undefined;
  const body = spec ? await bodyOf(safe(spec)) : null;
  const failed = textField(execution, 'error');
  const whole = {
    comment: safe([row === undefined ? '' : textField(row, 'name'), failed].filter(Boolean).join(' · ')),
    answer: failed === '' ? answerOf(execution, placeholders, safe) : null,
  };
  const hops = listField(execution, 'hops');
  if (hops.length > 0) return hopsOf(execution, hops, signed, body, whole, placeholders, safe);
  const headers = pairs(Object.entries(fieldsOf(field(request, 'headers'))), placeholders, safe);
  const url = withQuery(safe(textField(request, 'url')), signed.query);
  return [{
    started_at: textField(execution, 'timestamp'), duration_ms: Number(field(execution, 'duration') ?? 0), comment: whole.comment, response: whole.answer,
    request: { method: textField(request, 'method'), url, headers: [...headers, ...signed.headers], query: queryOf(url), body_bytes: -1, body: body && dataOf(body) },
  }];
}

function hopsOf(
  execution: unknown, hops: readonly unknown[], signed: SignedIn, body: Body | null, whole: { comment: string; answer: HarExchange['response'] }, placeholders: Placeholders, safe: <T>(value: T) => T,
): HarExchange[] {
  let begun = Date.parse(textField(execution, 'timestamp'));
  return hops.map((hop, at): HarExchange => {
    const [method = '', , version = 'HTTP/1.1'] = textField(hop, 'request_line').split(' ');
    const sent = listField(hop, 'request_headers').map((pair) => pair as readonly [string, string]);
    const size = sent.find(([name]) => name === 'content-length')?.[1];
    const url = safe(withPlaceholders(textField(hop, 'url'), signed.query));
    const timing = field(hop, 'timing');
    const ms = (name: string) => (typeof field(timing, name) === 'number' ? (field(timing, name) as number) : null);
    const started_at = new Date(begun).toISOString();
    begun += ms('total_ms') ?? 0;
    const [, status = '0', ...phrase] = textField(hop, 'status_line').split(' ');
    const headers = pairs(Object.entries(fieldsOf(field(hop, 'headers'))).flatMap(([name, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, unknown] => [name, one])), placeholders, safe);
    return {
      started_at, duration_ms: ms('total_ms') ?? 0, comment: whole.comment, http_version: version,
      timings: { dns: ms('dns_ms'), connect: ms('connect_ms'), ssl: ms('tls_ms'), receive: ms('body_ms') },
      request: {
        method, url, query: queryOf(url), headers: pairs(sent, placeholders, safe, signed.headers),
        body_bytes: size === undefined ? -1 : Number(size), body: body !== null && (Number(size ?? 0) > 0 || sent.some(([name]) => name === 'transfer-encoding')) ? dataOf(body) : null,
      },
      response: at === hops.length - 1 && whole.answer ? { ...whole.answer, headers } : { status: Number(status), status_text: phrase.join(' '), headers, body_bytes: -1, text: '' },
    };
  });
}

type Body = NonNullable<Awaited<ReturnType<typeof bodyOf>>>;
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isTree(value) ? value : {});

/** A hidden field of the query is the one that signs in, or is told by its name. */
const withPlaceholders = (url: string, query: readonly HarPair[]): string =>
  url.replace(/([?&])([^=&#]+)=\*{3}(?=&|#|$)/g, (_, mark: string, name: string) => `${mark}${name}=${query.find((one) => encodeURIComponent(one.name) === name)?.value ?? `{{${slugOf(name)}}}`}`);

function answerOf(execution: unknown, placeholders: Placeholders, safe: <T>(value: T) => T): HarExchange['response'] {
  const data = field(execution, 'data');
  const text = data === null || data === undefined ? '' : typeof data === 'string' ? data : JSON.stringify(safe(data));
  const isBase64 = textField(execution, 'data_kind') === 'base64';
  return {
    status: Number(field(execution, 'status')), status_text: textField(execution, 'statusText'), headers: pairs(Object.entries(fieldsOf(field(execution, 'headers'))), placeholders, safe),
    body_bytes: Number(field(execution, 'bytes') ?? Buffer.byteLength(text)), text: isBase64 ? text : safe(text), ...(isBase64 ? { is_base64: true } : {}),
  };
}

/** Secret marks as texts that a placeholder can be made of. */
const named = ({ type, credentials }: { type: string; credentials: Readonly<Record<string, unknown>> }) => ({
  type,
  credentials: Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, isTree(value) && value['$secret'] === true ? `typed in: ${name}` : value])),
});

/** What the history hid shows as a placeholder, too. */
function unmasked(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(masked, '{{secret}}');
  if (Array.isArray(value)) return (value as unknown[]).map(unmasked);
  return isTree(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unmasked(inner)])) : value;
}

/** What was hidden of a header is what signs in by it, or is told by its name; several values of a name stand on a line each. */
const pairs = (headers: readonly (readonly [string, unknown])[], placeholders: Placeholders, safe: <T>(value: T) => T, signed: readonly HarPair[] = []): HarPair[] =>
  headers.flatMap(([name, value]) => (scalarText(value) ?? '').split('\n').map((line): HarPair => {
    const own = line.includes(masked) ? signed.find((one) => one.name.toLowerCase() === name.toLowerCase()) : undefined;
    if (own) return { name, value: own.value };
    return { name, value: line.includes(masked) ? line.replaceAll(masked, `{{${slugOf(name)}}}`) : safe(scalarText(placeholders.field(name, line)) ?? '') };
  }));

function dataOf(body: Body): HarBody {
  switch (body.type) {
    case 'text':
      return { text: body.text };
    case 'file':
      return { text: body.base64, is_base64: true };
    case 'form':
      return { text: '', params: body.parts.map(({ name, value, filename, content_type }) => Object.assign({ name, value }, filename === undefined ? {} : { fileName: filename }, content_type === undefined ? {} : { contentType: content_type })) };
  }
}

const queryOf = (url: string): HarPair[] => (URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []);
