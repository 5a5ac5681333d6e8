import { templatePieces } from '../../../shared/rules/path-template.ts';

/** A piece of a path: text, the place of a path variable, or `{{name}}`, a variable of the environment or the API. */
export interface UrlPiece {
  readonly text: string;
  readonly kind: 'text' | 'path' | 'variable';
  readonly name: string;
  /** It stands behind the `?`. */
  readonly inQuery: boolean;
}

const variable = /(\{\{\s*[A-Za-z_][\w.-]*\s*\}\})/;

/** The pieces of a path with its query, as they stand; what `#` begins is never sent, and is text. */
export function urlPieces(path: string): UrlPiece[] {
  const [sent = ''] = path.split('#', 1);
  const pieces: UrlPiece[] = [];
  let inQuery = false;
  for (const [at, part] of sent.split(variable).entries()) {
    if (at % 2 === 1) {
      pieces.push({ text: part, kind: 'variable', name: part.slice(2, -2).trim(), inQuery });
      continue;
    }
    const { route, query } = templatePieces(inQuery ? `?${part}` : part);
    const take = (found: typeof route) => {
      for (const { text, variable: name } of found) pieces.push({ text, kind: name === undefined ? 'text' : 'path', name: name ?? '', inQuery });
    };
    take(route);
    if (!inQuery && part.includes('?')) {
      inQuery = true;
      pieces.push({ text: '?', kind: 'text', name: '', inQuery });
    }
    take(query);
  }
  if (path.length > sent.length) pieces.push({ text: path.slice(sent.length), kind: 'text', name: '', inQuery: true });
  return pieces;
}

/** The names of the path variables, each once. */
export const pathVariablesIn = (path: string): string[] => [...new Set(urlPieces(path).flatMap(({ kind, name }) => (kind === 'path' ? [name] : [])))];
