import { AppError } from '../../../shared/errors.ts';

/** Versions of a recipe are much the same: in a file each different node and edge stands once, and versions say which are theirs. */

type Graph = Readonly<Record<string, unknown>> & { readonly nodes?: unknown; readonly edges?: unknown };
export interface Pooled {
  readonly parts?: readonly unknown[] | undefined;
  readonly versions: readonly (Readonly<Record<string, unknown>> & { readonly node_parts?: readonly number[] | undefined; readonly edge_parts?: readonly number[] | undefined })[];
}

/** Of all versions together, once they stand by themselves again: a small file must not become a large recipe. */
const mostCharacters = 256 * 1024 * 1024;

export function pooled<C extends { readonly versions: readonly Graph[] }>(content: C): Omit<C, 'versions'> & Pooled {
  const places = new Map<string, number>();
  const parts: unknown[] = [];
  const placeOf = (part: unknown): number => {
    const text = JSON.stringify(part);
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, parts.length);
    return parts.push(part) - 1;
  };
  const versions = content.versions.map(({ nodes, edges, ...rest }) => ({
    ...rest,
    ...(Array.isArray(nodes) ? { node_parts: nodes.map(placeOf) } : { nodes }),
    ...(Array.isArray(edges) ? { edge_parts: edges.map(placeOf) } : { edges }),
  }));
  return { ...content, versions, parts };
}

/** Throws `rejected` where a version says a part that is not there, and `too_large`. */
export function unpooled<C extends Pooled>({ parts = [], versions, ...content }: C): Omit<C, 'parts' | 'versions'> & { readonly versions: readonly Graph[] } {
  const sizes = parts.map((part) => JSON.stringify(part).length);
  let characters = 0;
  const partAt = (place: number): unknown => {
    if (place >= parts.length) throw new AppError('rejected', 'The recipe file is not whole: a version has a part that is not there. Get it anew from whoever made it.');
    characters += sizes[place]!;
    if (characters > mostCharacters) throw new AppError('too_large', `The versions of this file are larger than ${mostCharacters / 1024 / 1024} MB. Ask for a file of the latest version alone.`);
    return parts[place];
  };
  return {
    ...content,
    versions: versions.map(({ node_parts, edge_parts, ...rest }) => ({
      ...rest,
      ...(node_parts ? { nodes: node_parts.map(partAt) } : {}),
      ...(edge_parts ? { edges: edge_parts.map(partAt) } : {}),
    })),
  };
}
