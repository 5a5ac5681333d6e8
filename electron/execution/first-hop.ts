import type { Credentials } from './auth/credentials.ts';
import { payloadOf } from './body-kinds.ts';
import { headerValue, requestHeaders } from './headers.ts';
import type { Payload } from './payload.ts';
import { mergeQuery } from './query.ts';
import type { Hop } from './redirects.ts';
import { refuse, type ExecutionRequest, type FetchPolicy, type UploadSource } from './request.ts';
import { acceptEncoding } from './response-body.ts';
import { parseHttpUrl } from './target-url.ts';

/** What is sent first: the request, checked and put into the words of the wire. Throws `invalid_input` that names the field. */
export async function firstHop(request: ExecutionRequest, credentials: Credentials, policy: FetchPolicy, uploads?: UploadSource): Promise<Hop> {
  const method = request.method.toUpperCase();
  if (!/^[A-Z][A-Z-]*$/.test(method) || method === 'CONNECT') throw refuse('method', `“${method.slice(0, 40)}” is not a method that can be sent.`);
  const url = parseHttpUrl('url', request.url);
  if (url.username !== '' || url.password !== '') throw refuse('url', 'The address holds a user name or password. Move them to the authentication.');
  mergeQuery(url, request.query ?? {}, request.query_styles);
  mergeQuery(url, credentials.query ?? {});
  const headers = requestHeaders(request.headers ?? {});
  for (const [name, value] of Object.entries(credentials.headers ?? {})) headers.set(name, value);
  const body = await payloadOf(request.body, policy.files, uploads);
  if (body && saysType(body, headers)) headers.set('content-type', headerValue('content-type', body.content_type));
  if (!headers.has('accept')) headers.set('accept', '*/*');
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', acceptEncoding);
  if (!headers.has('user-agent')) headers.set('user-agent', 'Trellis');
  return { method, url, headers, body };
}

const saysType = ({ type_is_fixed }: Payload, headers: ReadonlyMap<string, string>) => type_is_fixed === true || !headers.has('content-type');
