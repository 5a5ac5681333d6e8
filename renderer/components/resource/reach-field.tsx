import { Callout, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { textOf } from '../../state/list-order.ts';
import { valueAt, withValue } from './settings-value.ts';

const networks = [
  { name: 'loopback', label: 'The sending computer itself', usual: 'Allowed', help: '127.0.0.0/8, ::1: what else runs where the request is sent from.' },
  { name: 'private', label: 'Private networks', usual: 'Allowed', help: '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7 and the like.' },
  { name: 'link_local', label: 'Link-local addresses', usual: 'Refused', help: '169.254.0.0/16, fe80::/10, where clouds serve machine credentials.' },
] as const;

interface ReachFieldProps {
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Which networks requests of a tenant may reach. */
export function ReachField({ id, value, onChange }: ReachFieldProps) {
  return (
    <div className="settings-field">
      {networks.map(({ name, label, usual, help }, at) => (
        <FormGroup key={name} label={label} labelFor={at === 0 ? id : `${id}-${name}`} helperText={<span id={`${id}-${name}-help`}>{help}</span>}>
          <HTMLSelect
            id={at === 0 ? id : `${id}-${name}`} aria-describedby={`${id}-${name}-help`} value={textOf(valueAt(value, [name]))}
            onChange={(event) => onChange(withValue(value, [name], event.currentTarget.value))}
          >
            <option value="">{usual}, as usual</option>
            <option value="allow">Allow</option>
            <option value="refuse">Refuse</option>
          </HTMLSelect>
        </FormGroup>
      ))}
      {valueAt(value, ['link_local']) === 'allow' && <Callout compact intent="warning">Anybody who can send requests here can read the credentials of a cloud machine that the platform runs on.</Callout>}
    </div>
  );
}
