/** Where the user was in each list, so that coming back from a row keeps the place. Per window, gone with it. */

interface Position {
  /** The list's query: filters, sort and selection. */
  readonly search: string;
  readonly active: string | undefined;
  /** Scroll offset in CSS pixels. */
  readonly offset: number;
}

const positions = new Map<string, Position>();

export function rememberPosition(group: string, position: Partial<Position>): void {
  positions.set(group, { search: '', active: undefined, offset: 0, ...positions.get(group), ...position });
}

export const positionIn = (group: string): Position | undefined => positions.get(group);
