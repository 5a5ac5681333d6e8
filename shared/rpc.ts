import type { z } from 'zod';
import type { AnyCall, Call, Contract, LocalCall, Stream } from './contract/define.ts';
import { AppError, toErrorValue, type ErrorValue } from './errors.ts';
import { unknownError } from './rules/unknown-error.ts';

/**
 * A contract has three functions: `client` makes a typed object of it, `serve` answers it, and a backend is a function
 * over validated calls. Everything else in Trellis is a composition of these.
 */

export interface Meta {
  readonly source: 'platform' | 'cache';
  /** When the platform said so, ISO 8601; set on what comes from the cache. */
  readonly as_of?: string | undefined;
}

export type Reply<T = unknown> = { readonly ok: true; readonly data: T; readonly meta: Meta } | { readonly ok: false; readonly error: ErrorValue };

export type Unsubscribe = () => void;

/** What a subscriber is told: each event, then one end, with an error where there was one. */
export interface Subscriber<E = unknown> {
  event(event: E): void;
  end(error?: ErrorValue): void;
}

/** The way from a client to a server. It never throws: failures of the way itself are replies, too. */
export interface Transport {
  call(name: string, input: unknown, signal?: AbortSignal): Promise<Reply>;
  subscribe(name: string, input: unknown, subscriber: Subscriber): Unsubscribe;
}

type CallLike = Call | LocalCall;
export type InputOf<C extends AnyCall> = z.input<C['input']>;
export type ParsedOf<C extends AnyCall> = z.output<C['input']>;
export type OutputOf<C extends CallLike> = z.output<C['output']>;
export type EventOf<S extends Stream> = z.output<S['event']>;

type Caller<C> = C extends Stream
  ? (input: InputOf<C>, subscriber: Subscriber<EventOf<C>>) => Unsubscribe
  : C extends CallLike
    ? (input: InputOf<C>, signal?: AbortSignal) => Promise<Reply<OutputOf<C>>>
    : never;

export type Client<T extends Contract> = {
  readonly [G in keyof T]: { readonly [M in keyof T[G]['calls']]: Caller<T[G]['calls'][M]> };
};

/** Every call of a contract by its name, `group.method`. */
export function callsOf(contract: Contract): ReadonlyMap<string, AnyCall> {
  const all = new Map<string, AnyCall>();
  for (const [group, { calls }] of Object.entries(contract)) {
    for (const [method, call] of Object.entries(calls)) all.set(`${group}.${method}`, call);
  }
  return all;
}

/** A typed object with one function per call of the contract. */
export function client<T extends Contract>(contract: T, transport: Transport): Client<T> {
  const groups = Object.entries(contract).map(([group, { calls }]) => {
    const methods = Object.entries(calls).map(([method, { kind }]) => {
      const name = `${group}.${method}`;
      const caller =
        kind === 'stream'
          ? (input: unknown, subscriber: Subscriber) => transport.subscribe(name, input, subscriber)
          : (input: unknown, signal?: AbortSignal) => transport.call(name, input, signal);
      return [method, caller];
    });
    return [group, Object.freeze(Object.fromEntries(methods))];
  });
  return Object.freeze(Object.fromEntries(groups)) as Client<T>;
}

export interface CallContext {
  /** `group.method`. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** A function over validated calls. It throws `AppError`, or returns what the call's output describes. */
export interface Backend {
  call(call: CallLike, input: Record<string, unknown>, context: CallContext): Promise<{ data: unknown; meta: Meta }>;
  subscribe(stream: Stream, input: Record<string, unknown>, context: CallContext): AsyncIterable<unknown>;
}

/** Answers a contract through a backend: unknown names and bad inputs never get as far as the backend. */
export function serve(contract: Contract, backend: Backend): Transport {
  const calls = callsOf(contract);
  const find = (name: string): AnyCall => {
    const call = calls.get(name);
    if (!call) throw new AppError('unknown_call', `Unknown call: ${name.slice(0, 100)}`);
    return call;
  };

  const failure = (name: string, thrown: unknown) => toErrorValue(thrown, unknownError(calls.get(name)?.fallback ?? ''));

  return {
    async call(name, input, signal = new AbortController().signal) {
      try {
        const call = find(name);
        if (call.kind === 'stream') throw new AppError('unknown_call', `${name} is a subscription`);
        const { data, meta } = await backend.call(call, parseInput(call, input), { name, signal });
        return { ok: true, data, meta };
      } catch (thrown) {
        return { ok: false, error: failure(name, thrown) };
      }
    },

    subscribe(name, input, subscriber) {
      const controller = new AbortController();
      const run = async () => {
        try {
          const found = find(name);
          if (found.kind !== 'stream') throw new AppError('unknown_call', `${name} is not a subscription`);
          const events = backend.subscribe(found, parseInput(found, input), { name, signal: controller.signal });
          for await (const event of events) {
            if (controller.signal.aborted) return;
            subscriber.event(event);
          }
          subscriber.end();
        } catch (thrown) {
          if (!controller.signal.aborted) subscriber.end(failure(name, thrown));
        }
      };
      void run();
      return () => controller.abort();
    },
  };
}

/** The input as the contract wants it, or `invalid_input` with a problem per field; the first one is the message. */
export function parseInput(call: AnyCall, input: unknown): Record<string, unknown> {
  const parsed = call.input.safeParse(input ?? {});
  if (parsed.success) return parsed.data as Record<string, unknown>;
  const problems = parsed.error.issues.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'symbol' ? part.toString() : part)),
    message,
  }));
  throw new AppError('invalid_input', problems[0]?.message ?? 'The input is not valid', { problems });
}
