import { Button, InputGroup } from '@blueprintjs/core';
import { Add, Cross } from '@blueprintjs/icons';
import { MaskableField } from '../../components/resource/maskable-field.tsx';
import { SecretsUnder } from '../../components/resource/secret-place.tsx';
import { useId, useState, type FormEvent } from 'react';
import { textOf } from '../../state/list-order.ts';
import { valueOfText, withoutParameter, withParameter, type Parameter, type ParameterPlace } from './request.ts';

interface ParameterListProps {
  readonly title: string;
  /** Those that are shown. */
  readonly parameters: readonly Parameter[];
  /** All of the endpoint's, as they are stored. */
  readonly all: unknown;
  /** Where more can be added, and what is there be taken away; absent, the list stays as the document says. */
  readonly place?: ParameterPlace;
  readonly onChange: (all: unknown[]) => void;
}

const hintOf = ({ example, type }: Parameter) => (example === undefined || example === null ? (type ?? '') : `Such as ${textOf(example)}`);

/** Parameters with their values; one that is empty is not sent. */
export function ParameterList({ title, parameters, all, place, onChange }: ParameterListProps) {
  const id = useId();
  const [added, setAdded] = useState('');
  const name = added.trim();
  const known = parameters.some((one) => one.name === name);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (place === undefined || name === '' || known) return;
    onChange(withParameter(all, { name, in: place, value: '' }));
    setAdded('');
  };
  return (
    <section className="parameters" aria-labelledby={id}>
      <h2 id={id} className="request-heading">{title}</h2>
      {parameters.length === 0 && <p className="form-note">None yet.</p>}
      {parameters.map((one, at) => (
        <div key={one.name} className="parameter">
          <label htmlFor={`${id}-${at}`} className="tr-mono">{one.name}{one.required && <span className="parameter-required"> required</span>}</label>
          <SecretsUnder name="parameters">
            <SecretsUnder name={`${one.in}:${one.name}`}>
              <SecretsUnder name="value">
                <MaskableField
                  id={`${id}-${at}`} label={one.name} placeholder={hintOf(one)} described={one.description ? `${id}-${at}-help` : undefined} value={one.value} secret={one.secret === true}
                  onChange={(value, secret) => onChange(withParameter(all, { ...one, value: typeof value === 'string' ? valueOfText(value, one.type) : value, secret: secret || undefined }))}
                />
              </SecretsUnder>
            </SecretsUnder>
          </SecretsUnder>
          {place === undefined
            ? <span />
            : <Button size="small" variant="minimal" icon={<Cross size={12} />} aria-label={`Remove ${one.name}`} title={`Remove ${one.name}`} onClick={() => onChange(withoutParameter(all, one))} />}
          {one.description && <p id={`${id}-${at}-help`} className="parameter-help tr-muted">{one.description}</p>}
        </div>
      ))}
      {place !== undefined && (
        <form className="parameter parameter-new" onSubmit={add}>
          <InputGroup size="small" aria-label="Name of a new parameter" placeholder="New parameter" value={added} onValueChange={setAdded} />
          <Button type="submit" size="small" variant="minimal" icon={<Add size={14} />} text="Add" disabled={name === '' || known} />
        </form>
      )}
    </section>
  );
}
