import { isOn, type AuthFields, type BodyFields, type Pair, type Problem, type ReadRequest } from './collection.ts';
import { credentialsOf } from './credentials.ts';
import { authOfHeaders, isSecretHeader } from './secret-headers.ts';
import { variablesIn, type Variables } from './variables.ts';

/** A request's headers and body in our own fields. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that are switched off. */
  readonly shown: readonly Pair[];
  readonly body: BodyFields;
  /** Out of headers that carry credentials. */
  readonly auth?: AuthFields;
}

interface Reading {
  readonly variables: Variables;
  /** Variables that hold secrets. */
  readonly secrets: ReadonlySet<string>;
  /** The collection has an authentication, which a header beside it must not replace. */
  readonly signsIn: boolean;
  readonly where: string;
  readonly problems: Problem[];
}

/** They frame the message or steer the connection, which is the sender's part; those with a colon are HTTP/2's own. */
const framing = /^(?::.*|connection|content-length|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|http2-settings)$/i;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function readMessage(request: ReadRequest, { variables, secrets, signsIn, where, problems }: Reading): Message {
  const all = request.headers.map((pair): Pair => ({ ...pair, name: variables.resolve(pair.name.trim()), value: variables.kept(pair.value).trim() }));
  const usable = all.filter(({ name, value }) => {
    if (name === '' || framing.test(name)) return false;
    // oxlint-disable-next-line no-control-regex -- RFC 9110, section 5.5: what a value cannot hold
    const isSendable = token.test(name) && !/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value);
    if (!isSendable) problems.push({ where, message: `The header “${name.slice(0, 60)}” holds characters that headers cannot carry, and is left out.` });
    return isSendable;
  });
  const on = usable.filter(isOn);
  const isCredential = ({ name, value }: Pair) => isSecretHeader(name) || variablesIn(value).some((variable) => secrets.has(variable));
  const isOwn = request.auth?.type === 'none' || (request.auth === undefined && (!signsIn || on.some(({ name }) => /^authorization$/i.test(name))));
  const credentials = isOwn ? merged(on.filter((pair) => isCredential(pair))) : [];
  const found = authOfHeaders(credentials);
  if (found?.problem !== undefined) problems.push({ where, message: found.problem });
  const kept = merged(isOwn ? on.filter((pair) => !isCredential(pair)) : on);
  const { body, headers } = withType(request.body, kept, variables);
  return {
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    shown: usable.filter((pair) => !isOn(pair)),
    body,
    ...(found === undefined ? {} : { auth: credentialsOf(found.auth, variables, where, problems) }),
  };
}

/** Several headers of one name are one with all their values (RFC 9110, section 5.3; RFC 6265, section 5.4). */
function merged(pairs: readonly Pair[]): Pair[] {
  return [...Map.groupBy(pairs, ({ name }) => name.toLowerCase()).values()].map((same) => ({ name: same[0]!.name, value: same.map(({ value }) => value).join(/^cookie$/i.test(same[0]!.name) ? '; ' : ', ') }));
}

/** The content type stands in the body where it can, and is left to the sender where it carries a boundary. */
function withType(given: BodyFields, headers: readonly Pair[], variables: Variables): { body: BodyFields; headers: readonly Pair[] } {
  const body = resolved(given, variables);
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  if (type === undefined) return { body, headers };
  const rest = headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  const [bare = ''] = type.toLowerCase().split(';').map((part) => part.trim());
  switch (body.type) {
    case 'raw':
    case 'binary':
      return { body: { ...body, content_type: type }, headers: rest };
    case 'form-data':
      return { body, headers: bare === 'multipart/form-data' ? rest : headers };
    case 'x-www-form-urlencoded':
      return { body, headers: bare === 'application/x-www-form-urlencoded' ? rest : headers };
    default:
      return { body, headers };
  }
}

function resolved(body: BodyFields, variables: Variables): BodyFields {
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return variables.kept(value);
    if (Array.isArray(value)) return (value as unknown[]).map(inside);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [variables.resolve(name), inside(inner)])) : value;
  };
  return body.content === undefined ? body : { ...body, content: body.type === 'binary' ? body.content : inside(body.content) };
}
