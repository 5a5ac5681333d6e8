/** What `WWW-Authenticate` and its relatives say (RFC 9110, section 11), read leniently: servers quote as they like. */

export interface Challenge {
  /** As it was sent; schemes are compared without regard to case. */
  readonly scheme: string;
  /** By lower-case name, unquoted. Of two parameters of one name, the first stands. */
  readonly params: ReadonlyMap<string, string>;
  /** What schemes such as Negotiate send in the place of parameters. */
  readonly token68?: string;
}

const gap = /[\s,]*/y;
const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const token68 = / +([A-Za-z0-9\-._~+/]+=*)\s*(?=,|$)/y;
const equals = /\s*=\s*/y;
const quoted = /"((?:[^"\\]|\\.)*)(?:"|\\?$)/sy;
/** Some servers leave base64 unquoted, so that an unquoted value may hold `=`. */
const bare = /[^\s,]*/y;

/** The challenges of one header, in their order, whether they came in one line or in several. */
export function challengesOf(header: string | readonly string[] | undefined): Challenge[] {
  const found: { scheme: string; params: Map<string, string>; token68?: string }[] = [];
  const text = typeof header === 'string' ? header : (header ?? []).join(', ');
  const reader = readerOf(text);
  while (!reader.done()) {
    reader.take(gap);
    const name = reader.take(token)?.[0];
    if (name === undefined) {
      if (!reader.take(quoted)) reader.skip();
      continue;
    }
    if (reader.take(equals)) {
      const value = valueOf(reader);
      const params = found.at(-1)?.params;
      if (params && !params.has(name.toLowerCase())) params.set(name.toLowerCase(), value);
      continue;
    }
    const opaque = reader.take(token68)?.[1];
    found.push({ scheme: name, params: new Map(), ...(opaque === undefined ? {} : { token68: opaque }) });
  }
  return found;
}

/** The parameters of a header that names no scheme, such as `Authentication-Info`. */
export const paramsOf = (header: string | readonly string[] | undefined): Challenge['params'] =>
  challengesOf(header === undefined ? [] : `Info ${typeof header === 'string' ? header : header.join(', ')}`)[0]?.params ?? new Map();

/** A value as a quoted string (RFC 9110, section 5.6.4). */
export const quote = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

type Reader = ReturnType<typeof readerOf>;

function readerOf(text: string) {
  let at = 0;
  return {
    done: () => at >= text.length,
    take(pattern: RegExp): RegExpExecArray | null {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match) at = pattern.lastIndex;
      return match;
    },
    skip: () => void (at += 1),
  };
}

const valueOf = (reader: Reader): string => {
  const text = reader.take(quoted)?.[1];
  return text === undefined ? (reader.take(bare)?.[0] ?? '') : text.replaceAll(/\\(.)/gs, '$1');
};
