import type { Problem } from './imported.ts';
import { entriesOf, field, listField, step, textField, type Tree } from './tree.ts';

export interface Server {
  /** Empty where the document does not name one. */
  readonly server_url: string;
  readonly base_path: string;
}

/** Where the document's API is served: the first of its servers, with the defaults of its variables. */
export function readServer(root: Tree, problems: Problem[]): Server {
  return field(root, 'swagger') === undefined ? fromServers(root, problems) : fromHost(root, problems);
}

function fromServers(root: Tree, problems: Problem[]): Server {
  const [first] = listField(root, 'servers');
  const url = textField(first, 'url');
  const defaults = new Map(entriesOf(field(first, 'variables')).map(([name, variable]) => [name, textField(variable, 'default')]));
  const filled = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => defaults.get(name) || whole);
  return split(filled, '#/servers', problems);
}

/** Swagger 2.0: schemes, host and basePath. */
function fromHost(root: Tree, problems: Problem[]): Server {
  const schemes = listField(root, 'schemes').map(String);
  const scheme = schemes.length === 0 || schemes.includes('https') ? 'https' : schemes.includes('http') ? 'http' : 'https';
  const host = textField(root, 'host');
  const path = textField(root, 'basePath');
  return split(host === '' ? path : `${scheme}://${host}${path.startsWith('/') || path === '' ? path : `/${path}`}`, '#/host', problems);
}

const plain = (path: string) => path.replace(/\/+$/, '');

function split(url: string, where: string, problems: Problem[]): Server {
  if (URL.canParse(url)) {
    const { protocol, origin, pathname, username, password } = new URL(url);
    const isWhole = !/[{}]/.test(url) && username === '' && password === '';
    if (isWhole && (protocol === 'http:' || protocol === 'https:')) return { server_url: origin, base_path: plain(pathname) };
  }
  const path = /^\/(?!\/)/.test(url) ? plain(url) : '';
  const said = url === '' || path !== '' || url === '/' ? 'The document names no server' : `“${url.slice(0, 200)}” is not the address of a server`;
  problems.push({ where, message: `${said}; set the API's server URL before it is called.` });
  return { server_url: '', base_path: path };
}

/** Servers of single paths or operations, which are not used: all endpoints of an API share its server. */
export function ownServers(described: unknown, where: string, api: Server, problems: Problem[]): void {
  const [first] = listField(described, 'servers');
  if (first === undefined) return;
  const own = fromServers({ servers: [first] }, []);
  if (own.server_url === api.server_url && own.base_path === api.base_path) return;
  problems.push({ where: step(where, 'servers'), message: `It has a server of its own, “${textField(first, 'url').slice(0, 200)}”, and is called at that of the API instead.` });
}
