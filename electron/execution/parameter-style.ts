import { scalarText } from './request.ts';

/**
 * How a value of several parts is written into an address or a header: the styles of OpenAPI 3 ("Parameter Object",
 * "Style Values"), which are the expansions of RFC 6570 where those exist.
 */
export interface ParameterStyle {
  /** In the query `form`, `spaceDelimited`, `pipeDelimited` or `deepObject`; in the path `simple`, `label` or `matrix`. */
  readonly style?: string | undefined;
  /** Whether each part is written as a value of its own; where it is not said, only `form` and `deepObject` do. */
  readonly explode?: boolean | undefined;
}

export const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** What is in a value: one text, several, or named ones; null where nothing is. Parts within parts go as JSON. */
type Parts = { readonly one: string } | { readonly list: readonly string[] } | { readonly pairs: readonly (readonly [string, string])[] } | null;

function partsOf(value: unknown): Parts {
  const text = scalarText(value);
  if (text !== undefined) return { one: text };
  if (typeof value !== 'object' || value === null) return null;
  const there = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  if (there.length === 0) return null;
  const texts = there.map(([name, part]) => [name, scalarText(part) ?? JSON.stringify(part)] as const);
  return Array.isArray(value) ? { list: texts.map(([, part]) => part) } : { pairs: texts };
}

const flat = (pairs: readonly (readonly [string, string])[]): string[] => pairs.flat().map(encode);
const joined = (pairs: readonly (readonly [string, string])[]): string[] => pairs.map(([name, part]) => `${encode(name)}=${encode(part)}`);

const delimiters: Readonly<Record<string, string>> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

/** A query parameter, encoded, without `?` or `&` around it; empty where it has no value. For styles but `deepObject`. */
export function styledQuery(name: string, value: unknown, { style = 'form', explode = style === 'form' }: ParameterStyle): string {
  const parts = partsOf(value);
  if (parts === null) return '';
  const key = encode(name);
  if ('one' in parts) return `${key}=${encode(parts.one)}`;
  if (explode) return 'list' in parts ? parts.list.map((part) => `${key}=${encode(part)}`).join('&') : joined(parts.pairs).join('&');
  return `${key}=${('list' in parts ? parts.list.map(encode) : flat(parts.pairs)).join(delimiters[style] ?? ',')}`;
}

/** A path variable, encoded; empty where it has no value. */
export function styledPath(name: string, value: unknown, { style = 'simple', explode = false }: ParameterStyle): string {
  const parts = partsOf(value);
  if (parts === null) return '';
  if (style === 'matrix') return matrix(encode(name), parts, explode);
  const [before, between] = style === 'label' ? ['.', explode ? '.' : ','] : ['', ','];
  if ('one' in parts) return before + encode(parts.one);
  return before + ('list' in parts ? parts.list.map(encode) : explode ? joined(parts.pairs) : flat(parts.pairs)).join(between);
}

function matrix(key: string, parts: NonNullable<Parts>, explode: boolean): string {
  const named = (text: string) => (text === '' ? `;${key}` : `;${key}=${text}`);
  if ('one' in parts) return named(encode(parts.one));
  if ('list' in parts) return explode ? parts.list.map((part) => named(encode(part))).join('') : named(parts.list.map(encode).join(','));
  return explode ? joined(parts.pairs).map((pair) => `;${pair}`).join('') : named(flat(parts.pairs).join(','));
}

/** The value of a header, in style `simple`, which encodes nothing; empty where it has none. */
export function styledHeader(value: unknown, { explode = false }: ParameterStyle): string {
  const parts = partsOf(value);
  if (parts === null) return '';
  if ('one' in parts) return parts.one;
  return ('list' in parts ? parts.list : explode ? parts.pairs.map((pair) => pair.join('=')) : parts.pairs.flat()).join(',');
}

export type ParameterStyles = Readonly<Record<string, ParameterStyle>>;

/** What one name's style is; inherited names such as `constructor` have none. */
export const styleOf = (styles: ParameterStyles | null | undefined, name: string): ParameterStyle | undefined =>
  styles && Object.hasOwn(styles, name) ? styles[name] : undefined;
