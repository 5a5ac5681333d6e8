import { createHash, createHmac, randomBytes, type Hash } from 'node:crypto';
import { hawkAlgorithms } from '../../../shared/contract/http.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Hop } from '../redirects.ts';
import { refuse, type Fields } from '../request.ts';
import { challengesOf } from './challenges.ts';
import { authorization, optional, required, type Credentials, type SignedAnswer, type Signer } from './credentials.ts';
import { hashBody } from './hash-body.ts';

export interface HawkKey {
  readonly id: string;
  readonly key: string;
  readonly algorithm: (typeof hawkAlgorithms)[number];
}

/** What the code of a message covers. */
export interface HawkMessage {
  /** Seconds since 1970. */
  readonly ts: number;
  readonly nonce: string;
  readonly method: string;
  readonly resource: string;
  readonly host: string;
  readonly port: string;
  /** Of the payload. */
  readonly hash?: string | undefined;
  readonly ext?: string | undefined;
  readonly app?: string | undefined;
  readonly dlg?: string | undefined;
}

const isAlgorithm = (name: string): name is HawkKey['algorithm'] => (hawkAlgorithms as readonly string[]).includes(name);

/** Hawk 1: each request, its payload included, is signed with a shared key, and the answer may be signed likewise. */
export function hawk(credentials: Fields): Credentials {
  const algorithm = optional(credentials, 'algorithm') || 'sha256';
  if (!isAlgorithm(algorithm)) throw refuse('auth', `Hawk signs with ${hawkAlgorithms.join(' or ')}, not with “${algorithm}”. Choose one of them.`);
  const [ext, app, dlg] = ['ext', 'app', 'dlg'].map((name) => attribute(name, optional(credentials, name)));
  if (dlg && !app) throw refuse('auth', 'Hawk’s delegating application (dlg) needs an application (app). Enter it, or remove dlg.');
  const key = { id: attribute('id', required(credentials, 'id', 'Hawk id')), key: required(credentials, 'key', 'Hawk key'), algorithm };
  return { secrets: [key.key], signer: hawkSigner(key, { ext, app, dlg }) };
}

/** Hawk has no escapes: what would need one cannot be sent. */
function attribute(name: string, value: string): string {
  if (/[^\u0020-\u007e]|["\\]/.test(value)) throw refuse('auth', `Hawk’s ${name} cannot hold quotes, backslashes or characters outside ASCII. Remove them.`);
  return value;
}

function hawkSigner(key: HawkKey, extra: Pick<HawkMessage, 'ext' | 'app' | 'dlg'>): Signer {
  /** The target's clock minus ours, in seconds. */
  let skew = 0;
  let message: HawkMessage | undefined;
  return {
    async sign(hop, signal) {
      const hash = await hashOf(hop, key, signal);
      message = { ts: now() + skew, nonce: randomBytes(6).toString('base64url'), ...addressOf(hop), hash, ...extra };
      const mac = hawkMac('header', key, message);
      return authorization('Hawk', hawkHeader(key, message, mac), mac);
    },
    challenged(_, headers) {
      const ts = trustedTime(headers['www-authenticate'], key);
      if (ts === undefined || ts === message?.ts) return false;
      skew = ts - now();
      return true;
    },
    verify(hop, answer) {
      const { status, headers } = answer;
      if (status === 401 && claimsTime(headers['www-authenticate']) && trustedTime(headers['www-authenticate'], key) === undefined) {
        return 'The target refused the time of the request, but its own time is not signed with this key and was not taken over. Check key and clock.';
      }
      const unproven = message && proven(hop, answer, key, message);
      const late = skew === 0 ? undefined : `The target’s clock is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} this computer’s; the request was signed again with the target’s time.`;
      return unproven && late ? `${unproven} ${late}` : (unproven ?? late);
    },
  };
}

/** Checks `Server-Authorization` where it is there; what of it could not be checked comes back. */
function proven({ method }: Hop, { headers, bytes }: SignedAnswer, key: HawkKey, message: HawkMessage): string | undefined {
  const header = headers['server-authorization'];
  if (header === undefined) return undefined;
  const params = hawkParams(header);
  const [mac, hash, ext] = ['mac', 'hash', 'ext'].map((name) => params?.get(name));
  if (mac !== hawkMac('response', key, { ...message, hash, ext })) throw wrong('signature');
  if (hash === undefined || method === 'HEAD') return undefined;
  if (bytes === null) return 'The payload hash in the answer’s Server-Authorization could not be checked, because the answer was not kept whole.';
  if (hash !== finished(payloadHash(key.algorithm, one(headers['content-type'])).update(bytes))) throw wrong('payload hash');
  return undefined;
}

const wrong = (what: string) =>
  new AppError('bad_answer', `The ${what} in the answer’s Server-Authorization is wrong: it was changed on its way, or its sender does not know the key. Check the address and the network.`);

const now = () => Math.floor(Date.now() / 1000);

/** The value of `Authorization`, without the scheme. */
export function hawkHeader({ id }: HawkKey, { ts, nonce, hash, ext, app, dlg }: HawkMessage, mac: string): string {
  const parts = { id, ts, nonce, hash, ext, mac, app, dlg };
  return Object.entries(parts).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}="${value}"`])).join(', ');
}

/** The message authentication code over a message's normalized form. */
export function hawkMac(type: 'header' | 'response', { key, algorithm }: HawkKey, message: HawkMessage): string {
  const { ts, nonce, method, resource, host, port, hash = '', ext = '', app, dlg = '' } = message;
  const lines = [`hawk.1.${type}`, ts, nonce, method, resource, host, port, hash, ext.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'), ...(app ? [app, dlg] : [])];
  return createHmac(algorithm, key).update(`${lines.join('\n')}\n`).digest('base64');
}

/** The beginning of a payload's hash, over its media type without parameters; then comes the body, before any content encoding. */
export const payloadHash = (algorithm: HawkKey['algorithm'], contentType: string): Hash =>
  createHash(algorithm).update(`hawk.1.payload\n${contentType.split(';', 1)[0]!.trim().toLowerCase()}\n`);

/** The end of a payload's hash. */
export const finished = (hash: Hash): string => hash.update('\n').digest('base64');

/** A method that carries a body has its hash, even of an empty one, so that a server that insists on it is content. */
async function hashOf({ method, headers, body }: Hop, { algorithm }: HawkKey, signal: AbortSignal): Promise<string | undefined> {
  if (body === null && !/^(POST|PUT|PATCH)$/.test(method)) return undefined;
  return finished(await hashBody(payloadHash(algorithm, headers.get('content-type') ?? ''), body, signal));
}

/** Host and port as the server reads them from the `Host` header. */
function addressOf({ method, url, headers }: Hop): Pick<HawkMessage, 'method' | 'resource' | 'host' | 'port'> {
  const [, host = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(headers.get('host') ?? url.host) ?? [];
  return { method, resource: url.pathname + url.search, host: host.toLowerCase(), port: port || (url.protocol === 'https:' ? '443' : '80') };
}

type Header = string | readonly string[] | undefined;
const one = (header: Header) => (typeof header === 'string' ? header : (header?.at(-1) ?? ''));
const hawkParams = (header: Header) => challengesOf(header).find(({ scheme }) => scheme.toLowerCase() === 'hawk')?.params;
const claimsTime = (header: Header) => hawkParams(header)?.has('ts') ?? false;

/** The target's time, where it proves with the key that it is the target's. */
function trustedTime(header: Header, { key, algorithm }: HawkKey): number | undefined {
  const params = hawkParams(header);
  const ts = params?.get('ts') ?? '';
  const proven = params?.get('tsm') === createHmac(algorithm, key).update(`hawk.1.ts\n${ts}\n`).digest('base64');
  return proven && /^\d{1,12}$/.test(ts) ? Number(ts) : undefined;
}
