import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { textOf } from '../../state/list-order.ts';
import { SecretField } from './secret-field.tsx';
import { SecretsUnder } from './secret-place.tsx';
import { isBlank, linesOf, newLine, problemOfLine, storedOf, type VariableLine } from './variable-lines.ts';

interface VariablesFieldProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Variables as a table; there is always an empty line at the end, in which the next is typed. */
export function VariablesField({ value, onChange }: VariablesFieldProps) {
  const [sent, setSent] = useState(value);
  const [lines, setLines] = useState(() => linesOf(value));
  // What stands here goes on as it was typed, until the value changes from elsewhere.
  if (value !== sent) {
    setSent(value);
    setLines(linesOf(value));
  }
  const take = (next: readonly VariableLine[]) => {
    const last = next.at(-1);
    setLines(last && isBlank(last) ? [...next] : [...next, newLine()]);
    const stored = storedOf(next);
    setSent(stored);
    onChange(stored);
  };
  const change = (key: number, changed: Partial<VariableLine>) => take(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  return (
    <table className="variables">
      <thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">Secret</th><th scope="col">In use</th><th><span className="visually-hidden">Remove</span></th></tr></thead>
      <tbody>
        {lines.map((line, at) => (
          <Line
            key={line.key} line={line} problem={problemOfLine(line, lines)} last={at === lines.length - 1}
            onChange={(changed) => change(line.key, changed)} onRemove={() => take(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  readonly line: VariableLine;
  readonly problem: string | undefined;
  readonly last: boolean;
  readonly onChange: (changed: Partial<VariableLine>) => void;
  readonly onRemove: () => void;
}

function Line({ line, problem, last, onChange, onRemove }: LineProps) {
  const id = useId();
  const { name, value, secret, enabled } = line;
  const which = name || 'new variable';
  const stored = isSecretMark(value);
  return (
    <tr data-off={!enabled || undefined}>
      <td>
        <InputGroup
          size="small" spellCheck={false} aria-label={`Name of ${which}`} placeholder="New variable" value={name} intent={problem ? 'danger' : 'none'} aria-invalid={problem !== undefined}
          aria-describedby={problem ? id : undefined} readOnly={stored} title={stored ? 'A stored secret keeps its name. Replace the value to rename it.' : undefined} onValueChange={(name) => onChange({ name })}
        />
        {problem !== undefined && <span id={id} className="form-problem">{problem}</span>}
      </td>
      <td>
        {secret
          ? <SecretsUnder name={name}><SecretsUnder name="value"><SecretField id={`${id}-value`} label={`value of ${which}`} value={value} onChange={(value) => onChange({ value })} /></SecretsUnder></SecretsUnder>
          : <InputGroup size="small" spellCheck={false} aria-label={`Value of ${which}`} placeholder="Value" value={typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value)} onValueChange={(value) => onChange({ value })} />}
      </td>
      <td>
        <Checkbox
          aria-label={`${which} is secret`} checked={secret} disabled={stored} title={stored ? 'What is stored stays secret. Replace the value first.' : undefined}
          onChange={(event) => onChange({ secret: event.currentTarget.checked })}
        />
      </td>
      <td><Checkbox aria-label={`${which} is in use`} checked={enabled} onChange={(event) => onChange({ enabled: event.currentTarget.checked })} /></td>
      <td><Button size="small" variant="minimal" icon={<Cross size={12} />} aria-label={`Remove ${which}`} disabled={last && isBlank(line)} onClick={onRemove} /></td>
    </tr>
  );
}
