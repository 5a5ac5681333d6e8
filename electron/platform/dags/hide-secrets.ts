import { isSecretMark } from '../../../shared/contract/fields.ts';

/** The secrets of a task's `auth`: what stands in clear where its definition has marks. */
function secretsOf(marked: unknown, clear: unknown): string[] {
  if (isSecretMark(marked)) return typeof clear === 'string' && clear !== '' ? [clear] : [];
  if (typeof marked !== 'object' || marked === null || typeof clear !== 'object' || clear === null) return [];
  return Object.entries(marked).flatMap(([name, inner]) => secretsOf(inner, (clear as Record<string, unknown>)[name]));
}

/** How a secret may stand in what a target says back: as it is, within JSON or an address, or with a user's name before it in Base64. */
function spellings(secret: string, username: unknown): string[] {
  const basic = typeof username === 'string' ? [Buffer.from(`${username}:${secret}`).toString('base64')] : [];
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...basic];
}

/** A text without the secrets that a task's own `auth` holds, since targets say back what they were sent. */
export function hideSecrets(text: string, marked: unknown, clear: unknown): string {
  const username = (clear as { credentials?: { username?: unknown } } | null | undefined)?.credentials?.username;
  const all = secretsOf(marked, clear).flatMap((secret) => spellings(secret, username));
  return all.toSorted((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, '•••'), text);
}
