import { randomUUID } from 'node:crypto';
import { profile as profileSchema, type Profile } from '../../shared/contract/app.ts';
import { AppError } from '../../shared/errors.ts';
import type { SettingsStore } from './settings.ts';

/** The places where the app can work: the embedded platform, which is always there, and any number of remote ones. */
export interface Profiles {
  list(): readonly Profile[];
  /** The one in use, or null before the first choice. */
  current(): Profile | null;
  find(id: string): Profile;
  /** Adds it, or replaces the one of the same id. */
  save(profile: Omit<Profile, 'id'> & { id?: string | undefined }): Profile;
  remove(id: string): void;
  select(id: string): Profile;
}

export const embedded: Profile = { id: 'embedded', name: 'This computer', kind: 'embedded' };

export function profilesIn(store: SettingsStore): Profiles {
  // Read once: the same object stands for a profile as long as it is unchanged.
  let remotes = readRemotes(store.get('profiles'));
  const list = () => [embedded, ...remotes];
  const keep = (next: Profile[]) => {
    remotes = next;
    store.set('profiles', next);
  };
  const find = (id: string) => {
    const found = list().find((profile) => profile.id === id);
    if (!found) throw new AppError('not_found', 'This connection does not exist any more');
    return found;
  };

  return {
    list,
    find,
    current: () => list().find(({ id }) => id === store.get('current_profile')) ?? null,
    save(given) {
      if (given.id === embedded.id || given.kind === 'embedded') throw new AppError('invalid_input', 'The embedded platform’s connection cannot be changed');
      if (!given.base_url) {
        const message = 'Enter an address that starts with https:// or http://';
        throw new AppError('invalid_input', message, { problems: [{ path: ['base_url'], message }] });
      }
      const saved: Profile = { ...given, id: given.id ?? randomUUID(), base_url: given.base_url.replace(/\/+$/, '') };
      keep(remotes.some(({ id }) => id === saved.id) ? remotes.map((kept) => (kept.id === saved.id ? saved : kept)) : [...remotes, saved]);
      return saved;
    },
    remove(id) {
      find(id);
      if (id === embedded.id) throw new AppError('invalid_input', 'The embedded platform’s connection cannot be deleted');
      keep(remotes.filter((profile) => profile.id !== id));
      if (store.get('current_profile') === id) store.set('current_profile', null);
    },
    select(id) {
      const selected = find(id);
      store.set('current_profile', id);
      return selected;
    },
  };
}

/** What is kept and still reads as a profile; a settings file that was edited by hand costs no more than its bad entries. */
function readRemotes(kept: unknown): Profile[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((value) => {
    const read = profileSchema.safeParse(value);
    return read.success && read.data.kind === 'remote' ? [read.data] : [];
  });
}
