import { Callout, FileInput, FormGroup, HTMLSelect, Switch, TextArea } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { textOf } from '../../state/list-order.ts';
import { base64Of } from './base64-of.ts';
import type { SettingsPart } from './network-field.tsx';
import { SecretField } from './secret-field.tsx';
import { SecretsUnder } from './secret-place.tsx';
import { isSettings } from './settings-value.ts';

const begun = { pem: { cert: '', private_key: '' }, pfx: { pfx: '' } } as const;

/** Whom an environment trusts over TLS, and as whom it speaks there. */
export function NetworkTls({ part: { id, at, put, problem } }: { readonly part: SettingsPart }) {
  const client = at('tls', 'client');
  const kind = !isSettings(client) ? '' : 'pfx' in client ? 'pfx' : 'pem';
  const set = (name: string, next: unknown) => put(['tls', 'client'], { ...(isSettings(client) ? client : {}), [name]: next });
  const caProblem = problem('tls', 'ca');
  return (
    <SecretsUnder name="tls">
      <Switch id={id} label="Verify the certificates of servers" checked={at('tls', 'verify') !== false} onChange={(event) => put(['tls', 'verify'], event.currentTarget.checked ? null : false)} />
      {at('tls', 'verify') === false && (
        <Callout compact intent="warning" role="status">Certificates are not verified: anybody on the way can read and change what is sent, credentials too. Trust the server’s authority below instead, where there is one.</Callout>
      )}
      <FormGroup label="Certificate authorities" labelFor={`${id}-ca`} helperText={<>{caProblem && <span className="form-problem" role="alert">{caProblem}</span>}<span>In PEM; trusted beside those of the system.</span></>}>
        <Pem id={`${id}-ca`} value={at('tls', 'ca')} invalid={caProblem !== undefined} onChange={(next) => put(['tls', 'ca'], next)} />
      </FormGroup>
      <FormGroup label="Client certificate" labelFor={`${id}-client`} helperText="Shown to the server of the API alone, when it asks for one.">
        <HTMLSelect id={`${id}-client`} value={kind} onChange={({ currentTarget: { value } }) => put(['tls', 'client'], value === 'pem' || value === 'pfx' ? begun[value] : null)}>
          <option value="">None</option>
          <option value="pem">Certificate and key (PEM)</option>
          <option value="pfx">PKCS #12 file</option>
        </HTMLSelect>
      </FormGroup>
      {isSettings(client) && (
        <SecretsUnder name="client">
          <div className="settings-inner">
            {kind === 'pem' && (
              <>
                <Part label="Certificate" id={`${id}-cert`} problem={problem('tls', 'client', 'cert')}>
                  <Pem id={`${id}-cert`} value={client['cert']} invalid={problem('tls', 'client', 'cert') !== undefined} onChange={(next) => set('cert', next)} />
                </Part>
                <Part label="Private key" id={`${id}-private_key`} problem={problem('tls', 'client', 'private_key')}>
                  <SecretsUnder name="private_key">
                    {isSecretMark(client['private_key'])
                      ? <SecretField id={`${id}-private_key`} label="Private key" value={client['private_key']} onChange={(next) => set('private_key', next)} />
                      : <Pem id={`${id}-private_key`} value={client['private_key']} invalid={problem('tls', 'client', 'private_key') !== undefined} onChange={(next) => set('private_key', next)} />}
                  </SecretsUnder>
                </Part>
              </>
            )}
            {kind === 'pfx' && (
              <Part label="File" id={`${id}-pfx`} problem={problem('tls', 'client', 'pfx')}>
                <SecretsUnder name="pfx">
                  {isSecretMark(client['pfx'])
                    ? <SecretField id={`${id}-pfx`} label="PKCS #12 file" value={client['pfx']} onChange={(next) => set('pfx', next)} />
                    : <PfxFile id={`${id}-pfx`} chosen={textOf(client['pfx']) !== ''} onChoose={(next) => set('pfx', next)} />}
                </SecretsUnder>
              </Part>
            )}
            <Part label="Passphrase" id={`${id}-passphrase`} problem={problem('tls', 'client', 'passphrase')}>
              <SecretsUnder name="passphrase"><SecretField id={`${id}-passphrase`} label="Passphrase" value={client['passphrase']} onChange={(next) => set('passphrase', next)} /></SecretsUnder>
            </Part>
          </div>
        </SecretsUnder>
      )}
    </SecretsUnder>
  );
}

interface PartProps {
  readonly label: string;
  readonly id: string;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}

const Part = ({ label, id, problem, children }: PartProps) => (
  <FormGroup label={label} labelFor={id} helperText={problem && <span className="form-problem" role="alert">{problem}</span>}>{children}</FormGroup>
);

interface PemProps {
  readonly id: string;
  readonly value: unknown;
  readonly invalid: boolean;
  readonly onChange: (value: string) => void;
}

/** Text of several lines: a field of one line would lose its ends. */
const Pem = ({ id, value, invalid, onChange }: PemProps) => (
  <TextArea id={id} fill rows={3} className="settings-pem" spellCheck={false} autoComplete="off" placeholder="-----BEGIN …" intent={invalid ? 'danger' : 'none'} aria-invalid={invalid} value={textOf(value)} onChange={(event) => onChange(event.currentTarget.value)} />
);

function PfxFile({ id, chosen, onChoose }: { readonly id: string; readonly chosen: boolean; readonly onChoose: (content: string) => void }) {
  const take = async (file: File | undefined) => {
    if (file) onChoose(base64Of(new Uint8Array(await file.arrayBuffer())));
  };
  return <FileInput fill hasSelection={chosen} text={chosen ? 'File chosen' : 'Choose a .p12 or .pfx file…'} inputProps={{ id, accept: '.p12,.pfx' }} onInputChange={({ currentTarget }) => void take(currentTarget.files?.[0])} />;
}
