/** Reading of a tree that someone else wrote: own fields only, and nothing is taken to be what it should be. */

export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
export const field = (tree: unknown, name: string): unknown => (isTree(tree) && Object.hasOwn(tree, name) ? tree[name] : undefined);
export const textField = (tree: unknown, name: string): string => {
  const value = field(tree, name);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};
export const listField = (tree: unknown, name: string): readonly unknown[] => {
  const value = field(tree, name);
  return Array.isArray(value) ? (value as unknown[]) : [];
};
export const entriesOf = (tree: unknown): [string, unknown][] => (isTree(tree) ? Object.entries(tree) : []);

/** One more step of a JSON pointer (RFC 6901). */
export const step = (pointer: string, name: string | number): string => `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
