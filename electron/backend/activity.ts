import type { z } from 'zod';
import type { activity as contract, activityEntry } from '../../shared/contract/app.ts';
import { AppError, toErrorValue } from '../../shared/errors.ts';
import type { OutputOf } from '../../shared/rpc.ts';
import { channel } from './cell.ts';
import { secretIn } from './hiding.ts';
import { shortJson, withoutSecretHeaders, withoutSecretQuery, type IsSecret } from './redact.ts';
import type { Send, Sending, WireMessage } from './send.ts';

export type Entry = z.infer<typeof activityEntry>;
export type Detail = OutputOf<typeof contract.calls.get>;

/** The last calls to the platform, and what was sent from this computer, newest first; in memory alone, without secrets. */
export interface Activity {
  /** Of this user; `search` looks in call, address, status and error. */
  list(owner: Owner, search?: string, limit?: number): Entry[];
  /** Throws `not_found` once the call has left the log. */
  get(owner: Owner, id: number): Detail;
  details(owner: Owner): Detail[];
  follow(owner: () => Owner, signal: AbortSignal): AsyncGenerator<Entry>;
  /** Forgets the calls of a user on a profile, or of all users on it. */
  wipe(profile: string, user: string | null): void;
  /** Adds what a call was, once it is over. */
  add(sending: Sending, outcome: Outcome): void;
}

export interface Owner {
  readonly profile: string;
  readonly user: string;
}

interface Outcome {
  readonly started: number;
  readonly duration: number;
  readonly source: Entry['source'];
  readonly error: unknown;
}

const kept = 1000;
/** Characters that are kept of one body, and of all bodies together: the oldest bodies go first. */
const bodyLimit = 64 * 1024;
const bodiesLimit = 16 * 1024 * 1024;

interface Kept {
  readonly owner: Owner;
  readonly entry: Entry;
  request: Detail['request'];
  response: Detail['response'];
}

export function createActivity(fieldsOf: (callName: string) => ReadonlySet<string>): Activity {
  let log: Kept[] = [];
  let nextId = 1;
  let bodies = 0;
  const events = channel<Kept>();
  const of = (owner: Owner) => log.filter((item) => isOf(item.owner, owner)).toReversed();

  const add = (item: Kept) => {
    log.push(item);
    bodies += lengthOf(item);
    while (log.length > kept) bodies -= lengthOf(log.shift()!);
    for (let index = 0; bodies > bodiesLimit && index < log.length - 1; index++) {
      bodies -= lengthOf(log[index]!);
      withoutBodies(log[index]!);
    }
    events.send(item);
  };

  return {
    list(owner, search = '', limit = 200) {
      const words = search.trim().toLowerCase();
      const found = of(owner).map(({ entry }) => entry);
      return (words === '' ? found : found.filter((entry) => searchText(entry).includes(words))).slice(0, limit);
    },
    get(owner, id) {
      const found = of(owner).find(({ entry }) => entry.id === id);
      if (!found) throw new AppError('not_found', `This call is not in the log any more: it keeps the last ${kept}.`);
      return detailOf(found);
    },
    details: (owner) => of(owner).map(detailOf),
    async *follow(owner, signal) {
      for await (const item of events.follow(signal)) if (isOf(item.owner, owner())) yield item.entry;
    },
    wipe(profile, user) {
      log = log.filter((item) => item.owner.profile !== profile || (user !== null && item.owner.user !== user));
      bodies = log.reduce((sum, item) => sum + lengthOf(item), 0);
    },
    add({ name, connection, trace }, { started, duration, source, error }) {
      const isSecret = secretIn(fieldsOf(name));
      const token = tokenIn(trace.request?.headers);
      const entry: Entry = {
        id: nextId++, call: name, method: trace.method, url: withoutSecretQuery(trace.url), started_at: new Date(started).toISOString(),
        duration_ms: duration, status: trace.status, request_bytes: trace.request_bytes, response_bytes: trace.response_bytes,
        source, attempt: trace.attempt, error: error === null ? null : messageOf(error),
      };
      add({
        owner: { profile: connection.profile.id, user: connection.user_id }, entry,
        request: messageWithout(trace.request, token, isSecret) ?? { headers: {}, body: null },
        response: messageWithout(trace.response, token, isSecret),
      });
    },
  };
}

/** Writes every call into the log, with how long it took and where its answer came from. */
export const logged = (send: Send, activity: Activity, now: () => number): Send => async (call, input, sending) => {
  const started = now();
  const since = performance.now();
  const over = (source: Outcome['source'], error: unknown) => activity.add(sending, { started, duration: performance.now() - since, source, error });
  try {
    const answered = await send(call, input, sending);
    over(answered.meta.source, null);
    return answered;
  } catch (error) {
    over('platform', error);
    throw error;
  }
};

const isOf = (a: Owner, b: Owner) => a.profile === b.profile && a.user === b.user;
const detailOf = ({ entry, request, response }: Kept): Detail => ({ ...entry, request, response });
const lengthOf = ({ request, response }: Kept) => (request.body?.length ?? 0) + (response?.body?.length ?? 0);
const searchText = ({ call, method, url, status, error }: Entry) => `${call} ${method} ${url} ${status ?? ''} ${error ?? ''}`.toLowerCase();

function withoutBodies(item: Kept): void {
  item.request = { ...item.request, body: null };
  if (item.response) item.response = { ...item.response, body: null };
}

function messageOf(error: unknown): string {
  const { message, details } = toErrorValue(error);
  return typeof details === 'string' ? `${message}: ${details}` : message;
}

const tokenIn = (headers: Readonly<Record<string, string>> | undefined) => /^Bearer (.{8,})$/.exec(headers?.['Authorization'] ?? '')?.[1];

/** Also a server that says the token back does not get it into the log. */
function messageWithout(message: WireMessage | null, token: string | undefined, isSecret: IsSecret): Detail['response'] {
  if (!message) return null;
  const text = message.body === null || message.body === undefined ? null : typeof message.body === 'string' ? message.body.slice(0, bodyLimit) : shortJson(message.body, bodyLimit, isSecret);
  return { headers: withoutSecretHeaders(message.headers), body: token ? (text?.replaceAll(token, '•••') ?? null) : text };
}
