import { reasonPhrase } from '../../../../shared/rules/status-text.ts';
import { onceNamed, typeOfExample, type ImportedExample } from '../example-text.ts';
import type { AuthFields, OperationDocs, Parameter } from './imported.ts';
import { entriesOf, field, isTree, textField, type Tree } from './tree.ts';

/** Parts of an OpenAPI 3.1 document, made of the fields of an endpoint. */

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);
const styles: Readonly<Record<string, readonly string[]>> = {
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'], path: ['simple', 'label', 'matrix'], header: ['simple'], cookie: ['form'],
};

/** A Parameter Object; undefined for what is none. What a required one sends is its example. */
export function parameterObject(one: unknown, docs: OperationDocs | undefined): Tree | undefined {
  const { name, in: place, required, description, type, example, value, style, explode } = one as Partial<Parameter>;
  if (typeof name !== 'string' || name === '' || place === undefined || !Object.hasOwn(styles, place)) return undefined;
  const schema = docs?.parameters?.[`${place} ${name}`] ?? (type !== undefined && types.has(type) ? { type } : {});
  const shown = example ?? value;
  return {
    name, in: place,
    ...(required === true || place === 'path' ? { required: true } : {}),
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(style !== undefined && styles[place]!.includes(style) ? { style } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    schema,
    ...(shown === undefined || shown === null ? {} : { example: shown }),
  };
}

const bareType = (type: string) => type.toLowerCase().split(';')[0]!.trim();

/** A Request Body Object, with the body that is sent as its example; undefined for none. */
export function requestBodyObject(body: unknown, docs: OperationDocs | undefined): Tree | undefined {
  const kind = textField(body, 'type');
  if (kind === '' || kind === 'none') return undefined;
  const { content = {}, ...about } = docs?.request ?? {};
  const wanted = kind === 'x-www-form-urlencoded' ? 'application/x-www-form-urlencoded' : kind === 'form-data' ? 'multipart/form-data' : textField(body, 'content_type');
  const type = Object.keys(content).find((one) => one === wanted || bareType(one) === wanted) ?? (wanted.includes('/') ? wanted : kind === 'binary' ? 'application/octet-stream' : 'text/plain');
  const example = kind === 'binary' ? undefined : exampleIn(field(body, 'content'), type);
  const { [type]: chosen, ...others } = content;
  return { ...about, content: { [type]: { ...chosen, ...(example === undefined ? {} : { example }) }, ...others } };
}

/** The Responses Object: what the document said, and the examples that are kept, each beside its content type. */
export function responseObjects(docs: OperationDocs | undefined, examples: readonly ImportedExample[]): Tree {
  const all = new Map<string, { readonly description: string; readonly content?: Tree }>(entriesOf(docs?.responses) as never);
  for (const example of examples.filter(({ text }) => text !== '')) {
    const status = String(example.status);
    const response = all.get(status) ?? { description: reasonPhrase(example.status) };
    const given = typeOfExample(example);
    const types = Object.keys(response.content ?? {});
    const type = types.find((one) => one === given) ?? types.find((one) => bareType(one) === bareType(given)) ?? given;
    const media = field(response.content, type);
    const known = field(media, 'examples');
    const named = { ...(isTree(known) ? known : {}), [onceNamed(example.name, (name) => isTree(known) && Object.hasOwn(known, name))]: { value: valueOf(example, type) } };
    all.set(status, { ...response, content: { ...response.content, [type]: { ...(media as Tree | undefined), examples: named } } });
  }
  return Object.fromEntries(all);
}

function valueOf({ text }: ImportedExample, type: string): unknown {
  try {
    return /[/+]json\b/i.test(type) ? (JSON.parse(text) as unknown) : text;
  } catch {
    return text;
  }
}

/** JSON as a value where that is written as it stands here, else as its text. */
function exampleIn(content: unknown, type: string): unknown {
  if (typeof content !== 'string') return isTree(content) ? content : undefined;
  if (!/[/+]json\b/i.test(type)) return content;
  try {
    const value = JSON.parse(content) as unknown;
    return typeof value !== 'string' && JSON.stringify(value, null, 2) === content ? value : content;
  } catch {
    return content;
  }
}

/** Ways to sign in, each once and under a name of its own. */
export interface Schemes {
  /** The Security Requirement of one. */
  requirement(auth: AuthFields): Tree;
  readonly all: Tree;
}

export function createSchemes(): Schemes {
  const all: Record<string, unknown> = {};
  const names = new Map<string, string>();
  return {
    all,
    requirement(auth) {
      const required = schemesOf(auth).map(([hint, scheme]) => {
        const text = JSON.stringify(scheme);
        let name = names.get(text);
        if (name === undefined) {
          for (let count = 1; name === undefined || Object.hasOwn(all, name); count += 1) name = count === 1 ? hint : `${hint}_${count}`;
          names.set(text, name);
          all[name] = scheme;
        }
        return [name, []] as const;
      });
      return Object.fromEntries(required);
    },
  };
}

function schemesOf({ type, credentials }: AuthFields): [string, Tree][] {
  switch (type) {
    case 'api_key':
      return [['api_key', { type: 'apiKey', name: textField(credentials, 'name') || 'X-API-Key', in: credentials['in'] === 'query' ? 'query' : 'header' }]];
    case 'basic_auth':
      return [['basic', { type: 'http', scheme: 'basic' }]];
    case 'bearer_token':
      return [['bearer', { type: 'http', scheme: 'bearer' }]];
    case 'jwt':
      return [['jwt', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }]];
    case 'oauth2':
      return [['oauth2', oauth2(credentials)]];
    case 'custom':
      return entriesOf(credentials['headers']).flatMap(([name, value]) => headerSchemes(name, value));
    default:
      return [[type, { type: 'http', scheme: type }]]; // digest and hawk are schemes of HTTP, too
  }
}

const headerSchemes = (name: string, value: unknown): [string, Tree][] =>
  name.toLowerCase() === 'cookie'
    ? String(value).split(';').map((one) => ['cookie', { type: 'apiKey', name: one.split('=')[0]!.trim() || 'cookie', in: 'cookie' }])
    : [['header', { type: 'apiKey', name, in: 'header' }]];

function oauth2(credentials: Tree): Tree {
  const text = (name: string) => textField(credentials, name);
  if (text('issuer') !== '') return { type: 'openIdConnect', openIdConnectUrl: `${text('issuer')}/.well-known/openid-configuration` };
  const [authorizationUrl, tokenUrl, refreshUrl] = [text('authorization_url'), text('token_url'), text('refresh_url')];
  const scopes = Object.fromEntries(text('scope').split(' ').filter(Boolean).map((scope) => [scope, '']));
  const rest = { ...(refreshUrl === '' ? {} : { refreshUrl }), scopes };
  const [grant, both] = [text('grant'), { authorizationUrl, tokenUrl, ...rest }];
  if (grant === 'implicit' || (tokenUrl === '' && authorizationUrl !== '')) return { type: 'oauth2', flows: { implicit: { authorizationUrl, ...rest } } };
  if (authorizationUrl !== '' && grant !== 'client_credentials') return { type: 'oauth2', flows: { authorizationCode: both } };
  if (tokenUrl === '') return { type: 'oauth2', flows: {} };
  // A token that somebody gives comes from a flow that has no grant here.
  return { type: 'oauth2', flows: { [grant === '' && text('client_id') === '' ? 'password' : 'clientCredentials']: { tokenUrl, ...rest } } };
}
