import type { Problem } from '../openapi/imported.ts';
import { readDocument } from '../openapi/read-document.ts';
import { addressOf, externalDocuments, find, isPlain, placeOf } from '../openapi/references.ts';
import { field, type Tree } from '../openapi/tree.ts';
import { toErrorValue } from '../../../../shared/errors.ts';

/** A document with those that it refers to made one, so that it can be read, kept and compared as a whole. */

export interface ToBundle {
  readonly document: string;
  /** The document's own address; none where it was given as a text. */
  readonly base: string | undefined;
  /** By address; null where it could not be fetched. */
  readonly fetched: readonly (readonly [address: string, text: string | null])[];
}

export interface Bundle {
  /** JSON; absent where nothing was put into it. */
  readonly document?: string;
  /** Addresses of documents that it refers to and that are not in it. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

type Changeable = Record<string, unknown>;

/** Reaches only what is referred to: of a document that is shared by many, most concerns somebody else. */
export function bundle({ document, base, fetched }: ToBundle): Bundle {
  const root = readDocument(document).tree as Changeable;
  const texts = new Map(fetched);
  const problems: Problem[] = [];
  const trees = new Map<string, Tree | undefined>();
  const missing = new Set<string>();
  const seen = new Set<object>();

  function treeAt(address: string): Tree | undefined {
    const text = texts.get(address);
    if (text === undefined) missing.add(address);
    if (text === undefined || text === null) return undefined;
    if (!trees.has(address)) trees.set(address, readOrTell(address, text, problems));
    return trees.get(address);
  }

  /** Points a reference of the document at `own` to the place that it has in the bundle, and goes there. */
  function settle(holder: Changeable, reference: string, own: string | undefined): void {
    const [place, fragment] = split(reference);
    if (place === '' && own === base) {
      // It was made one before, and refers to what was put into it then.
      if (reference.startsWith(`#/${externalDocuments}/`)) waiting.push([find(root, reference), own]);
      return;
    }
    const address = place === '' ? own : addressOf(reference, own);
    if (address === undefined) return;
    if (address === base) {
      holder['$ref'] = `#${fragment}`;
      return;
    }
    const tree = treeAt(address);
    if (!tree) {
      if (own !== base) holder['$ref'] = `${address}${fragment === '' ? '' : `#${fragment}`}`;
      return;
    }
    holder['$ref'] = `${placeOf(address)}${fragment}`;
    waiting.push([find(tree, `#${fragment}`), address]);
  }

  const waiting: [value: unknown, own: string | undefined][] = [[root, base]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, own] = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const reference = field(value, '$ref');
    if (typeof reference === 'string') settle(value as Changeable, reference, own);
    for (const [name, inner] of Object.entries(value)) if (Array.isArray(value) || isPlain(name)) waiting.push([inner, own]);
  }
  const found = [...trees].filter((entry): entry is [string, Tree] => entry[1] !== undefined);
  if (found.length > 0) root[externalDocuments] = { ...(root[externalDocuments] as object | undefined), ...Object.fromEntries(found) };
  return { ...(found.length > 0 ? { document: JSON.stringify(root) } : {}), missing: [...missing], problems };
}

function readOrTell(address: string, text: string, problems: Problem[]): Tree | undefined {
  try {
    return readDocument(text).tree;
  } catch (error) {
    problems.push({ where: '#', message: `${address} is left out. ${toErrorValue(error).message}` });
    return undefined;
  }
}

const split = (reference: string): [place: string, fragment: string] => {
  const hash = reference.indexOf('#');
  return hash === -1 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
};
