/** What stands in a box of a graph. */
export interface GraphItem {
  readonly id: string;
  /** What it is coloured by; undefined for none. */
  readonly state: string | undefined;
  /** It holds others, which stand in it. */
  readonly holds: boolean;
  /** It is not what is looked for. */
  readonly dim: boolean;
  /** Where lines can be drawn to and from, on a canvas that is edited. */
  readonly ports?: Ports;
  /** It can be made larger on a canvas that is edited, and as small as this. */
  readonly least?: Size | undefined;
}

/** CSS pixels at a zoom of 1. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Ports {
  readonly input: boolean;
  /** CSS pixels from the box's top. */
  readonly inputY: number;
  readonly outputs: readonly { readonly id: string | null; readonly label: string; readonly y: number }[];
}
