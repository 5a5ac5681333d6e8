import { textOf } from '../../state/list-order.ts';

/** What a health check and a reload say, read leniently: their shapes are the platform's own. */

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Milliseconds. */
  readonly took: number | undefined;
  /** Its error, or its figures in words. */
  readonly says: string;
}

export interface Health {
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const well: ReadonlySet<unknown> = new Set(['ok', 'healthy', 'up', 'pass', true]);

export function healthOf(answer: unknown): Health {
  const { status, checks } = isObject(answer) ? answer : {};
  const found = Object.entries(isObject(checks) ? checks : {}).map(([name, check]): Check => {
    const { status: state, duration_ms, error, ...figures } = isObject(check) ? check : { status: check };
    const says = textOf(error) || Object.entries(figures).map(([figure, value]) => `${figure.replaceAll('_', ' ')}: ${textOf(value)}`).join(', ');
    return { name, ok: well.has(state), took: typeof duration_ms === 'number' ? duration_ms : undefined, says };
  });
  return { ok: well.has(status), checks: found };
}

export interface Reload {
  /** How many of each part were read. */
  readonly read: Readonly<Record<string, number>>;
  readonly skipped: number;
  readonly problems: readonly { readonly where: string; readonly id: string; readonly name: string; readonly message: string }[];
}

export function reloadOf(answer: unknown): Reload {
  const { read, skipped, problems } = isObject(answer) ? answer : {};
  const counts = Object.entries(isObject(read) ? read : {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  const found = (Array.isArray(problems) ? problems : []).filter(isObject);
  return {
    read: Object.fromEntries(counts),
    skipped: typeof skipped === 'number' ? skipped : 0,
    problems: found.map(({ where, id, name, message }) => ({ where: textOf(where), id: textOf(id), name: textOf(name), message: textOf(message) })),
  };
}
