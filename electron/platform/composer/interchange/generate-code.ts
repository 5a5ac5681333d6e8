import type { Request } from '@readme/httpsnippet';
import type { CodeLanguage } from '../../../../shared/contract/composer.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Problem } from './collection.ts';
import { signedIn, withQuery, type Outgoing, type OutgoingBody, type OutgoingPart } from './outgoing.ts';
import { curlCommand } from './write-curl.ts';

/** The library's names of a language and of what is used in it. */
const clients: Readonly<Record<Exclude<CodeLanguage, 'curl'>, readonly [target: 'javascript' | 'node' | 'python' | 'go', client: string]>> = {
  fetch: ['javascript', 'fetch'],
  axios: ['node', 'axios'],
  python: ['python', 'requests'],
  go: ['go', 'native'],
};

/** Code that sends a request, with its placeholders for the reader to fill in. */
export async function generateCode(request: Outgoing, language: CodeLanguage, problems: Problem[]): Promise<string> {
  if (language === 'curl') return `${curlCommand(request, problems)}\n`;
  const signed = signedIn(request.auth);
  if (signed.note !== undefined) problems.push({ where: request.name, message: `${signed.note}.` });
  const tokens = createTokens();
  const [target, client] = clients[language];
  const headers = [...request.headers, ...signed.headers].map(({ name, value }) => ({ name, value: tokens.inText(value) }));
  for (const { filename } of request.body?.type === 'form' ? request.body.parts : []) {
    if (filename !== undefined) problems.push({ where: request.name, message: `The file “${filename}” of the form is not in the code; read it where the code names it.` });
  }
  const sent = request.body?.type === 'form' && !isPlainForm(request.body.parts) ? writtenOut(request.body.parts) : request.body;
  if (sent?.type === 'text' && sent !== request.body) headers.push({ name: 'Content-Type', value: sent.content_type });
  const body = sent === null ? undefined : dataOf(sent, tokens, request.name, problems);
  const url = tokens.inUrl(withQuery(request.url, signed.query));
  // A URL is parsed on its way, and a placeholder in the host would not be one.
  const har = { method: request.method, url, httpVersion: 'HTTP/1.1', headers, cookies: [], queryString: [], headersSize: -1, bodySize: -1, ...(body === undefined ? {} : { postData: body }) };
  // Loaded when it is needed, so that the platform's start does not wait for it.
  const { HTTPSnippet } = await import('@readme/httpsnippet');
  const [code] = new HTTPSnippet(har as unknown as Request).convert(target, client as never) || [];
  if (typeof code !== 'string') throw new AppError('internal', `No code could be made for ${language}. Choose another language.`);
  return `${asUtf8(tokens.restored(code), language)}\n`;
}

interface Tokens {
  inText(text: string): string;
  inUrl(url: string): string;
  restored(code: string): string;
}

/**
 * The library encodes addresses anew, and does not escape backslashes in every language. So what must come out
 * untouched goes in as a word that nothing changes; in each of these languages a backslash in a text is written twice.
 */
function createTokens(): Tokens {
  const mark = 'qTrellisQ';
  const known: string[] = [];
  const tokenOf = (text: string) => `${mark.toLowerCase()}${known.push(text) - 1}z`;
  return {
    inText: (text) => text.replace(/\\/g, () => tokenOf('\\\\')),
    inUrl: (url) => url.replace(/\{\{[\w.-]+\}\}/g, (found) => tokenOf(found)),
    restored: (code) => code.replace(new RegExp(`${mark.toLowerCase()}(\\d+)z`, 'g'), (_, index: string) => known[Number(index)] ?? ''),
  };
}

function dataOf(body: OutgoingBody, tokens: Tokens, where: string, problems: Problem[]): object {
  switch (body.type) {
    case 'file':
      problems.push({ where, message: 'The body is bytes, which are not in the code; read them from a file.' });
      return { mimeType: 'text/plain', text: '{{body}}' };
    case 'form':
      return { mimeType: 'multipart/form-data', params: body.parts.map(({ name, value }) => ({ name, value: tokens.inText(value) })) };
    case 'text':
      return { mimeType: isPlainJson(body) ? 'application/json' : 'text/plain', text: tokens.inText(body.text) };
  }
}

/** Languages have words for forms of fields, but few for a part's type. */
const isPlainForm = (parts: readonly OutgoingPart[]) => parts.every(({ filename, content_type }) => filename === undefined && content_type === undefined);

/** A form as the text that goes over the wire (RFC 7578), with a placeholder for the content of each file. */
function writtenOut(parts: readonly OutgoingPart[]): Extract<OutgoingBody, { type: 'text' }> {
  const boundary = 'trellis-form-boundary';
  const text = parts.map(({ name, value, filename, content_type }) => {
    const file = filename === undefined ? '' : `; filename="${filename.replaceAll('"', '%22')}"`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"${file}\r\n${content_type === undefined ? '' : `Content-Type: ${content_type}\r\n`}\r\n${filename === undefined ? value : `{{content of ${filename}}}`}\r\n`;
  }).join('');
  return { type: 'text', text: `${text}--${boundary}--\r\n`, content_type: `multipart/form-data; boundary=${boundary}` };
}

/** JSON that is the same after it was read and written; other texts go as they are. */
function isPlainJson({ text, content_type }: { text: string; content_type: string }): boolean {
  if (!/^application\/json\b/i.test(content_type) || text.includes('\\') || /\d[eE.]|\d{16}|"\s*__proto__\s*"/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Python's requests sends a text as Latin-1 unless it is told otherwise. */
const asUtf8 = (code: string, language: CodeLanguage) =>
  // oxlint-disable-next-line no-control-regex -- what is no ASCII
  (language === 'python' && /[^\u0000-\u007f]/.test(code) ? code.replace(/\bdata=payload\b/, 'data=payload.encode("utf-8")') : code);
