/** What an editor offers while something is typed. Plain data, so that who offers it needs not load the editor. */
export interface Offer {
  readonly label: string;
  readonly insert: string;
  readonly kind: 'property' | 'value';
  /** A few words beside the label. */
  readonly detail: string;
  readonly info?: string | undefined;
  /** What should come first has more. */
  readonly boost?: number;
}

/** Given the text before and after the caret: what can stand between `from` and `to`, or null. */
export type Completer = (before: string, after: string) => { readonly from: number; readonly to: number; readonly offers: readonly Offer[] } | null;
