import { AppError } from '../../../../shared/errors.ts';
import { fileBody, formBody, noBody, rawBody, urlEncodedText, type Part } from './bodies.ts';
import type { AuthFields, BodyFields, Pair, Problem, ReadCollection, ReadRequest } from './collection.ts';
import { commandsOf } from './shell-words.ts';

const longest = 4 * 1024 * 1024;

/** Options that take a word, by all their names; what is done with it stands in `take`. */
const valued: Readonly<Record<string, string>> = {
  X: 'request', H: 'header', d: 'data', F: 'form', u: 'user', b: 'cookie', A: 'user-agent', e: 'referer', T: 'upload-file', r: 'range',
  o: 'output', x: 'proxy', U: 'proxy-user', m: 'max-time', w: 'write-out', c: 'cookie-jar', D: 'dump-header', E: 'cert', K: 'config', C: 'continue-at', z: 'time-cond', Q: 'quote', y: 'speed-time', Y: 'speed-limit', P: 'ftp-port', t: 'telnet-option',
};
const taken: ReadonlySet<string> = new Set([
  ...Object.values(valued), 'url', 'data-raw', 'data-ascii', 'data-binary', 'data-urlencode', 'json', 'form-string', 'oauth2-bearer', 'url-query', 'connect-timeout', 'retry', 'retry-delay',
  'retry-max-time', 'max-redirs', 'cacert', 'capath', 'key', 'key-type', 'cert-type', 'pass', 'ciphers', 'tls-max', 'resolve', 'connect-to', 'interface', 'limit-rate', 'noproxy', 'preproxy', 'socks5',
  'socks5-hostname', 'proxy-header', 'unix-socket', 'dns-servers', 'trace', 'trace-ascii', 'stderr', 'aws-sigv4', 'proto', 'proto-default', 'rate', 'max-filesize', 'keepalive-time', 'netrc-file', 'request-target', 'variable', 'expand-url', 'expand-data', 'expand-header',
]);
/** They say how curl shows or fetches things, not what it asks for. */
const harmless = /^(?:output|write-out|cookie-jar|dump-header|connect-timeout|max-time|retry.*|max-redirs|keepalive-time|trace.*|stderr|limit-rate|rate|speed-.*|max-filesize|noproxy|silent|show-error|verbose|include|location|fail.*|compressed.*|http[\d.]+.*|globoff|no-buffer|progress-bar|no-progress-meter|remote-.*|path-as-is|tlsv1.*|ipv[46]|basic|digest|get|head|parallel.*|create-dirs|tcp-.*|keepalive|no-keepalive|raw|styled-output|tr-encoding|ssl-.*|no-.*)$/;
const flags: Readonly<Record<string, string>> = { G: 'get', I: 'head', k: 'insecure', s: 'silent', S: 'show-error', L: 'location', v: 'verbose', i: 'include', f: 'fail', g: 'globoff', N: 'no-buffer', '#': 'progress-bar', O: 'remote-name', J: 'remote-header-name', R: 'remote-time', 4: 'ipv4', 6: 'ipv6', 0: 'http1.0', 1: 'tlsv1', n: 'netrc', Z: 'parallel', ':': 'next', q: 'no-config' };

interface Given {
  readonly urls: string[];
  readonly headers: Pair[];
  readonly data: string[];
  readonly parts: Part[];
  readonly query: string[];
  readonly set: Map<string, string>;
}

/** Commands of curl, as they are pasted: one or several, quoted for a shell or for cmd.exe. */
export function readCurl(text: string): ReadCollection {
  if (text.length > longest) throw new AppError('too_large', `The command is longer than ${longest / 1024 / 1024} MB. Import its data by hand.`);
  const problems: Problem[] = [];
  const requests = commandsOf(text).flatMap(({ words, comment }, at) => {
    const where = `command ${at + 1}`;
    if (!/curl(?:\.exe)?$/i.test(words[0] ?? '')) {
      problems.push({ where, message: `“${(words[0] ?? '').slice(0, 60)}” is not curl, and its line is left out.` });
      return [];
    }
    return transfersOf(words.slice(1), where, problems).flatMap((given) => requestsOf(given, comment, where, problems));
  });
  return { name: requests.length === 1 ? (requests[0]?.name ?? '') : '', variables: new Map(), literal: true, requests, problems };
}

const fresh = (): Given => ({ urls: [], headers: [], data: [], parts: [], query: [], set: new Map() });

/** `--next` begins another one. */
function transfersOf(words: readonly string[], where: string, problems: Problem[]): Given[] {
  const transfers = [fresh()];
  const say = (message: string) => problems.push({ where, message });
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const given = transfers.at(-1)!;
    const option = (name: string, value: () => string) => {
      if (name === 'next') transfers.push(fresh());
      else if (taken.has(name)) take(given, name, value(), say);
      else flag(given, name, say);
    };
    const following = () => words[++at] ?? '';
    if (word.startsWith('--')) option(word.slice(2), following);
    else if (!word.startsWith('-') || word === '-') given.urls.push(word);
    else shortOptions(word.slice(1), option, following);
  }
  return transfers;
}

/** Several short options may stand in one word, and the last may have its value there. */
function shortOptions(letters: string, option: (name: string, value: () => string) => void, following: () => string): void {
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at]!;
    const name = valued[letter];
    if (name === undefined) {
      option(flags[letter] ?? letter, following);
      continue;
    }
    const rest = letters.slice(at + 1);
    return option(name, rest === '' ? following : () => rest);
  }
}

function flag({ set }: Given, name: string, say: (message: string) => void): void {
  if (name === 'insecure') say('The command does not check certificates (-k). They are always checked here; add the authority of the server to the system.');
  else if (/^(?:ntlm|negotiate|anyauth|netrc)/.test(name)) say(`The authentication of “--${name}” cannot be sent; choose another.`);
  else if (!harmless.test(name)) say(`The option “${name.length === 1 ? '-' : '--'}${name.slice(0, 60)}” is not known and is left out.`);
  set.set(name, '');
}

function take(given: Given, name: string, value: string, say: (message: string) => void): void {
  const { headers, data, parts, query, set, urls } = given;
  switch (name) {
    case 'url':
      return void urls.push(value);
    case 'header':
      return header(headers, value, say);
    case 'data':
    case 'data-ascii':
    case 'data-binary':
    case 'json':
      if (name === 'json') set.set('json', '');
      if (value.startsWith('@')) return say(`The data is the file “${value.slice(1, 200)}”, which was not read. Put its content in the body.`);
      return void data.push(value);
    case 'data-raw':
      return void data.push(value);
    case 'data-urlencode':
      return encode(data, value, say);
    case 'url-query':
      return value.startsWith('+') ? void query.push(value.slice(1)) : encode(query, value, say);
    case 'form':
    case 'form-string':
      return void parts.push(partOf(value, name === 'form', say));
    case 'cookie':
      if (value.includes('=')) return void headers.push({ name: 'Cookie', value });
      return value === '' ? undefined : say(`The cookies are in the file “${value.slice(0, 200)}”, which was not read. Enter them as a header.`);
    case 'user-agent':
      return void headers.push({ name: 'User-Agent', value });
    case 'referer':
      return void headers.push({ name: 'Referer', value: value.replace(/;auto$/, '') });
    case 'range':
      return void headers.push({ name: 'Range', value: `bytes=${value}` });
    case 'request':
    case 'user':
    case 'oauth2-bearer':
    case 'upload-file':
      return void set.set(name, value);
    default:
      if (!harmless.test(name)) say(`The option “--${name}” is left out.`);
  }
}

/** `Name:` takes a header away, and `Name;` sends it empty. */
function header(headers: Pair[], text: string, say: (message: string) => void): void {
  if (text.startsWith('@')) return say(`Headers are in the file “${text.slice(1, 200)}”, which was not read. Enter them by hand.`);
  const [, name = '', mark = '', value = ''] = /^([^:;]+)([:;])(.*)$/s.exec(text) ?? [];
  if (name === '') return say(`“${text.slice(0, 60)}” is not a header and is left out.`);
  if (mark === ';' || value.trim() !== '') headers.push({ name: name.trim(), value: mark === ';' ? '' : value.trim() });
}

/** `name=content`, `=content` or `content`, of which the content is encoded. */
function encode(data: string[], text: string, say: (message: string) => void): void {
  const [, name = '', mark = '', content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  if (mark === '@') return say(`The data is the file “${content.slice(0, 200)}”, which was not read. Put its content in the body.`);
  const encoded = encodeURIComponent((mark === '' ? text : content).toWellFormed()).replaceAll('%20', '+');
  data.push(name === '' ? encoded : `${name}=${encoded}`);
}

/** `name=value;type=…`, `name=@file;filename=…`, `name=<file`. */
function partOf(text: string, hasMarks: boolean, say: (message: string) => void): Part {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(at, 0));
  const value = text.slice(at + 1);
  if (!hasMarks) return { name, value };
  const [, content = '', settings = ''] = /^("(?:[^"\\]|\\.)*"|.*?)((?:;(?:type|filename|encoder|headers)=(?:"[^"]*"|[^;]*))*)$/s.exec(value) ?? [undefined, value];
  const setting = (key: string) => new RegExp(`;${key}=(?:"([^"]*)"|([^;]*))`).exec(settings);
  const type = setting('type')?.slice(1).find((found) => found !== undefined);
  const content_type = type === undefined ? {} : { content_type: type };
  const bare = content.startsWith('"') ? content.slice(1, -1).replace(/\\(["\\])/g, '$1') : content;
  if (bare.startsWith('@')) return { name, filename: setting('filename')?.slice(1).find((found) => found !== undefined) ?? bare.slice(1), ...content_type };
  if (bare.startsWith('<')) {
    say(`The value of the part “${name.slice(0, 60)}” is in the file “${bare.slice(1, 200)}”, which was not read. Enter it by hand.`);
    return { name, value: '', ...content_type };
  }
  return { name, value: bare, ...content_type };
}

function requestsOf(given: Given, comment: string, where: string, problems: Problem[]): ReadRequest[] {
  const { urls, headers, data, set, query } = given;
  if (urls.length === 0) problems.push({ where, message: 'The command has no address and is left out.' });
  const inQuery = [...query, ...(set.has('get') ? data : [])].filter((part) => part !== '').join('&');
  const body = bodyOf(given, where, problems);
  const method = set.get('request') || (set.has('head') ? 'HEAD' : set.has('upload-file') ? 'PUT' : body.type === 'none' ? 'GET' : 'POST');
  const auth = authOf(set);
  const json: Pair[] = set.has('json') ? ['Content-Type', 'Accept'].filter((name) => !headers.some((one) => one.name.toLowerCase() === name.toLowerCase())).map((name) => ({ name, value: 'application/json' })) : [];
  const request = { where, name: comment, method: method.toUpperCase(), headers: [...headers, ...json], body, ...(auth === undefined ? {} : { auth }) };
  return urls.map((url): ReadRequest => Object.assign({ url: inQuery === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${inQuery}` }, request));
}

function bodyOf({ data, parts, set, headers }: Given, where: string, problems: Problem[]): BodyFields {
  const file = set.get('upload-file');
  if (file !== undefined) return fileBody(file, undefined, where, problems);
  if (parts.length > 0) return formBody(parts, where, problems);
  if (data.length === 0 || set.has('get')) return noBody;
  const isTyped = set.has('json') || headers.some(({ name }) => name.toLowerCase() === 'content-type');
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const text = data.join(set.has('json') ? '' : '&');
  return isTyped && !/^application\/x-www-form-urlencoded\b/i.test(type) ? rawBody(text) : urlEncodedText(text);
}

function authOf(set: ReadonlyMap<string, string>): AuthFields | undefined {
  const token = set.get('oauth2-bearer');
  if (token !== undefined) return { type: 'bearer_token', credentials: { token } };
  const user = set.get('user');
  if (user === undefined) return undefined;
  const at = user.indexOf(':');
  const credentials = { username: at < 0 ? user : user.slice(0, at), password: at < 0 ? '' : user.slice(at + 1) };
  return { type: set.has('digest') ? 'digest' : 'basic_auth', credentials };
}
