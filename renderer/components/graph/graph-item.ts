/** What stands in a box of a graph. */
export interface GraphItem {
  readonly id: string;
  /** What it is coloured by; undefined for none. */
  readonly state: string | undefined;
  /** It holds others, which stand in it. */
  readonly holds: boolean;
  /** It is not what is looked for. */
  readonly dim: boolean;
}
