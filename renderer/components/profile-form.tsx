import { Button, FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import { useId, useState, type FormEvent } from 'react';
import type { Profile } from '../../shared/contract/app.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import { saveProfile, type ProfileInput } from '../state/profiles.ts';
import { useFocus } from './use-focus.ts';

interface ProfileFormProps {
  readonly profile?: Profile | undefined;
  /** The words on the button. */
  readonly submit: string;
  readonly onSaved: (profile: Profile) => void | Promise<void>;
  readonly onCancel: () => void;
}

const blankAsNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Where a remote platform is and how it is reached. */
export function ProfileForm({ profile, submit, onSaved, onCancel }: ProfileFormProps) {
  const [name, setName] = useState(profile?.name ?? '');
  const [address, setAddress] = useState(profile?.base_url ?? '');
  const [issuer, setIssuer] = useState(profile?.oidc?.issuer ?? '');
  const [client, setClient] = useState(profile?.oidc?.client_id ?? '');
  const [proxy, setProxy] = useState(profile?.proxy ?? '');
  const [ca, setCa] = useState(profile?.ca ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorValue | null>(null);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const oidc = issuer.trim() === '' ? null : { ...profile?.oidc, issuer: issuer.trim(), client_id: client.trim() };
    const input: ProfileInput = { ...(profile ? { id: profile.id } : {}), kind: 'remote', name, base_url: address.trim(), oidc, proxy: blankAsNull(proxy), ca: blankAsNull(ca) };
    setBusy(true);
    const reply = await saveProfile(input);
    setBusy(false);
    setError(reply.ok ? null : reply.error);
    if (reply.ok) await onSaved(reply.data);
  };
  const problemOf = (field: string) => error?.problems?.find(({ path }) => path.join('.') === field)?.message;
  const known = ['name', 'base_url', 'oidc.issuer', 'oidc.client_id', 'proxy', 'ca'].some(problemOf);

  return (
    <form className="tr-form" onSubmit={(event) => void save(event)} noValidate>
      <Field label="Name" value={name} onChange={setName} problem={problemOf('name')} focus />
      <Field label="Address" value={address} onChange={setAddress} problem={problemOf('base_url')} placeholder="https://platform.example.com" />
      <Field label="Sign-in service" value={issuer} onChange={setIssuer} problem={problemOf('oidc.issuer')} help="The OpenID Connect issuer. Leave it empty to sign in with an access token." />
      {issuer.trim() !== '' && <Field label="Client ID" value={client} onChange={setClient} problem={problemOf('oidc.client_id')} />}
      <details>
        <summary>Network</summary>
        <div className="tr-form">
          <Field label="Proxy" value={proxy} onChange={setProxy} problem={problemOf('proxy')} placeholder="http://proxy.example.com:3128" />
          <Field label="Certificate authorities" value={ca} onChange={setCa} problem={problemOf('ca')} help="PEM text, trusted besides those of the system." long />
        </div>
      </details>
      {error && !known && <p className="tr-danger" role="alert">{error.message}</p>}
      <div className="tr-actions">
        <Button type="submit" intent="primary" loading={busy} text={submit} />
        <Button text="Cancel" disabled={busy} onClick={onCancel} />
      </div>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
  readonly help?: string;
  readonly placeholder?: string;
  readonly focus?: boolean;
  readonly long?: boolean;
}

function Field({ label, value, onChange, problem, help, placeholder, focus = false, long = false }: FieldProps) {
  const id = useId();
  const input = useFocus<HTMLInputElement>(focus);
  const note = problem ?? help;
  const shared = { id, value, placeholder, 'aria-invalid': problem !== undefined, 'aria-describedby': note === undefined ? undefined : `${id}-note` };
  return (
    <FormGroup label={label} labelFor={id} intent={problem === undefined ? 'none' : 'danger'} helperText={note === undefined ? undefined : <span id={`${id}-note`}>{note}</span>}>
      {long ? <TextArea {...shared} fill rows={4} onChange={(event) => onChange(event.target.value)} /> : <InputGroup {...shared} inputRef={input} onValueChange={onChange} />}
    </FormGroup>
  );
}
