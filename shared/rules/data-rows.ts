import { AppError } from '../errors.ts';

/** Rows of data for a suite: a JSON list of objects, or CSV whose first row has the names (RFC 4180). */

export type DataRow = Readonly<Record<string, unknown>>;

/** Throws `invalid_input` with the line of what is wrong. */
export function readDataRows(text: string): DataRow[] {
  const clear = text.replace(/^\uFEFF/, '');
  const rows = /^\s*[[{]/.test(clear) ? jsonRows(clear) : csvRows(clear);
  if (rows.length === 0) throw refused('it has no row of data. Add one below the names');
  return rows;
}

const refused = (why: string) => new AppError('invalid_input', `The data cannot be used: ${why}.`);

function jsonRows(text: string): DataRow[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw refused(`it is not JSON (${(thrown as Error).message})`);
  }
  if (!Array.isArray(value)) throw refused('JSON must be a list of objects, such as [{"id": 1}, {"id": 2}]');
  const wrong = value.findIndex((one) => typeof one !== 'object' || one === null || Array.isArray(one));
  if (wrong !== -1) throw refused(`item ${wrong + 1} of the list is not an object`);
  return value as DataRow[];
}

function csvRows(text: string): DataRow[] {
  const [head, ...lines] = records(text);
  if (!head || head.fields.every((name) => name.trim() === '')) throw refused('the first row must have the names');
  const names = head.fields.map((name) => name.trim());
  const twice = names.find((name, at) => name === '' || names.indexOf(name) !== at);
  if (twice !== undefined) throw refused(twice === '' ? 'a column of the first row has no name' : `two columns are called “${twice}”`);
  return lines.map(({ fields, line }) => {
    if (fields.length !== names.length) throw refused(`line ${line} has ${fields.length} fields, and the first row ${names.length} names`);
    return Object.fromEntries(names.map((name, at) => [name, fields[at]]));
  });
}

interface CsvRecord {
  readonly fields: readonly string[];
  readonly line: number;
}

function records(text: string): CsvRecord[] {
  const found: CsvRecord[] = [];
  let [fields, field, quoted, began, line]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  let wasQuoted = false;
  const end = () => {
    if (fields.length > 0 || field !== '' || wasQuoted) found.push({ fields: [...fields, field], line: began });
    [fields, field, wasQuoted] = [[], '', false];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '\n') line += 1;
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && field === '') [quoted, wasQuoted] = [true, true];
    else if (char === ',') {
      fields.push(field);
      [field, wasQuoted] = ['', false];
    } else if (char === '\n') {
      end();
      began = line;
    } else if (char !== '\r' || text[at + 1] !== '\n') field += char;
  }
  if (quoted) throw refused(`the quotation that begins in the row of line ${began} does not end`);
  end();
  return found;
}
