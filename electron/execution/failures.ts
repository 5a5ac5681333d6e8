import { AppError } from '../../shared/errors.ts';

/** What went wrong on the wire, as an error that a person can act on. */

type Described = readonly ['unreachable' | 'bad_answer' | 'too_large' | 'storage', (origin: string) => string];

const closed: Described = ['unreachable', (origin) => `${origin} closed the connection before its answer was complete. Try again, or check the target.`];
const noName: Described = ['unreachable', (origin) => `The name of ${origin} cannot be resolved. Check the server address and your network.`];
const noRoute: Described = ['unreachable', (origin) => `There is no way to ${origin} from here. Check your network or VPN.`];
const noAnswer: Described = ['unreachable', (origin) => `${origin} does not take connections in time. Check that it runs and can be reached from here.`];

const byCode: Readonly<Record<string, Described>> = {
  ECONNREFUSED: ['unreachable', (origin) => `Nothing listens at ${origin}. Start the server, or correct the server address.`],
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_CLOSED: closed,
  UND_ERR_DESTROYED: closed,
  UND_ERR_INFO: closed,
  ERR_STREAM_PREMATURE_CLOSE: closed,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: closed,
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: ['storage', () => 'A file changed its length while it was sent. Try again when nothing writes to it.'],
  ENOTFOUND: noName,
  EAI_AGAIN: noName,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EADDRNOTAVAIL: noRoute,
  ETIMEDOUT: noAnswer,
  UND_ERR_CONNECT_TIMEOUT: noAnswer,
  UND_ERR_HEADERS_OVERFLOW: ['too_large', (origin) => `The headers of ${origin} are over 64 KB. Report it to the target's owner.`],
  HPE_HEADER_OVERFLOW: ['too_large', (origin) => `The headers of ${origin} are over 64 KB. Report it to the target's owner.`],
};

const notHttp: Described = ['bad_answer', (origin) => `What ${origin} answered is not HTTP. Check the port and the scheme of the server address.`];

const patterns: readonly (readonly [RegExp, Described])[] = [
  [/^HPE_|^HTTPParserError$/, notHttp],
  [/^ERR_HTTP2_/, closed],
  [/ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN)/, ['unreachable', (origin) => `${origin} asks for a client certificate, or does not take the one that it was shown. Set the right one in the environment.`]],
  [/CERT|SELF_SIGNED|UNABLE_TO_/, ['unreachable', (origin) => `The certificate of ${origin} is not trusted. Correct it, or add its authority to the system.`]],
  [/^ERR_(SSL|TLS)|^EPROTO$/, ['unreachable', (origin) => `No secure connection to ${origin} could be agreed on. Check whether it speaks https on that port.`]],
];

/** The {@link AppError} for whatever the connection threw; what is no failure of the wire is thrown on as it is. */
export function wireFailure(thrown: unknown, origin: string): unknown {
  if (thrown instanceof AppError) return thrown;
  const cause = (thrown as { cause?: unknown } | null)?.cause;
  if (cause instanceof AppError) return cause;
  for (const error of [thrown, cause]) {
    // undici's parser does not always give its errors a code.
    const { code: given, name } = (error ?? {}) as { code?: unknown; name?: unknown };
    const code = given ?? name;
    if (typeof code !== 'string') continue;
    const found = byCode[code] ?? patterns.find(([pattern]) => pattern.test(code))?.[1];
    if (found) return new AppError(found[0], found[1](origin), { details: { code }, cause: thrown });
  }
  return thrown;
}
