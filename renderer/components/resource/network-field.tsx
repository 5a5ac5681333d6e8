import { FormGroup, InputGroup, Switch } from '@blueprintjs/core';
import { networkSettings } from '../../../shared/contract/network.ts';
import { textOf } from '../../state/list-order.ts';
import { EnvironmentCookies } from './environment-cookies.tsx';
import { NetworkProxy } from './network-proxy.tsx';
import { NetworkTls } from './network-tls.tsx';
import { complaints, valueAt, withValue } from './settings-value.ts';

interface NetworkFieldProps {
  readonly id: string;
  readonly value: unknown;
  /** It was found wrong, and says where. */
  readonly checked: boolean;
  readonly onChange: (value: unknown) => void;
}

/** A part of the settings: reads and writes what stands under names, and knows what is wrong there. */
export interface SettingsPart {
  readonly id: string;
  readonly at: (...names: string[]) => unknown;
  readonly put: (names: readonly string[], next: unknown) => void;
  readonly problem: (...names: string[]) => string | undefined;
}

/** How requests of an environment get there. What is not said is as usual. */
export function NetworkField({ id, value, checked, onChange }: NetworkFieldProps) {
  const wrong = checked ? complaints(networkSettings, value) : undefined;
  const part: SettingsPart = {
    id,
    at: (...names) => valueAt(value, names),
    put: (names, next) => onChange(withValue(value, names, next)),
    problem: (...names) => wrong?.get(names.join('.')),
  };
  const { at, put, problem } = part;
  const redirects = at('max_redirects');
  const tooMany = problem('max_redirects');
  return (
    <div className="settings-field">
      <NetworkTls part={part} />
      <NetworkProxy part={part} />
      <Switch id={`${id}-http2`} label="Offer HTTP/2 to servers of https" checked={at('http2') === true} onChange={(event) => put(['http2'], event.currentTarget.checked || null)} />
      <FormGroup label="Redirects that are followed" labelFor={`${id}-redirects`} helperText={<>{tooMany && <span className="form-problem" role="alert">{tooMany}</span>}<span>0 shows the redirect itself; 10 where none is said.</span></>}>
        <InputGroup
          id={`${id}-redirects`} className="form-number" inputMode="numeric" placeholder="10" intent={tooMany ? 'danger' : 'none'} aria-invalid={tooMany !== undefined} value={textOf(redirects)}
          onValueChange={(typed) => put(['max_redirects'], typed.trim() === '' ? null : Number.isNaN(Number(typed)) ? typed : Number(typed))}
        />
      </FormGroup>
      <Switch id={`${id}-cookies`} label="Keep cookies from one request to the next" checked={at('cookies') === true} onChange={(event) => put(['cookies'], event.currentTarget.checked || null)} />
      {at('cookies') === true && <EnvironmentCookies />}
    </div>
  );
}
