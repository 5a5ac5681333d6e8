import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { useState, type FormEvent } from 'react';
import type { ErrorValue } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/contract/app.ts';
import { useFocus } from '../../components/use-focus.ts';
import { startEmbedded } from '../../state/profiles.ts';
import { signIn, useSession } from '../../state/session.ts';

/** Signs in to a remote platform: through the browser where it has OpenID Connect, else with an access token. */
export function SignIn({ profile }: { readonly profile: Profile }) {
  const input = useFocus<HTMLInputElement>();
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ErrorValue | null>(null);
  const store = useSession(({ session }) => session?.token_store);
  const act = async (work: () => Promise<ErrorValue | null>) => {
    setBusy(true);
    setProblem(await work());
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(() => signIn(profile.oidc ? undefined : token.trim()));
  };
  return (
    <form className="tr-form" onSubmit={submit}>
      <h1>Sign in to {profile.name}</h1>
      <p className="tr-mono tr-muted">{profile.base_url}</p>
      {!profile.oidc && (
        <FormGroup label="Access token" labelFor="token" helperText={store?.kind === 'memory' ? 'There is no keychain on this computer, so the token is kept in memory until Trellis closes.' : 'The token is kept in the keychain of this computer.'}>
          <InputGroup id="token" type="password" autoComplete="off" value={token} onValueChange={setToken} inputRef={input} />
        </FormGroup>
      )}
      {problem && <p className="tr-danger" role="alert">{problem.message}</p>}
      <div className="tr-actions">
        <Button type="submit" intent="primary" loading={busy} disabled={!profile.oidc && token.trim() === ''} text={profile.oidc ? 'Sign in with the browser' : 'Sign in'} />
        <Button variant="minimal" disabled={busy} text="Work on this computer instead" onClick={() => void act(startEmbedded)} />
      </div>
    </form>
  );
}
