import type { Problem } from './imported.ts';
import { field, step, type Tree } from './tree.ts';

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

/** A value on the way through the document; its place is only written out where something is wrong with it. */
interface Visit {
  readonly value: object;
  readonly from: Visit | undefined;
  readonly name: string | number;
}

const whereOf = ({ from, name }: Visit): string => (from ? step(whereOf(from), name) : '#');

/**
 * Every reference that cannot be followed: external ones, which are never fetched or read [F-12], and those that
 * lead nowhere. One problem each, at the first place where it stands.
 */
export function brokenReferences(root: Tree): Problem[] {
  const references = createReferences(root);
  const problems = new Map<string, Problem>();
  const stack: Visit[] = [{ value: root, from: undefined, name: '' }];
  const seen = new Set<object>(); // YAML's aliases make one object stand in many places
  const go = (value: unknown, from: Visit, name: string | number) => {
    if (typeof value === 'object' && value !== null) stack.push({ value, from, name });
  };
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { value } = visit;
    if (seen.has(value)) continue;
    seen.add(value);
    const reference = nameOf(value);
    if (reference !== undefined && !problems.has(reference)) {
      if (isExternal(reference)) {
        problems.set(reference, { where: whereOf(visit), message: `“${reference.slice(0, 200)}” is outside of the document and is not followed; what it describes is left out.` });
      } else if (references.resolve(value) === undefined) {
        problems.set(reference, { where: whereOf(visit), message: `“${reference.slice(0, 200)}” leads nowhere; what it describes is left out.` });
      }
    }
    // What comes first is to be popped first.
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) go((value as unknown[])[index], visit, index);
    } else {
      const names = Object.keys(value);
      for (let index = names.length - 1; index >= 0; index -= 1) {
        const name = names[index]!;
        if (!opaque.has(name) && !name.startsWith('x-')) go((value as Tree)[name], visit, name);
      }
    }
  }
  return [...problems.values()];
}
