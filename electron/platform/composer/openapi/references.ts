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

/** What stands at a reference's place in a tree. */
export function find(root: Tree, reference: string): unknown {
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

/** Where the documents are that a document refers to, each once; those that cannot be fetched are not among them. */
export const externalAddresses = (references: readonly string[], base: string | undefined): string[] =>
  [...new Set(references.flatMap((reference) => addressOf(reference, base) ?? []))];

/** Parts of a document in which `$ref` is somebody's data. */
const opaque = new Set(['example', 'examples', 'default', 'enum', 'const']);
export const isPlain = (name: string): boolean => !opaque.has(name) && !name.startsWith('x-');

/** Under this name stand the documents that were fetched beside one, by their addresses. */
export const externalDocuments = 'x-external-documents';
export const placeOf = (address: string): string => step(`#/${externalDocuments}`, address).replaceAll('%', '%25');
const inExternal = `#/${externalDocuments}/`;

/** The document that a reference speaks of, or undefined where it is none that could be fetched: files never are [F-12]. */
export function addressOf(reference: string, base: string | undefined): string | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  return url.href;
}

/** A value on the way through the document; its place is only written out where something is wrong with it. */
interface Visit {
  readonly value: object;
  readonly from: Visit | undefined;
  readonly name: string | number;
}

const whereOf = ({ from, name }: Visit): string => (from ? step(whereOf(from), name) : String(name));

/**
 * Every reference that cannot be followed: external ones, which are not fetched or read here [F-12], and those that
 * lead nowhere. One problem each, at the first place where it stands; `external` has the documents of the former.
 */
export function brokenReferences(root: Tree): { readonly problems: readonly Problem[]; readonly external: readonly string[] } {
  const references = createReferences(root);
  const problems = new Map<string, Problem>();
  const external = new Set<string>();
  const stack: Visit[] = [{ value: root, from: undefined, name: '#' }];
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
        external.add(reference.split('#', 1)[0]!);
        problems.set(reference, { where: whereOf(visit), message: `“${reference.slice(0, 200)}” is outside of the document and is not followed; what it describes is left out.` });
      } else if (references.resolve(value) === undefined) {
        problems.set(reference, { where: whereOf(visit), message: `“${reference.slice(0, 200)}” leads nowhere; what it describes is left out.` });
      }
    }
    // In what was fetched, only what is referred to is looked at.
    if (reference?.startsWith(inExternal)) {
      const target = find(root, reference);
      if (typeof target === 'object' && target !== null) stack.push({ value: target, from: undefined, name: reference });
    }
    // What comes first is to be popped first.
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) go((value as unknown[])[index], visit, index);
    } else {
      const names = Object.keys(value);
      for (let index = names.length - 1; index >= 0; index -= 1) {
        const name = names[index]!;
        if (isPlain(name)) go((value as Tree)[name], visit, name);
      }
    }
  }
  return { problems: [...problems.values()], external: [...external] };
}
