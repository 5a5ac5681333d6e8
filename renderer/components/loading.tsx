import { useLate } from './use-late.ts';

/** A quiet line while something loads. */
export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return useLate() ? <div className="tr-line" role="progressbar" aria-label={label} /> : null;
}
