import { randomUUID } from 'node:crypto';
import { isSecretMark } from '../../shared/contract/fields.ts';
import { secretStep } from '../../shared/rules/secret-path.ts';

/** A stored secret, by the row and the pointer (RFC 6901) under which the platform shows it. */
export interface StoredSecret {
  readonly group: string;
  readonly id: string;
  readonly path: string;
}

/**
 * Texts that stand for stored secrets while a request is put together, so that only those that it carries are asked for:
 * what does not appear in the request is never shown.
 */
export function standIns() {
  const secrets = new Map<string, StoredSecret>();
  const clear = new Map<string, string>();

  const replace = (value: unknown, texts: (value: unknown, path: string) => unknown, path = ''): unknown => {
    const found = texts(value, path);
    if (found !== value || typeof value !== 'object' || value === null) return found;
    if (Array.isArray(value)) return value.map((item, at) => replace(item, texts, secretStep(path, at, item)));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner, texts, secretStep(path, name, undefined))]));
  };

  return {
    /** A copy of (a part of) a row with a text of its own in the place of each mark; `path` is where the part stands. */
    of<T>(group: string, id: string, part: T, path = ''): T {
      return replace(part, (value, at) => {
        if (!isSecretMark(value)) return value;
        const text = `secret-${randomUUID()}`;
        secrets.set(text, { group, id, path: at });
        return text;
      }, path) as T;
    },
    /** Those in a value that are not known yet. */
    missingIn(value: unknown): (readonly [string, StoredSecret])[] {
      const text = JSON.stringify(value);
      return [...secrets].filter(([stand]) => !clear.has(stand) && text.includes(stand));
    },
    learn(stand: string, secret: string): void {
      clear.set(stand, secret);
    },
    /** A copy with what is known in its place. */
    filled: <T>(value: T): T => replace(value, (inner) => (typeof inner === 'string' ? (clear.get(inner) ?? inner) : inner)) as T,
    /** All that is known. */
    secrets: (): readonly string[] => [...clear.values()],
  };
}
