import { Button, Dialog, DialogBody, Tag } from '@blueprintjs/core';
import { CloudIcon, DesktopIcon } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import type { Profile } from '../../../shared/contract/app.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { ProfileForm } from '../../components/profile-form.tsx';
import { loadProfiles, removeProfile, selectProfile, startEmbedded, useProfiles } from '../../state/profiles.ts';
import { signOut, useSession } from '../../state/session.ts';
import { notifyError } from '../../state/toasts.ts';

const tell = async (work: Promise<ErrorValue | null>) => {
  const problem = await work;
  if (problem) notifyError(problem);
};

/** The platforms that the app knows, and which of them it works with. */
export function Connections() {
  const { profiles, current } = useProfiles();
  const user = useSession(({ session }) => session?.user);
  const store = useSession(({ session }) => session?.token_store);
  const [editing, setEditing] = useState<Profile | 'new' | null>(null);
  useEffect(() => void tell(loadProfiles()), []);
  return (
    <section aria-labelledby="connections">
      <h2 id="connections">Connections</h2>
      <ul className="tr-profiles">
        {(profiles ?? []).map((profile) => (
          <ProfileRow key={profile.id} profile={profile} current={profile.id === current} onEdit={() => setEditing(profile)} />
        ))}
      </ul>
      <div className="tr-actions">
        <Button text="Add connection" onClick={() => setEditing('new')} />
        {profiles?.every(({ kind }) => kind === 'remote') && <Button text="Use the platform on this computer" onClick={() => void tell(startEmbedded())} />}
      </div>
      {user && <p>Signed in as {user.name ?? user.email ?? user.id}. <Button variant="minimal" size="small" text="Sign out" onClick={() => void tell(signOut())} /></p>}
      {store?.kind === 'memory' && <p className="tr-warning">Tokens are kept in memory until Trellis closes. {store.reason ?? 'There is no keychain on this computer.'}</p>}
      <Dialog isOpen={editing !== null} onClose={() => setEditing(null)} title={editing === 'new' ? 'Add connection' : 'Edit connection'} transitionDuration={0}>
        <DialogBody>
          {editing !== null && (
            <ProfileForm profile={editing === 'new' ? undefined : editing} submit="Save" onSaved={() => setEditing(null)} onCancel={() => setEditing(null)} />
          )}
        </DialogBody>
      </Dialog>
    </section>
  );
}

interface ProfileRowProps {
  readonly profile: Profile;
  readonly current: boolean;
  readonly onEdit: () => void;
}

function ProfileRow({ profile: { id, name, kind, base_url }, current, onEdit }: ProfileRowProps) {
  return (
    <li>
      {kind === 'embedded' ? <DesktopIcon /> : <CloudIcon />}
      <span className="tr-clip">{name} <span className="tr-muted">{kind === 'embedded' ? 'the platform that Trellis carries' : base_url}</span></span>
      <span className="tr-status-gap" />
      {current ? <Tag minimal intent="primary">In use</Tag> : <Button variant="minimal" size="small" text="Use" aria-label={`Use ${name}`} onClick={() => void tell(selectProfile(id))} />}
      {kind === 'remote' && <Button variant="minimal" size="small" text="Edit" aria-label={`Edit ${name}`} onClick={onEdit} />}
      {!current && <Button variant="minimal" size="small" text="Remove" aria-label={`Remove ${name}`} onClick={() => void removeProfile(id)} />}
    </li>
  );
}
