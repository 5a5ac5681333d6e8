import { scalarText } from '../../../execution/request.ts';
import type { AuthFields, Pair, Problem } from './collection.ts';
import { isBasicClient } from './oauth-client.ts';
import { signedIn, withQuery, type Outgoing, type OutgoingBody, type OutgoingPart } from './outgoing.ts';

/** One command per request, for a POSIX shell, each under its name. */
export const curlText = (requests: readonly Outgoing[], problems: Problem[]): string =>
  `${requests.map((request) => `# ${request.name.replace(/\s+/g, ' ')}\n${curlCommand(request, problems)}`).join('\n\n')}\n`;

export function curlCommand(request: Outgoing, problems: Problem[]): string {
  const { name, method, body, auth } = request;
  const user = userOf(auth);
  const signed = user === undefined ? signedIn(auth) : { headers: [], query: [] };
  const url = withQuery(request.url, signed.query);
  const say = (message: string) => problems.push({ where: name, message });
  if (signed.note !== undefined) say(`${signed.note}.`);
  const lines = [
    `curl ${method === 'HEAD' ? '--head' : `--request ${method}`}${/[[\]{}]/.test(url) ? ' --globoff' : ''} --location --compressed ${quoted(url)}`,
    ...(user === undefined ? [] : [`${user.isDigest ? '--digest ' : ''}--user ${quoted(`${user.username}:${user.password}`)}`]),
    ...[...signed.headers, ...request.headers].map(header),
    ...(body === null ? [] : dataOf(body, say)),
  ];
  return lines.join(' \\\n  ');
}

/** An empty header is sent only when it is written so. */
const header = ({ name, value }: Pair) => `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`;

function userOf({ type, credentials }: AuthFields): { username: string; password: string; isDigest: boolean } | undefined {
  const text = (name: string) => scalarText(credentials[name]) ?? '';
  if (type === 'basic_auth' || type === 'digest') return { username: text('username'), password: text('password'), isDigest: type === 'digest' };
  return type === 'oauth2' && isBasicClient(credentials) ? { username: text('client_id'), password: text('client_secret'), isDigest: false } : undefined;
}

function dataOf(body: OutgoingBody, say: (message: string) => void): string[] {
  switch (body.type) {
    case 'text':
      return [`--data-raw ${quoted(body.text)}`];
    case 'file':
      say(`The body is bytes, which are not in the command; put them in a file ${body.filename} beside you.`);
      return [`--data-binary ${quoted(`@${body.filename}`)}`];
    case 'form':
      return body.parts.map((part) => partOf(part, say));
  }
}

function partOf({ name, value, filename, content_type }: OutgoingPart, say: (message: string) => void): string {
  const type = content_type === undefined ? '' : `;type=${content_type}`;
  if (filename !== undefined) {
    say(`The file “${filename}” of the form is not in the command; put it beside you.`);
    return `--form ${quoted(`${name}=@"${filename.replace(/["\\]/g, String.raw`\$&`)}"${type}`)}`;
  }
  return type === '' ? `--form-string ${quoted(`${name}=${value}`)}` : `--form ${quoted(`${name}="${value.replace(/["\\]/g, String.raw`\$&`)}"${type}`)}`;
}

/** For a POSIX shell: nothing means anything in single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
