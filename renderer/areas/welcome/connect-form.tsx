import { useState } from 'react';
import { ProfileForm } from '../../components/profile-form.tsx';
import { selectProfile } from '../../state/profiles.ts';

/** Adds a remote platform and goes to its sign-in. */
export function ConnectForm({ onCancel }: { readonly onCancel: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <ProfileForm
        submit="Connect"
        onCancel={onCancel}
        onSaved={async ({ id }) => setProblem((await selectProfile(id))?.message ?? null)}
      />
      {problem !== null && <p className="tr-danger" role="alert">{problem}</p>}
    </>
  );
}
