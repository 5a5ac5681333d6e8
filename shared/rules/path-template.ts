/** Paths with variables, written `{name}` anywhere, or `:name` as the beginning of a part of the path [X-017][X-018]. */

const inBraces = /\{([^{}/]+)\}/g;
const inPath = /\{([^{}/]+)\}|(?<=\/|^):([A-Za-z_]\w*)/g;

/** A piece of a template: text as it stands, or the place of a variable. */
export interface Piece {
  readonly text: string;
  /** The name of the variable that stands here. */
  readonly variable?: string;
}

const withoutFragment = (path: string) => path.split('#', 1)[0] ?? '';

function piecesOf(template: string, pattern: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: template.slice(end, match.index) });
    pieces.push({ text: match[0], variable: match[1] ?? match[2] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < template.length) pieces.push({ text: template.slice(end) });
  return pieces;
}

/** The pieces of an endpoint's path before its query, and those of the query, without the `?`. A fragment is never sent. */
export function templatePieces(path: string): { readonly route: readonly Piece[]; readonly query: readonly Piece[] } {
  const [route = '', ...rest] = withoutFragment(path).split('?');
  return { route: piecesOf(route, inPath), query: piecesOf(rest.join('?'), inBraces) };
}

/** The names of the variables of a path, in both forms, each once. */
export function pathVariableNames(path: string): string[] {
  const { route, query } = templatePieces(path);
  return [...new Set([...route, ...query].flatMap(({ variable }) => (variable === undefined ? [] : [variable])))];
}
