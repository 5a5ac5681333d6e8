import type { Box } from './layout.ts';

/** What a graph takes that is not only looked at. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface GraphEditing {
  /** What goes along with a box that is dragged: what stands in it. */
  readonly along: (id: string) => Iterable<string>;
  /** Boxes were dragged to where they are now; those that went along are not among them. */
  readonly onMove: (moves: ReadonlyMap<string, Spot>) => void;
  /** A box has another frame: a side or a corner of it was dragged. */
  readonly onResize: (id: string, box: Box) => void;
  readonly onConnect: (from: Outlet, target: string) => void;
  /** A line was drawn to where there is no box. */
  readonly onConnectToNothing: (from: Outlet, at: Spot) => void;
  /** The line at this place of the shape's list was pressed. */
  readonly onLine: (at: number, add: boolean) => void;
  readonly onPane: () => void;
  /** Something was dragged here from elsewhere on the page. */
  readonly onDropped: (data: DataTransfer, at: Spot) => void;
}

export interface Outlet {
  readonly source: string;
  /** Null for the only one. */
  readonly handle: string | null;
}

/** What can be asked of the canvas from outside. */
export interface GraphView {
  /** What the middle of the canvas shows. */
  centre(): Spot;
  /** Where the pointer was last seen over the canvas. */
  pointer(): Spot | null;
  zoomBy(factor: number): void;
  /** Brings a box into sight, where it is not. */
  show(box: Box): void;
}
