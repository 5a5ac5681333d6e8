import type { Row } from '../../../shared/contract/entity.ts';
import { instantOf, textOf } from '../../state/list-order.ts';
import { notify } from '../../state/toasts.ts';
import type { Column } from './columns.ts';

/** Rows as text: for the clipboard, and for files. Secrets are marks in the rows, so none can get out this way. */

export const rowsAsJson = (rows: readonly Row[]): string => JSON.stringify(rows, null, 2);

/** A cell of a CSV file (RFC 4180). What a spreadsheet would run as a formula is marked as text. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvValue = (row: Row, { name, meta, value: valueOf }: Column): string => {
  const value = valueOf ? valueOf(row) : row[name];
  const at = meta.widget === 'time' ? instantOf(value) : Number.NaN;
  const words = Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : textOf(value);
  return csvCell(Number.isNaN(at) ? words : new Date(at).toISOString());
};

/** The shown columns, with a line of their labels first; lines end as RFC 4180 says. */
export function rowsAsCsv(rows: readonly Row[], columns: readonly Column[]): string {
  const lines = [columns.map(({ meta }) => csvCell(meta.label)), ...rows.map((row) => columns.map((column) => csvValue(row, column)))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied`);
  } catch {
    notify('The clipboard cannot be written. Click into the window, and copy again.', { intent: 'warning' });
  }
}

/** Hands a file to the browser, which asks where to keep it. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export const saveFile = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }));
