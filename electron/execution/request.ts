import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import type { ParameterStyles } from './parameter-style.ts';

/** What the engine is asked to send, and what it hands back. Plain data on both sides. */

export type Fields = Readonly<Record<string, unknown>>;

/** `{type, credentials}`; absent means `none`. */
export interface AuthSpec {
  readonly type: string;
  readonly credentials?: Fields | null | undefined;
}

export interface BodySpec {
  readonly type: string;
  readonly content_type?: string | null | undefined;
  /** Text, fields, parts or base64, as the type has it. */
  readonly content?: unknown;
  /** What a raw text is: `json`, `xml`, `html`, `text` or `graphql`; by its look where it is not said. */
  readonly format?: string | null | undefined;
  /** The absolute path of the file that a binary body is; read under {@link FilePolicy}. */
  readonly file?: string | null | undefined;
  /** The id of an uploaded file that a binary body is; found in an {@link UploadSource}. */
  readonly upload?: string | null | undefined;
}

/** A file that a body is made of. */
export interface AttachedFile {
  /** Bytes, when it was looked at; a file that has another length when it is sent ends the execution. */
  readonly size: number;
  open(): Readable;
}

/** The file that was uploaded under this id, by whoever runs the request. Throws `invalid_input` where it is not there, or not there as a whole. */
export type UploadSource = (id: string) => AttachedFile;

/** Whether bodies may be read from files: from none, or from those that are, or lie under, one of these absolute paths. */
export type FilePolicy = 'refuse' | { readonly roots: readonly string[] };

export interface ExecutionRequest {
  readonly method: string;
  /** Absolute http or https address, such as `targetUrl` makes; may carry a query. */
  readonly url: string;
  /** Replaces fields of the same name in the address. Arrays repeat the name, objects become `name[key]`. */
  readonly query?: Fields | null | undefined;
  /** By the field's name; a field without a style is written as `query` says. */
  readonly query_styles?: ParameterStyles | null | undefined;
  readonly headers?: Fields | null | undefined;
  readonly body?: BodySpec | null | undefined;
  readonly auth?: AuthSpec | null | undefined;
  /** Texts among all this that are masked in whatever comes back, as those of `auth` are without being named here. */
  readonly secrets?: readonly string[] | undefined;
  /** Total time for connecting, sending, headers and body, over all redirects, in milliseconds; default 30000 [K-002]. */
  readonly timeout_ms?: number | null | undefined;
}

/** Which networks may be called; a tenant's own rule takes this form. */
export interface AddressPolicy {
  /** 127.0.0.0/8, ::1 and the like: the computer that sends. Allowed unless refused. */
  readonly loopback?: 'refuse' | 'allow' | undefined;
  /** 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7 and the like. Allowed unless refused. */
  readonly private?: 'refuse' | 'allow' | undefined;
  /** 169.254.0.0/16, fe80::/10 and the like, where clouds serve machine credentials; refused unless allowed. */
  readonly link_local?: 'refuse' | 'allow' | undefined;
}

/** Whom to trust over TLS, and as whom to speak there; an environment's own rule takes this form. */
export interface TlsPolicy {
  /** False takes any certificate for good, and the outcome's notice says so. Proxies are always verified. */
  readonly verify?: boolean | undefined;
  /** Authorities in PEM, trusted beside those of the system. */
  readonly ca?: string | undefined;
  /** The sender's own certificate: PEM, or PKCS #12 in base64. It is shown to the origin of the request alone [F-4]. */
  readonly client?: { readonly cert: string; readonly key: string; readonly passphrase?: string } | { readonly pfx: string; readonly passphrase?: string } | undefined;
}

export interface ProxyPolicy {
  /** http, https or socks5, without credentials. Targets of https, and all by SOCKS, are reached through a tunnel (RFC 9110, section 9.3.6). */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Targets that are called without it: `host`, `.domain`, `*.domain`, an address, a network such as `10.0.0.0/8`, each with `:port` or without, or `*`. */
  readonly no_proxy?: readonly string[] | undefined;
  /** The proxy itself may stand in a network that targets may not. */
  readonly trusted?: boolean | undefined;
}

/** Where requests may go, how they get there and how much they may bring. */
export interface FetchPolicy extends AddressPolicy {
  readonly tls?: TlsPolicy | undefined;
  readonly proxy?: ProxyPolicy | undefined;
  /** Offers HTTP/2 to targets of https; which one it became stands in the outcome's hops. Default false. */
  readonly http2?: boolean | undefined;
  /** How many redirects are followed; 0 returns the redirect itself. Default 10. */
  readonly max_redirects?: number | undefined;
  /** Default `refuse`: a path in a request is not the sender's own file where the engine runs for others. */
  readonly files?: FilePolicy | undefined;
  /** Bytes of the answer's body, after decompression, that are kept. Default 10 MiB. */
  readonly max_bytes?: number | undefined;
}

export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

/** One request and its answer as they went over the wire, with secrets masked. */
export interface HopRecord {
  readonly url: string;
  /** Such as `GET /pets?limit=2 HTTP/1.1`; of HTTP/2 what it would be. */
  readonly request_line: string;
  /** In their order; lower-case names. */
  readonly request_headers: readonly (readonly [string, string])[];
  /** Such as `HTTP/1.1 200 OK`. */
  readonly status_line: string;
  readonly headers: ResponseHeaders;
  /** In milliseconds; null for a step that this request did not have. */
  readonly timing: {
    /** Over a connection that was open already, so that there were no first three steps. */
    readonly reused: boolean;
    /** Resolving the name: the target's, or that of the proxy. */
    readonly dns_ms: number | null;
    /** Connecting, with asking the proxy for a tunnel where there is one. */
    readonly connect_ms: number | null;
    readonly tls_ms: number | null;
    /** From sending the headers of the request to having those of the answer. */
    readonly first_byte_ms: number | null;
    /** Null where the body was not read. */
    readonly body_ms: number | null;
    readonly total_ms: number;
  };
}

/** Credentials that were sent stand in no part of an outcome, not even where the target echoes them. */
export interface Outcome {
  readonly status: number;
  readonly status_text: string;
  /** Lower-case names. */
  readonly headers: ResponseHeaders;
  /** Parsed JSON, else the text, else base64 of what is not text; null without a body. */
  readonly data: unknown;
  readonly data_kind: 'none' | 'json' | 'text' | 'base64';
  /** The decoded text; null for what is not text. */
  readonly text: string | null;
  /** Bytes of the body after decompression, as far as they were read. */
  readonly bytes: number;
  /** The body was longer than the cap, and what was kept is its beginning. */
  readonly truncated: boolean;
  /** The file that holds the body, unpacked and with secrets masked; `data` and `text` are then its first 256 KiB. It is the caller's to delete. */
  readonly spooled?: { readonly file: string; readonly bytes: number } | undefined;
  readonly duration_ms: number;
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly redirects: number;
  /** How often the request was sent, not counting redirects: above 1 where a challenge was answered. */
  readonly attempts: number;
  /** Milliseconds until the headers of the last answer, and from there to the end of its body. */
  readonly timing: { readonly headers_ms: number; readonly body_ms: number };
  /** Each request that was sent, redirects and answered challenges among them, in their order. */
  readonly hops: readonly HopRecord[];
  /** What the user should know about the answer, such as JSON that is not valid. */
  readonly notice?: string | undefined;
}

/** `invalid_input` that names the field of the request. */
export function refuse(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { problems: [{ path: [field], message }] });
}

/** A scalar as text, or undefined for what has no one form: objects, arrays, null. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : undefined;
}
