import { Button, InputGroup } from '@blueprintjs/core';
import { Lock, Unlock } from '@blueprintjs/icons';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { textOf } from '../../state/list-order.ts';
import { SecretField } from './secret-field.tsx';

interface MaskableFieldProps {
  readonly id: string;
  /** What the value is called, as in "Replace value of X-Key". */
  readonly label: string;
  readonly value: unknown;
  /** It is to be kept as a secret. */
  readonly secret: boolean;
  readonly placeholder?: string;
  readonly described?: string | undefined;
  readonly onChange: (value: unknown, secret: boolean) => void;
}

/** A value that is written like any other, or as a secret where its owner says so. What is stored as one stays one until it is replaced. */
export function MaskableField({ id, label, value, secret, placeholder = 'Value', described, onChange }: MaskableFieldProps) {
  const stored = isSecretMark(value);
  const toggle = (
    <Button
      size="small" variant="minimal" icon={secret ? <Lock size={12} /> : <Unlock size={12} />} aria-label="Keep as a secret" aria-pressed={secret} aria-controls={id}
      title={secret ? 'Kept as a secret' : 'Keep as a secret'} onClick={() => onChange(value, !secret)}
    />
  );
  return (
    <div className="maskable">
      {secret || stored
        ? <SecretField id={id} label={label} value={value} described={described} onChange={(next) => onChange(next, true)} />
        : <InputGroup id={id} size="small" aria-label={label} aria-describedby={described} placeholder={placeholder} value={textOf(value)} onValueChange={(next) => onChange(next, false)} />}
      {!stored && toggle}
    </div>
  );
}
