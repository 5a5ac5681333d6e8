import { Lock } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { isSecretMark, type FieldMeta } from '../../../shared/contract/fields.ts';
import { instantOf, textOf } from '../../state/list-order.ts';
import { authLabel } from './auth-kinds.ts';
import { isId } from './columns.ts';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const narrow = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });
const steps = [[60, 'second'], [60, 'minute'], [24, 'hour'], [30, 'day'], [12, 'month'], [Number.POSITIVE_INFINITY, 'year']] as const;

/** "3 minutes ago", or "3 min. ago" where there is little room. Both in milliseconds since the epoch. */
export function relativeTime(at: number, now: number, isShort = false): string {
  let amount = (at - now) / 1000;
  for (const [size, unit] of steps) {
    if (Math.abs(amount) < size) return (isShort ? narrow : relative).format(Math.round(amount), unit);
    amount /= size;
  }
  return exact.format(at);
}

export const exactTime = (at: number): string => exact.format(at);

const longest = 200;
const short = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** A time as people say it, with the exact one on hover; `now` in milliseconds since the epoch. */
export function Time({ value, now, isShort = false }: { readonly value: unknown; readonly now: number; readonly isShort?: boolean }) {
  const at = instantOf(value);
  if (Number.isNaN(at)) return short(textOf(value));
  return <time dateTime={new Date(at).toISOString()} title={exact.format(at)}>{relativeTime(at, now, isShort)}</time>;
}

/** Signs, not icon components: a screen may hold hundreds of them. */
function Flag({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return <Nothing />;
  return value ? <><span aria-hidden="true">✓</span> Yes</> : <><span aria-hidden="true">✗</span> No</>;
}

const Nothing = () => <span className="cell-nothing">–</span>;

/** A value as a table shows it. Whatever the server sent is text here, never markup [F-14]. */
export function cellOf(value: unknown, meta: FieldMeta, now: number): ReactNode {
  if (meta.widget === 'secret' || isSecretMark(value)) {
    return isNothing(value) ? <Nothing /> : <span className="cell-secret"><Lock size={12} /> <span aria-label="Secret, not shown">••••</span></span>;
  }
  if (meta.widget === 'flag') return <Flag value={value} />;
  if (isNothing(value)) return <Nothing />;
  if (meta.widget === 'time') return <Time value={value} now={now} />;
  if (meta.widget === 'auth' && typeof value === 'object' && value !== null && 'type' in value) return authLabel(textOf(value.type));
  if (typeof value === 'number') return decimal.format(value);
  if (meta.widget === 'tags' && Array.isArray(value)) {
    return [...new Set(value.slice(0, 8).map(textOf))].map((tag) => <span key={tag} className="cell-tag">{short(tag)}</span>);
  }
  if (typeof value === 'boolean') return <Flag value={value} />;
  return short(textOf(value));
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** How a column's cells are set: ids in monospace, numbers to the right. */
export function cellClass(name: string, meta: FieldMeta): string {
  if (isId(name) || meta.widget === 'code' || meta.widget === 'json') return 'cell-mono';
  return meta.widget === 'number' ? 'cell-number' : '';
}
