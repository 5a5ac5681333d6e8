import { templatePieces, type Piece } from '../../shared/rules/path-template.ts';
import { encode, styledPath, styleOf, type ParameterStyles } from './parameter-style.ts';
import { refuse, scalarText, type Fields } from './request.ts';

/** How an endpoint's address is put together so that no variable can change its host or its base path [X-017][X-018]. */

export interface Target {
  /** Scheme, host and port, with a path if the server has one. */
  readonly server_url: string;
  readonly base_path?: string | null | undefined;
  /** May hold `{name}` and `:name`, and carry a query. */
  readonly path: string;
  readonly path_variables?: Fields | null | undefined;
  /** By the variable's name; one without a style is a text or a number. */
  readonly path_styles?: ParameterStyles | null | undefined;
}

/** server_url + base_path + path, with the variables filled in; `invalid_input` says which part cannot be used. */
export function targetUrl({ server_url, base_path, path, path_variables, path_styles }: Target): string {
  const server = parseServer(server_url);
  const variables = path_variables ?? {};
  const template = templatePieces(path);
  const base = joined(server.pathname, literal(base_path ?? ''));
  const full = joined(base, filled(template.route, variables, path_styles)) || '/';
  for (const segment of full.split('/')) {
    if (isDots(segment)) throw refuse('path', `The path “${full}” holds “${segment}”, which would leave the API's base path. Remove it.`);
  }
  const query = [server.search.slice(1), filled(template.query, variables)].filter(Boolean).join('&');
  const text = `${server.origin}${full.startsWith('/') ? full : `/${full}`}${query ? `?${query}` : ''}`;
  const url = new URL(text);
  if (url.origin !== server.origin || !url.pathname.startsWith(base)) {
    throw refuse('path', `The path “${full}” would leave ${server.origin}${base}. Correct the endpoint's path.`);
  }
  return url.href;
}

/** An absolute http or https address without its fragment; `invalid_input` otherwise. */
export function parseHttpUrl(field: string, text: string): URL {
  if (!URL.canParse(text)) throw refuse(field, `“${text.slice(0, 200)}” is not an address. Enter one that starts with https:// or http://.`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(field, `Only http and https can be called, and “${url.protocol}” is neither. Correct the address.`);
  }
  url.hash = '';
  return url;
}

function parseServer(text: string): URL {
  if (text.trim() === '') throw refuse('server_url', 'The API has no server address. Set its server URL, such as https://api.example.com.');
  const variable = /\{[^{}]*\}/.exec(text)?.[0];
  if (variable !== undefined) throw refuse('server_url', `The server address holds the variable “${variable}”. Write its value in its place.`);
  const url = parseHttpUrl('server_url', text.trim());
  if (url.username !== '' || url.password !== '') {
    throw refuse('server_url', 'The server address holds a user name or password. Move them to the authentication.');
  }
  return url;
}

/** Slashes meet as one; an empty part adds none. */
function joined(left: string, right: string): string {
  const head = left.replace(/\/+$/, '');
  if (right === '') return head;
  return right.startsWith('/') ? head + right : `${head}/${right}`;
}

/** URL parsers collapse `.` and `..`, percent-encoded too. */
const isDots = (segment: string) => /^\.{1,2}$/.test(segment.replace(/%2e/gi, '.'));

/** Text of a template as it stands, but for what a URL parser would drop or read as a slash. */
const literal = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- these are the characters that a URL parser strips
  text.replace(/[\u0000-\u0020\u007f\\]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);

/** A template with its variables filled in. */
const filled = (pieces: readonly Piece[], variables: Fields, styles?: ParameterStyles | null): string =>
  pieces.map(({ text, variable }) => (variable === undefined ? literal(text) : encoded(variable, variables, styles))).join('');

function encoded(name: string, variables: Fields, styles: ParameterStyles | null | undefined): string {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  const style = styleOf(styles, name);
  const text = scalarText(value);
  if (text === '' || (text === undefined && (style === undefined || styledPath(name, value, style) === ''))) {
    const what = value === undefined || value === null || value === '' ? 'has no value' : style ? 'is empty' : 'is not a text or a number';
    throw refuse('path_variables', `The path variable “${name}” ${what}. Give it a value and try again.`);
  }
  if (text === '.' || text === '..') throw refuse('path_variables', `The path variable “${name}” cannot be “${text}”: it would change the path.`);
  return style === undefined ? encode(text!) : styledPath(name, value, style);
}
