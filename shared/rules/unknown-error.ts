import { unknownErrorText } from './constants.ts';

const gerunds: Readonly<Record<string, string>> = { fetch: 'fetching', create: 'creating', update: 'updating', delete: 'deleting' };

/**
 * What is said of a failure that nobody can name: "An unknown error occurred while fetching agent memories", after the
 * call's own fallback [E-004]; where that does not tell, 'Unknown error occurred' [E-020][E-060][A-004].
 */
export function unknownError(fallback: string): string {
  const [, verb = '', what = ''] = /^Failed to (\w+) (.+)$/.exec(fallback) ?? [];
  return Object.hasOwn(gerunds, verb) ? `An unknown error occurred while ${gerunds[verb]} ${what}` : unknownErrorText;
}
