import { isSecretMark } from '../../../shared/rules/secret-mark.ts';
import type { Fields } from '../request.ts';

/** The texts of an endpoint's headers and parameters that are stored as secrets: whoever marked them, they are masked in whatever comes back [F-20]. */
export const sealedTexts = (stored: Fields, clear: Fields): string[] =>
  ['headers', 'parameters'].flatMap((name) => textsIn(stored[name], clear[name])).flatMap((text) => [text, text.replace(/^\S+\s+/, '')]);

function textsIn(stored: unknown, clear: unknown): string[] {
  if (isSecretMark(stored)) return typeof clear === 'string' && clear !== '' ? [clear] : [];
  if (typeof stored !== 'object' || stored === null || typeof clear !== 'object' || clear === null) return [];
  return Object.entries(stored).flatMap(([name, inner]) => textsIn(inner, (clear as Fields)[name]));
}
