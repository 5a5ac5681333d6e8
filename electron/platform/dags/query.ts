import { AppError } from '../../../shared/errors.ts';

/** How lists are asked for. */

export interface AskedPage {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

const defaultLimit = 100;
const largestLimit = 1000;

export const pageOf = ({ limit = defaultLimit, offset = 0 }: AskedPage, most = largestLimit) => ({ limit: Math.min(limit, most), offset });

/** Throws `invalid_input` that names the field. */
export function instant(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new AppError('invalid_input', `${name} must be an ISO 8601 date, not “${text.slice(0, 100)}”.`);
  return at;
}

const aDay = 24 * 60 * 60 * 1000;

/** A date without a time means that whole day [K-010]. */
export function lastInstantOf(name: string, text: string | undefined): number | undefined {
  const at = instant(name, text);
  return at !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text!) ? at + aDay - 1 : at;
}
