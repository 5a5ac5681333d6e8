import type { Problem } from './imported.ts';
import { field, isTree, step, type Tree } from './tree.ts';

/** `$ref`s, followed one at a time when something is asked of them: cycles cost nothing until someone walks them. */
export interface References {
  /** What a value stands for; undefined where its reference leads nowhere or in a circle. */
  resolve(value: unknown): unknown;
  /** The reference of a value, by which a walk knows that it was here before. */
  nameOf(value: unknown): string | undefined;
}

export function createReferences(root: Tree): References {
  const known = new Map<string, unknown>();

  function target(reference: string): unknown {
    if (known.has(reference)) return known.get(reference);
    const found = find(root, reference);
    known.set(reference, found);
    return found;
  }

  return {
    nameOf,
    resolve(value) {
      const seen = new Set<string>();
      let at = value;
      for (let reference = nameOf(at); reference !== undefined; reference = nameOf(at)) {
        if (seen.has(reference)) return undefined;
        seen.add(reference);
        at = isExternal(reference) ? undefined : target(reference);
      }
      return at;
    },
  };
}

function nameOf(value: unknown): string | undefined {
  const reference = field(value, '$ref');
  return typeof reference === 'string' ? reference : undefined;
}

const isExternal = (reference: string) => !reference.startsWith('#');

function find(root: Tree, reference: string): unknown {
  let at: unknown = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = Array.isArray(at) ? (at as unknown[])[Number(name)] : field(at, name);
  }
  return at;
}

/** As an URI fragment a pointer is percent-encoded (RFC 6901, section 6); many documents write it plain. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parts of a document in which `$ref` is somebody's data. */
const opaque = new Set(['example', 'examples', 'default', 'enum', 'const']);

/**
 * Every reference that cannot be followed: external ones, which are never fetched or read [F-12], and those that
 * lead nowhere. One problem each, at the first place where it stands.
 */
export function brokenReferences(root: Tree): Problem[] {
  const references = createReferences(root);
  const problems = new Map<string, Problem>();
  const stack: [unknown, string][] = [[root, '#']];
  const seen = new Set<unknown>(); // YAML's aliases make one object stand in many places
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [value, where] = top;
    if (seen.has(value)) continue;
    if (typeof value === 'object') seen.add(value);
    const reference = nameOf(value);
    if (reference !== undefined && !problems.has(reference)) {
      if (isExternal(reference)) {
        problems.set(reference, { where, message: `“${reference.slice(0, 200)}” is outside of the document and is not followed; what it describes is left out.` });
      } else if (references.resolve(value) === undefined) {
        problems.set(reference, { where, message: `“${reference.slice(0, 200)}” leads nowhere; what it describes is left out.` });
      }
    }
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) stack.push([value[index], step(where, index)]);
    } else if (isTree(value)) {
      for (const [name, inner] of Object.entries(value).toReversed()) {
        if (typeof inner === 'object' && inner !== null && !opaque.has(name) && !name.startsWith('x-')) stack.push([inner, step(where, name)]);
      }
    }
  }
  return [...problems.values()];
}
