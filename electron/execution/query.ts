import { encode, styledQuery, styleOf, type ParameterStyles } from './parameter-style.ts';
import { scalarText, type Fields } from './request.ts';

/** Name and value pairs of a query: arrays repeat the name, objects become `name[key]`, null and undefined are left out. */
export function queryPairs(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value, 0));
}

function pairsOf(name: string, value: unknown, depth: number): [string, string][] {
  if (value === null || value === undefined) return [];
  const text = scalarText(value);
  if (text !== undefined) return [[name, text]];
  if (depth > 4) return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(name, item, depth + 1));
  return Object.entries(value as Fields).flatMap(([key, item]) => pairsOf(`${name}[${key}]`, item, depth + 1));
}

export const encodePairs = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');

/** One field as its style has it; without a style, and in `deepObject`, as {@link queryPairs} says. */
function written(name: string, value: unknown, styles: ParameterStyles | null | undefined): string {
  const style = styleOf(styles, name);
  return style === undefined || style.style === 'deepObject' ? encodePairs(pairsOf(name, value, 0)) : styledQuery(name, value, style);
}

/** Puts fields into an address. They replace those of the same name; what else stands there is not encoded anew. */
export function mergeQuery(url: URL, fields: Fields, styles?: ParameterStyles | null): void {
  const added = Object.entries(fields).map(([name, value]) => written(name, value, styles)).filter(Boolean).join('&');
  if (added === '') return;
  const names = new Set(new URLSearchParams(added).keys());
  const kept = url.search.slice(1).split('&').filter((part) => part !== '' && !names.has(nameOf(part)));
  url.search = [...kept, added].join('&');
}

const nameOf = (part: string): string => new URLSearchParams(part).keys().next().value ?? '';
