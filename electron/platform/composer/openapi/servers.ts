import type { Problem, ServerFields } from './imported.ts';
import { entriesOf, field, listField, step, textField, type Tree } from './tree.ts';
import { isSecretName } from './typed-secrets.ts';

export interface Server {
  /** Empty where the document does not name one. */
  readonly server_url: string;
  readonly base_path: string;
}

/** Servers that an API keeps, to choose from. */
const most = 50;

export interface Servers {
  /** The first, with the defaults of its variables. */
  readonly used: Server;
  /** What an API keeps of them. */
  readonly fields: AddressFields & { readonly servers?: readonly ServerFields[] };
}

/** Where the document's API is served. */
export function readServers(root: Tree, problems: Problem[]): Servers {
  const isV2 = field(root, 'swagger') !== undefined;
  const servers = (isV2 ? hosts(root) : listField(root, 'servers')).map(serverFields).filter(({ url }) => url !== '');
  const [first = { url: '' }] = servers;
  const used = split(filled(first), isV2 ? '#/host' : '#/servers', problems);
  const saysMore = servers.length > 1 || first.variables !== undefined || first.description !== undefined;
  return { used, fields: { ...(withVariables(first) ?? used), ...(saysMore ? { servers: servers.slice(0, most) } : {}) } };
}

export type AddressFields = Server & { readonly variables?: Readonly<Record<string, string>> };

/** What an API's address is when it is that of a server. */
export const addressFields = (server: ServerFields): AddressFields => withVariables(server) ?? split(filled(server), '', []);

const named = (text: string) => text.replaceAll(/\{([^{}]*)\}/g, '{{$1}}');

/**
 * With the variables as the user's own `{{name}}`, so that an environment can say others; undefined where they cannot be
 * such, or have the name of a secret: no document may ask for one to be sent to its server.
 */
function withVariables(server: ServerFields): AddressFields | undefined {
  const names = [...new Set([...server.url.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!))];
  const defaults = names.map((name) => [name, (server.variables && Object.hasOwn(server.variables, name) && server.variables[name]!.default) || ''] as const);
  if (names.length === 0 || defaults.some(([name, value]) => value === '' || !/^[A-Za-z_][\w.-]*$/.test(name) || isSecretName(name))) return undefined;
  const { server_url, base_path } = split(filled(server), '', []);
  const parts = /^((?:(?:https?|\{[^{}]+\}):\/\/[^/?#]+|\{[^{}]+\})?)(\/[^?#]*)?$/.exec(server.url);
  if (!parts || (server_url === '' && base_path === '')) return undefined;
  return { server_url: named(parts[1]!), base_path: plain(named(parts[2] ?? '')), variables: Object.fromEntries(defaults) };
}

/** Of a path or an operation, where it has a server of its own that is not the API's. */
export function ownServer(described: unknown, where: string, api: Server, problems: Problem[]): Server | undefined {
  const [first] = listField(described, 'servers');
  if (first === undefined) return undefined;
  const url = filled(serverFields(first));
  const isPath = isPathOnly(url);
  const own = isPath ? { server_url: '', base_path: plain(url) } : split(url, step(where, 'servers'), problems);
  if (own.server_url === '' && !isPath) return undefined;
  return own.server_url === api.server_url && own.base_path === api.base_path ? undefined : own;
}

function serverFields(server: unknown): ServerFields {
  const description = textField(server, 'description').slice(0, 500);
  const variables = entriesOf(field(server, 'variables')).map(([name, variable]) => {
    const said = textField(variable, 'description').slice(0, 500);
    const choices = listField(variable, 'enum').map(String).slice(0, 100);
    return [name, { default: textField(variable, 'default'), ...(choices.length === 0 ? {} : { enum: choices }), ...(said === '' ? {} : { description: said }) }] as const;
  });
  return {
    url: textField(server, 'url').trim(),
    ...(description === '' ? {} : { description }),
    ...(variables.length === 0 ? {} : { variables: Object.fromEntries(variables) }),
  };
}

/** The address of a server, with the defaults of its variables. */
export const filled = ({ url, variables = {} }: ServerFields): string =>
  url.replace(/\{([^{}]*)\}/g, (whole, name: string) => (Object.hasOwn(variables, name) && variables[name]!.default) || whole);

/** Swagger 2.0: schemes, host and basePath; https first. */
function hosts(root: Tree): { url: string }[] {
  const schemes = listField(root, 'schemes').map(String).filter((scheme) => scheme === 'https' || scheme === 'http');
  const host = textField(root, 'host');
  const path = textField(root, 'basePath');
  if (host === '') return [{ url: path }];
  return (schemes.length === 0 ? ['https'] : schemes.toSorted().toReversed()).map((scheme) => ({ url: `${scheme}://${host}${path.startsWith('/') || path === '' ? path : `/${path}`}` }));
}

const plain = (path: string) => path.replace(/\/+$/, '');
const isPathOnly = (url: string) => /^\/(?!\/)/.test(url);

/** Scheme with host and port, and the path; says so where it is no such address. */
export function split(url: string, where: string, problems: Problem[]): Server {
  if (URL.canParse(url)) {
    const { protocol, origin, pathname, username, password } = new URL(url);
    const isWhole = !/[{}]/.test(url) && username === '' && password === '';
    if (isWhole && (protocol === 'http:' || protocol === 'https:')) return { server_url: origin, base_path: plain(pathname) };
  }
  const path = isPathOnly(url) ? plain(url) : '';
  const said = url === '' || path !== '' || url === '/' ? 'The document names no server' : `“${url.slice(0, 200)}” is not the address of a server`;
  problems.push({ where, message: `${said}; set the API's server URL before it is called.` });
  return { server_url: '', base_path: path };
}
