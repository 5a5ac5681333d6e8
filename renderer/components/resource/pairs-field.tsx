import { Button, InputGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { textOf } from '../../state/list-order.ts';
import { MaskableField } from './maskable-field.tsx';
import { SecretField } from './secret-field.tsx';
import { SecretsUnder } from './secret-place.tsx';

export type Pairs = Readonly<Record<string, unknown>>;

interface PairsFieldProps {
  /** What one pair is, such as "header". */
  readonly one: string;
  readonly value: Pairs;
  readonly onChange: (value: Pairs) => void;
  /** Values are written, and what is stored is shown only when asked for: all of them, or those that are `chosen`, `{value, secret: true}`. */
  readonly secret?: boolean | 'chosen';
  /** Names that are offered. */
  readonly names?: readonly string[];
}

interface Line {
  readonly key: number;
  readonly name: string;
  readonly value: unknown;
}

let lastKey = 0;
const line = (name: string, value: unknown): Line => {
  lastKey += 1;
  return { key: lastKey, name, value };
};
const linesOf = (value: Pairs): Line[] => [...Object.entries(value).map(([name, inner]) => line(name, inner)), line('', '')];
const isBlank = ({ name, value }: Line) => name === '' && value === '';

/** A value, and whether its owner chose to keep it as a secret. */
const chosen = (value: unknown): { value: unknown; secret: boolean } => {
  const { value: inner, secret } = (typeof value === 'object' && value !== null ? value : {}) as { value?: unknown; secret?: unknown };
  return secret === true ? { value: inner, secret: true } : { value, secret: isSecretMark(value) };
};

const noNames: readonly string[] = [];

/** Names and values, in lines; there is always an empty one at the end, in which the next is typed. */
export function PairsField({ one, value, onChange, secret = false, names = noNames }: PairsFieldProps) {
  const id = useId();
  const [sent, setSent] = useState(value);
  const [lines, setLines] = useState(() => linesOf(value));
  // What stands here goes on as it was typed, until the value changes from elsewhere.
  if (value !== sent) {
    setSent(value);
    setLines(linesOf(value));
  }

  const take = (next: readonly Line[]) => {
    const last = next.at(-1);
    setLines(last && isBlank(last) ? [...next] : [...next, line('', '')]);
    const pairs = Object.fromEntries(next.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]));
    setSent(pairs);
    onChange(pairs);
  };
  const change = (key: number, changed: Partial<Line>) => take(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  return (
    <ul className="pairs" aria-label={`${one}s`}>
      {names.length > 0 && <datalist id={`${id}-names`}>{names.map((name) => <option key={name} value={name}>{name}</option>)}</datalist>}
      {lines.map((line, at) => {
        const which = line.name || `new ${one}`;
        return (
          <li key={line.key}>
            <InputGroup size="small" aria-label={`Name of ${which}`} placeholder={`New ${one}`} readOnly={isSecretMark(line.value)} title={isSecretMark(line.value) ? 'A stored secret keeps its name. Replace the value to rename it.' : undefined} list={names.length > 0 ? `${id}-names` : undefined} value={line.name} onValueChange={(name) => change(line.key, { name })} />
            {secret === 'chosen'
              ? <SecretsUnder name={line.name}><MaskableField id={`${id}-${line.key}`} label={`Value of ${which}`} {...chosen(line.value)} onChange={(value, hidden) => change(line.key, { value: hidden && !isSecretMark(value) ? { value, secret: true } : value })} /></SecretsUnder>
              : secret
              ? <SecretsUnder name={line.name}><SecretField id={`${id}-${line.key}`} label={`Value of ${which}`} value={line.value} onChange={(value) => change(line.key, { value })} /></SecretsUnder>
              : <InputGroup size="small" aria-label={`Value of ${which}`} placeholder="Value" value={textOf(line.value)} onValueChange={(value) => change(line.key, { value })} />}
            <Button
              size="small" variant="minimal" icon={<Cross size={12} />} aria-label={`Remove ${which}`} disabled={isBlank(line) && at === lines.length - 1}
              onClick={() => take(lines.filter(({ key }) => key !== line.key))}
            />
          </li>
        );
      })}
    </ul>
  );
}
