/**
 * A collection's count follows an upload or a delete at once, without asking the server again. The server owns it: its
 * next list replaces these numbers.
 */

interface Collection {
  readonly name: string;
  readonly document_count?: number | null | undefined;
}

/** After an upload: one more, in a collection that is made if it is missing [S-040]. */
export function afterUpload<C extends Collection>(collections: readonly C[], name: string): (C | Collection)[] {
  if (!collections.some((collection) => collection.name === name)) return [...collections, { name, document_count: 1 }];
  return collections.map((collection) => (collection.name === name ? { ...collection, document_count: (collection.document_count ?? 0) + 1 } : collection));
}

/** After a delete: one less, never below none [S-041]. */
export function afterDelete<C extends Collection>(collections: readonly C[], name: string): C[] {
  return collections.map((collection) => (collection.name === name ? { ...collection, document_count: Math.max(0, (collection.document_count ?? 0) - 1) } : collection));
}
