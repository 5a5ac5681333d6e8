import type { Call } from '../../shared/contract/define.ts';
import type { Profile } from '../../shared/contract/app.ts';
import type { Meta } from '../../shared/rpc.ts';

/** The shape of everything between a call and the wire: `log(cache(retry(remote)))` are all functions of this one type. */
export type Send = (call: Call, input: Fields, sending: Sending) => Promise<Answered>;

export type Fields = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly data: unknown;
  readonly meta: Meta;
}

export interface Sending {
  /** `group.method`. */
  readonly name: string;
  /** Aborted with the AppError that the caller is to see. */
  readonly signal: AbortSignal;
  /** Taken when the call begins, so that a switch of profile or user never mixes two of them in one call. */
  readonly connection: Connection;
  /** What went over the wire, filled in by those who know it, for the activity log. */
  readonly trace: Trace;
}

/** Who speaks to which platform. */
export interface Connection {
  readonly profile: Profile;
  /** Empty until the platform has said who the user is. */
  readonly user_id: string;
  /** Aborted on sign-out and on a switch of profile: what is in flight then is dropped. */
  readonly ended: AbortSignal;
  /** Origin of the platform, without a slash at the end; waits for the embedded one to be up. Throws `unreachable`. */
  baseUrl(signal: AbortSignal): Promise<string>;
  /** The access token; throws `unauthorized` where there is none. */
  token(): Promise<string>;
  /** After a 401: a token that is not `stale`, or null where the 401 was the call's own affair. Throws when signed out. */
  renew(stale: string): Promise<string | null>;
}

export interface WireMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** As parsed, or the text where it could not be. */
  readonly body: unknown;
}

export interface Trace {
  method: string;
  url: string;
  /** Count of requests that were sent for this call. */
  attempt: number;
  request: WireMessage | null;
  request_bytes: number;
  status: number | null;
  response: WireMessage | null;
  response_bytes: number;
}

export const newTrace = (call: Call): Trace => ({
  method: call.request.method, url: call.request.path, attempt: 0, request: null, request_bytes: 0, status: null, response: null, response_bytes: 0,
});

/** A call that changes nothing on the platform: it may be repeated, cached and watched. */
export const isRead = (call: Call): boolean => call.request.method === 'GET' || call.offline === 'cached';
