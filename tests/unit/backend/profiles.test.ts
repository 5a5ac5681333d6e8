import { expect, it } from 'vitest';
import { embedded, profilesIn } from '../../../electron/backend/profiles.ts';
import { memorySettings } from './folders.ts';

const work = { name: 'Work', kind: 'remote', base_url: 'https://platform.example.com/' } as const;

it('always has the embedded platform, and nothing chosen at first', () => {
  const profiles = profilesIn(memorySettings());
  expect(profiles.list()).toEqual([embedded]);
  expect(profiles.current()).toBeNull();
});

it('keeps, changes, selects and deletes remote ones across starts', () => {
  const store = memorySettings();
  const saved = profilesIn(store).save(work);
  expect(saved.base_url).toBe('https://platform.example.com');
  profilesIn(store).select(saved.id);
  profilesIn(store).save({ ...saved, name: 'Office' });
  expect(profilesIn(store).current()).toMatchObject({ id: saved.id, name: 'Office' });
  profilesIn(store).remove(saved.id);
  expect(profilesIn(store).current()).toBeNull();
  expect(profilesIn(store).list()).toEqual([embedded]);
});

it('refuses a remote one without an address, and to change or delete the embedded one', () => {
  const profiles = profilesIn(memorySettings());
  expect(() => profiles.save({ name: 'x', kind: 'remote' })).toThrow('Enter an address');
  expect(() => profiles.save({ ...embedded })).toThrow('cannot be changed');
  expect(() => profiles.remove('embedded')).toThrow('cannot be deleted');
  expect(() => profiles.select('nowhere')).toThrow('does not exist');
});

it('reads past entries of a settings file that are no profiles', () => {
  const good = { id: 'a', ...work };
  expect(profilesIn(memorySettings({ profiles: [null, 5, { id: 1 }, good] })).list()).toEqual([embedded, good]);
  expect(profilesIn(memorySettings({ profiles: 'gone' })).list()).toEqual([embedded]);
});
