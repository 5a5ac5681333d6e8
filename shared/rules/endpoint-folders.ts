/** The folders of an API's endpoints, and the order in them. A folder is said by its name and those around it, as one text. */

/** Between the names of folders, from the outermost inwards. */
export const folderSeparator = ' / ';

/** Of an endpoint that stands in no folder, and not with those of its path either. */
export const topFolder = '/';

export const partsOfFolder = (folder: string): string[] => folder.split(folderSeparator).map((part) => part.trim()).filter(Boolean);
export const folderOf = (parts: readonly string[]): string => parts.join(folderSeparator);

/** Is it this folder, or one within? */
export const isWithin = (folder: string, around: string): boolean => folder === around || folder.startsWith(around + folderSeparator);

/** Those with a position by it, then the others as they come. */
export function inOrder<R extends object>(rows: readonly R[]): readonly R[] {
  const place = (row: R) => positionOf(row) ?? Infinity;
  return rows.some((row) => positionOf(row) !== undefined) ? rows.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b))) : rows;
}

export function positionOf(row: object): number | undefined {
  const { position } = row as { readonly position?: unknown };
  return typeof position === 'number' && Number.isFinite(position) ? position : undefined;
}
