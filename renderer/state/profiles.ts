import type { z } from 'zod';
import type { profiles as calls, Profile } from '../../shared/contract/app.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { notifyError } from './toasts.ts';
import { commitOffers } from './undo.ts';

export type ProfileInput = z.input<typeof calls.calls.save.input>;

/** The connections of this computer; null until they have been read. */
export const useProfiles = defineState<{ profiles: readonly Profile[] | null; current: string | null }>(() => ({ profiles: null, current: null }));

export async function loadProfiles(): Promise<ErrorValue | null> {
  const reply = await api.profiles.list({});
  if (!reply.ok) return reply.error;
  useProfiles.set((draft) => {
    draft.profiles = reply.data.profiles;
    draft.current = reply.data.current;
  });
  return null;
}

export async function saveProfile(profile: ProfileInput): Promise<Reply<Profile>> {
  const reply = await api.profiles.save(profile);
  if (reply.ok) await loadProfiles();
  return reply;
}

export async function removeProfile(id: string): Promise<void> {
  const reply = await api.profiles.remove({ id });
  const problem = reply.ok ? await loadProfiles() : reply.error;
  if (problem) notifyError(problem);
}

/** Works with another connection from now on; the session tells when it is there. */
export async function selectProfile(id: string): Promise<ErrorValue | null> {
  commitOffers();
  const reply = await api.profiles.select({ id });
  if (!reply.ok) return reply.error;
  return loadProfiles();
}

/** Works with the platform that the app carries: with the connection to it that there is, or a first one. */
export async function startEmbedded(): Promise<ErrorValue | null> {
  const problem = await loadProfiles();
  if (problem) return problem;
  const known = useProfiles.get().profiles?.find(({ kind }) => kind === 'embedded');
  if (known) return selectProfile(known.id);
  const saved = await saveProfile({ name: 'This computer', kind: 'embedded' });
  return saved.ok ? selectProfile(saved.data.id) : saved.error;
}
