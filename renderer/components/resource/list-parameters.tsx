import { HTMLSelect, InputGroup, Switch } from '@blueprintjs/core';
import { useState } from 'react';
import { ReferenceField } from './reference-field.tsx';
import type { Parameter } from './use-list-source.ts';

interface ListParametersProps {
  readonly parameters: readonly Parameter[];
  readonly values: Readonly<Record<string, string>>;
  readonly onValue: (name: string, value: string) => void;
}

/** What the platform itself is asked for, before anything is filtered here. */
export function ListParameters({ parameters, values, onValue }: ListParametersProps) {
  if (parameters.length === 0) return null;
  return (
    <div className="list-parameters" role="group" aria-label="Asked of the platform">
      {parameters.map((parameter) => (
        <div key={parameter.name} className="list-parameter">
          <label htmlFor={`parameter-${parameter.name}`}>{parameter.meta.label}</label>
          <Control parameter={parameter} value={values[parameter.name] ?? ''} onValue={(value) => onValue(parameter.name, value)} />
        </div>
      ))}
    </div>
  );
}

interface ControlProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Control({ parameter: { name, meta }, value, onValue }: ControlProps) {
  const id = `parameter-${name}`;
  if (meta.widget === 'reference') return <ReferenceField id={id} to={meta.to ?? ''} value={value} onChange={onValue} />;
  if (meta.widget === 'flag') return <Switch id={id} className="list-switch" checked={value === 'true'} onChange={(event) => onValue(event.currentTarget.checked ? 'true' : '')} />;
  if (meta.widget === 'choice') {
    return (
      <HTMLSelect id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        <option value="">All</option>
        {(meta.options ?? []).map((option) => <option key={option} value={option}>{option}</option>)}
      </HTMLSelect>
    );
  }
  return <TextParameter key={value} id={id} value={value} onValue={onValue} />;
}

/** The platform is asked when the field is left or Enter is pressed, not at each key. */
function TextParameter({ id, value, onValue }: { readonly id: string; readonly value: string; readonly onValue: (value: string) => void }) {
  const [text, setText] = useState(value);
  const send = () => {
    if (text !== value) onValue(text);
  };
  return <InputGroup id={id} size="small" value={text} onValueChange={setText} onBlur={send} onKeyDown={(event) => event.key === 'Enter' && send()} />;
}
