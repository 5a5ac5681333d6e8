import { z } from 'zod';

/**
 * The vocabulary in which the contract is written. A call is data: from it derive the channel, the validation,
 * the HTTP request, the reading of the answer, the fallback text, the cache policy and the platform's route.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Scope = 'tenant_id' | 'environment_id';

/** May an answer be served from the cache when the platform cannot be reached? Only reads may say `cached`. */
export type Offline = 'cached' | 'never';

/**
 * How an answer is wrapped on the wire (`answer.ts`): `list` {data, totalCount}, `inserted` {insertedId},
 * `row` the row itself, `done` {success}, `router` {success, data}, `routerList` {success, data: [...], totalCount},
 * `plain` as it stands.
 */
export type Answer = 'list' | 'inserted' | 'row' | 'done' | 'router' | 'routerList' | 'plain';

/** When and where a call is made, for what is filled in on its way out. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The user's time zone, an IANA name. */
  readonly timeZone: string;
}

/** What the client does to a validated input before it is sent: a pure function [Q-004…Q-006]. */
export type Prepare = (input: Readonly<Record<string, unknown>>, at: Moment) => Record<string, unknown>;

/**
 * How an input becomes a request. `{name}` in `path` takes that field of the input; what is left goes to the query
 * (GET, DELETE) or to the body. `constants` are sent as they are and, in a router, select the call.
 */
export interface HttpRequest {
  readonly method: Method;
  readonly path: string;
  /** Which of tenant and environment are sent in query or body; both always go as headers too. */
  readonly scope: readonly Scope[];
  /** Fields that go to the query although the method has a body; constants too, if they are named. */
  readonly query?: readonly string[] | undefined;
  readonly constants?: Readonly<Record<string, string | boolean>> | undefined;
  /** `json` (default): the fields beside the constants; `data`: `{...constants, data: fields}`; `form`: multipart. */
  readonly body?: 'json' | 'data' | 'form' | undefined;
  /** Names on the wire where they differ from ours, such as `{tenant_id: 'tenantId'}`. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

interface CallTraits {
  /** Shown when the server says nothing better (section 8, verbatim). */
  readonly fallback: string;
  /** Which fields of an error answer hold the server's words, first choice first. */
  readonly errorFields?: readonly ('error' | 'message')[] | undefined;
  /** Where the server says nothing: `HTTP {status}: {statusText}` instead of the fallback [E-068]. */
  readonly statusFallback?: boolean | undefined;
  /** Shown instead of the fallback where the platform could not be reached at all [E-055]. */
  readonly unreachableText?: string | undefined;
  readonly prepare?: Prepare | undefined;
  readonly answer?: Answer | undefined;
  /** Default: `cached` for a GET, else `never`; routers that read by POST say `cached`. */
  readonly offline?: Offline | undefined;
  /** On a create: the new row is read back by its `insertedId` through this path; the text is said when that fails. */
  readonly reread?: { readonly path: string; readonly query?: string; readonly fallback: string } | undefined;
  /** The entity's own plural, under which a list's rows may also stand. */
  readonly plural?: string | undefined;
  /** A 404 means that what was to be done is done already, as of what is gone [S-030]. */
  readonly absentIsDone?: boolean | undefined;
  /** Why the embedded platform does not answer it yet. */
  readonly remoteOnly?: string | undefined;
  /** More paths and methods by which a platform answers the same call; the client uses the first. */
  readonly also?: { readonly paths?: readonly string[]; readonly methods?: readonly Method[] } | undefined;
}

/** A call to the platform. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends CallTraits {
  readonly kind: 'call';
  readonly request: HttpRequest;
  readonly input: I;
  readonly output: O;
  readonly answer: Answer;
  readonly offline: Offline;
}

/** A call that the backend answers by itself: profiles, settings, the cache, the activity log. */
export interface LocalCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'local';
  readonly input: I;
  readonly output: O;
  readonly fallback: string;
}

/** A subscription: events until the subscriber leaves or the source ends. With `request`, the platform sends it. */
export interface Stream<I extends z.ZodType = z.ZodType, E extends z.ZodType = z.ZodType> {
  readonly kind: 'stream';
  readonly input: I;
  readonly event: E;
  readonly fallback: string;
  readonly request?: HttpRequest | undefined;
}

export type AnyCall = Call | LocalCall | Stream;
export type Calls = Readonly<Record<string, AnyCall>>;

/** A named set of calls; `entity()` makes the ones that are lists of things. */
export interface Group<C extends Calls = Calls> {
  readonly calls: C;
}
export type Contract = Readonly<Record<string, Group>>;

export type Shape = Readonly<Record<string, z.ZodType>>;
const scopeShape = { tenant_id: z.string().optional(), environment_id: z.string().optional() };
type ScopeShape = typeof scopeShape;

/** The input of every platform call: its own fields, and the scope in which it is made. */
export type Input<S extends Shape> = z.ZodObject<Omit<ScopeShape, keyof S> & S>;

interface CallSpec<S extends Shape, O extends z.ZodType> extends CallTraits, Omit<HttpRequest, 'scope'> {
  readonly scope?: readonly Scope[];
  readonly input?: S;
  readonly output?: O;
}

/** Any value, or none: `z.unknown()` alone would require the field to be there. */
export const anything = z.unknown().optional();

/** A text that must be there and not be empty; `message` is said otherwise. */
export function required(message: string) {
  return z.string({ error: message }).trim().min(1, message);
}

const scopeMessages: Record<Scope, string> = {
  tenant_id: 'Tenant must be selected',
  environment_id: 'Environment must be selected',
};

/** A call as the spec shows it: method, path, input, and the text shown when it fails. */
export function call<S extends Shape = Record<never, never>, O extends z.ZodType = z.ZodUnknown>(
  spec: CallSpec<S, O>,
): Call<Input<S>, O> {
  const { method, path, query, constants, body, names, scope = [], input, output, ...traits } = spec;
  const scoped = Object.fromEntries(scope.map((name) => [name, required(scopeMessages[name])]));
  return {
    ...traits,
    kind: 'call',
    request: { method, path, scope, query, constants, body, names },
    input: z.looseObject({ ...scopeShape, ...scoped, ...input }) as unknown as Input<S>,
    output: (output ?? z.unknown()) as O,
    answer: traits.answer ?? 'plain',
    offline: traits.offline ?? (method === 'GET' ? 'cached' : 'never'),
  };
}

/** A call that never leaves this computer. */
export function local<I extends z.ZodType, O extends z.ZodType>(spec: { input: I; output: O; fallback: string }): LocalCall<I, O> {
  return { kind: 'local', ...spec };
}

/** A subscription; with `path`, a server-sent event stream of the platform. */
export function stream<S extends Shape, E extends z.ZodType>(spec: {
  input: S;
  event: E;
  fallback: string;
  path?: string;
  scope?: readonly Scope[];
}): Stream<Input<S>, E> {
  const { path, scope = [], input, ...rest } = spec;
  return {
    kind: 'stream',
    ...rest,
    input: z.looseObject({ ...scopeShape, ...input }) as unknown as Input<S>,
    ...(path === undefined ? {} : { request: { method: 'GET', path, scope } as const }),
  };
}

/** Calls that belong together under one name. */
export function group<C extends Calls>(calls: C): Group<C> {
  return { calls };
}

type Routed<S extends Shape, O extends z.ZodType> = Omit<CallSpec<S, O>, 'method' | 'path' | 'constants' | 'fallback'> & {
  /** The value of the router's selecting field. */
  readonly select: string;
  readonly fallback?: string;
  readonly method?: Method;
  readonly path?: string;
};

/**
 * Many calls behind one path, told apart by one field of the body. Returns the function with which they are written:
 * `const api = router({path, selector: 'method_name', body: 'data', fallback}); list: api({select: 'list-apis'})`.
 */
export function router(shared: {
  readonly path: string;
  readonly selector: string;
  readonly fallback: string;
  readonly method?: Method;
  readonly body?: HttpRequest['body'];
  readonly query?: HttpRequest['query'];
  readonly constants?: Readonly<Record<string, string | boolean>>;
  readonly names?: Readonly<Record<string, string>>;
  readonly scope?: readonly Scope[];
  readonly statusFallback?: boolean;
  readonly errorFields?: CallTraits['errorFields'];
  readonly also?: CallTraits['also'];
  readonly remoteOnly?: string;
}) {
  const { selector, constants, ...rest } = shared;
  return <S extends Shape = Record<never, never>, O extends z.ZodType = z.ZodUnknown>({ select, ...own }: Routed<S, O>): Call<Input<S>, O> =>
    call<S, O>({ method: 'POST', answer: 'router', ...rest, constants: { ...constants, [selector]: select }, ...own });
}
