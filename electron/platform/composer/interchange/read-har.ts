import { entriesOf, field, isTree, listField, step, textField, type Tree } from '../openapi/tree.ts';
import { filePart, formBody, noBody, rawBody, textPart, urlEncodedBody, urlEncodedText, type Part } from './bodies.ts';
import type { BodyFields, Pair, Problem, ReadCollection, ReadRequest } from './collection.ts';

/** Browsers send these by themselves, on every request; they say nothing of the API. */
const ofBrowsers = /^(?:sec-.*|accept-encoding|accept-language|user-agent|origin|referer|dnt|priority|pragma|cache-control|upgrade-insecure-requests|if-none-match|if-modified-since)$/i;

/** An HTTP archive, 1.1 or 1.2: each different request once. */
export function readHar(root: Tree): ReadCollection {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const log = field(root, 'log');
  const isBrowser = listField(log, 'pages').length > 0 || field(log, 'browser') !== undefined;
  const requests = listField(log, 'entries').flatMap((entry, at): ReadRequest[] => {
    const where = step('#/log/entries', at);
    const request = field(entry, 'request');
    if (!isTree(request)) {
      problems.push({ where, message: 'The entry has no request and is left out.' });
      return [];
    }
    const headers = pairsOf(request, 'headers').filter(({ name }) => !(isBrowser && ofBrowsers.test(name)));
    const hasCookie = headers.some(({ name }) => name.toLowerCase() === 'cookie');
    const cookies = hasCookie ? [] : pairsOf(request, 'cookies');
    const read: Omit<ReadRequest, 'where'> = {
      name: textField(entry, 'comment') || textField(request, 'comment'),
      method: (textField(request, 'method') || 'GET').toUpperCase(),
      url: textField(request, 'url'),
      headers: [...headers, ...(cookies.length === 0 ? [] : [{ name: 'Cookie', value: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }])],
      body: bodyOf(field(request, 'postData'), step(where, 'request'), problems),
    };
    const key = JSON.stringify(read);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ where, ...read }];
  });
  return { name: textField(listField(log, 'pages')[0], 'title') || textField(log, 'comment'), variables: new Map(), literal: true, requests, problems };
}

const pairsOf = (tree: unknown, name: string): Pair[] => listField(tree, name).map((one) => ({ name: textField(one, 'name'), value: textField(one, 'value') })).filter((pair) => pair.name !== '');

function bodyOf(data: unknown, where: string, problems: Problem[]): BodyFields {
  if (data === undefined || data === null) return noBody;
  const type = textField(data, 'mimeType');
  const text = textField(data, 'text');
  const params = listField(data, 'params');
  const [bare = ''] = type.toLowerCase().split(';');
  if (bare === 'application/x-www-form-urlencoded') {
    if (text !== '') return urlEncodedText(text);
    return urlEncodedBody(pairsOf(data, 'params').map(({ name, value }) => ({ name: decoded(name), value: decoded(value) })));
  }
  if (bare === 'multipart/form-data' && params.length > 0) return formBody(params.map((one) => partOf(one)), where, problems);
  if (bare === 'multipart/form-data' && text !== '') {
    const parts = readMultipart(text, type);
    if (parts !== undefined) return formBody(parts, where, problems);
  }
  if (textField(data, 'encoding') === 'base64' || textField(data, '_encoding') === 'base64') return { type: 'binary', content_type: type, content: text };
  return text === '' && params.length === 0 ? noBody : rawBody(text, type);
}

function partOf(param: unknown): Part {
  const file = textField(param, 'fileName');
  const type = textField(param, 'contentType');
  const value = textField(param, 'value');
  if (file === '') return textPart(textField(param, 'name'), value, type);
  return filePart(textField(param, 'name'), file, type, value === '' ? undefined : Buffer.from(value).toString('base64'));
}

/** Parts out of a body that was recorded as text (RFC 7578); undefined where it cannot be taken apart. */
function readMultipart(text: string, type: string): Part[] | undefined {
  const boundary = /boundary="?([^";]{1,200})"?/i.exec(type)?.[1];
  if (boundary === undefined) return undefined;
  const pieces = text.split(`--${boundary}`).slice(1, -1);
  const parts = pieces.map((piece): Part | undefined => {
    const at = /\r?\n\r?\n/.exec(piece);
    if (!at) return undefined;
    const head = piece.slice(0, at.index);
    const value = piece.slice(at.index + at[0].length).replace(/\r?\n$/, '');
    const name = /\bname="([^"]*)"/i.exec(head)?.[1];
    const filename = /\bfilename="([^"]*)"/i.exec(head)?.[1];
    const partType = /content-type:[ \t]*([^\r\n]+)/i.exec(head)?.[1]?.trim() ?? '';
    if (name === undefined) return undefined;
    return filename === undefined ? textPart(name, value, partType) : filePart(name, filename, partType, Buffer.from(value).toString('base64'));
  });
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Does this tree say that it is an HTTP archive? */
export const isHar = (root: Tree): boolean => entriesOf(field(root, 'log')).some(([name, value]) => name === 'entries' && Array.isArray(value));
