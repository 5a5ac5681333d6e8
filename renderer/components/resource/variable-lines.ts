import { isSecretMark, variableNameProblem } from '../../../shared/contract/fields.ts';
import { isSettings, type Settings } from './settings-value.ts';

/** Variables as a table edits them, line by line. */

export interface VariableLine {
  readonly key: number;
  readonly name: string;
  readonly value: unknown;
  readonly secret: boolean;
  readonly enabled: boolean;
  /** What else is said of it, kept as it is; undefined where the variable is its value alone. */
  readonly more: Settings | undefined;
}

let lastKey = 0;
export function newLine(line: Partial<VariableLine> = {}): VariableLine {
  lastKey += 1;
  return { name: '', value: '', secret: false, enabled: true, more: undefined, ...line, key: lastKey };
}

/** The lines of what is stored, and an empty one in which the next is typed. */
export function linesOf(stored: unknown): VariableLine[] {
  const lines = Object.entries(isSettings(stored) ? stored : {}).map(([name, given]) => {
    if (!isSettings(given) || !('value' in given)) return newLine({ name, value: given, secret: isSecretMark(given) });
    const { value, secret, enabled, ...more } = given;
    return newLine({ name, value, secret: secret === true || isSecretMark(value), enabled: enabled !== false, more });
  });
  return [...lines, newLine()];
}

/** What is stored of the lines: a plain value where nothing else is said of it. */
export function storedOf(lines: readonly VariableLine[]): Settings | null {
  const entries = lines.filter(({ name }) => name !== '').map(({ name, value, secret, enabled, more }) => {
    const plain = !secret && enabled && (more === undefined || Object.keys(more).length === 0);
    return [name, plain ? value : { ...more, value, ...(secret && { secret: true }), ...(!enabled && { enabled: false }) }] as const;
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

export const isBlank = ({ name, value }: VariableLine): boolean => name === '' && value === '';

/** What is wrong with a line among the others. */
export function problemOfLine(line: VariableLine, lines: readonly VariableLine[]): string | undefined {
  if (isBlank(line)) return undefined;
  if (line.name === '') return 'Give it a name, or it is not saved.';
  const twice = lines.some((other) => other.key !== line.key && other.name === line.name);
  return variableNameProblem(line.name) ?? (twice ? 'This name stands here twice, and only the last is saved.' : undefined);
}
