import { Button, InputGroup, Tag } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import { useState } from 'react';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { textOf } from '../../state/list-order.ts';
import { Reveal } from './reveal.tsx';

interface SecretFieldProps {
  readonly id: string;
  /** What the secret is called, as in "Replace Client secret". */
  readonly label: string;
  /** The mark of a stored secret, or what is typed. */
  readonly value: unknown;
  readonly described?: string | undefined;
  readonly invalid?: boolean;
  readonly onChange: (value: unknown) => void;
}

/** A secret is written: what is stored stays unless it is replaced, and is shown only when asked for. */
export function SecretField({ id, label, value, described, invalid = false, onChange }: SecretFieldProps) {
  const [stored] = useState(() => (isSecretMark(value) ? value : undefined));
  if (isSecretMark(value)) {
    return (
      <div className="form-secret">
        <Tag minimal icon={<Lock size={12} />}>Stored, unchanged</Tag>
        <Button id={id} size="small" aria-label={`Replace ${label}`} text={`Replace ${label}`} onClick={() => onChange('')} />
        <Reveal label={label} />
      </div>
    );
  }
  return (
    <div className="form-secret">
      <InputGroup
        id={id} type="password" autoComplete="off" fill intent={invalid ? 'danger' : 'none'} aria-label={label} aria-describedby={described}
        value={textOf(value)} onValueChange={onChange}
      />
      {stored && <Button text="Keep the stored one" onClick={() => onChange(stored)} />}
    </div>
  );
}
