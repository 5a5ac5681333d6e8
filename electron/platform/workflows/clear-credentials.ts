import { namesCredential } from '../../execution/compose/secret-names.ts';
import { isReference } from '../sealed-parts.ts';
import type { RecipeContent } from './recipe-file.ts';

/** A file in clear is for whoever gets it, so what somebody typed into a node as a password or a token stays at home. */

export type LeftOut = { where: string; message: string };

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content without them, and what was left out, each once however many versions have it. */
export function withoutCredentials(content: RecipeContent): { readonly content: RecipeContent; readonly leftOut: LeftOut[] } {
  const leftOut = new Map<string, LeftOut>();
  const clean = (value: unknown, where: string, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => clean(item, where, path));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => {
      if (typeof inner !== 'string' || inner === '' || !namesCredential(name) || isReference(inner)) return [[name, clean(inner, where, [...path, name])]];
      const what = [...path, name].join('.');
      leftOut.set(`${where} ${what}`, { where, message: `${what} is a credential, and the file is not encrypted, so it was left out. Keep it in an auth config, or encrypt the file with a pass phrase.` });
      return [];
    }));
  };
  const node = (part: unknown): unknown => {
    if (!isObject(part)) return part;
    const { id, data } = part as { id?: string; data?: unknown };
    const label = isObject(data) ? data['label'] : undefined;
    return data === undefined ? part : { ...part, data: clean(data, `node ${typeof label === 'string' && label !== '' ? label : String(id)}`, []) };
  };
  const nodes = (parts: unknown): unknown => {
    if (Array.isArray(parts)) return parts.map(node);
    return isObject(parts) ? Object.fromEntries(Object.entries(parts).map(([id, part]) => [id, node(part)])) : parts;
  };

  const { recipe, versions, node_metadata } = content;
  const clear: RecipeContent = {
    ...content,
    recipe: 'nodes' in recipe ? { ...recipe, nodes: nodes(recipe['nodes']) } : recipe,
    versions: versions.map((version) => Object.assign({}, version, { nodes: nodes(version.nodes) })),
    ...(node_metadata ? { node_metadata: node_metadata.map((one) => Object.assign({}, one, { data: clean(one.data, `node ${one.node_id}`, []) })) } : {}),
  };
  return { content: clear, leftOut: [...leftOut.values()] };
}
