import { expect, it } from 'vitest';
import { userSettings } from '../../../electron/backend/settings.ts';
import { memorySettings } from './folders.ts';

it('merges values, and forgets those that are null', () => {
  const settings = userSettings(memorySettings());
  settings.set({ theme: 'dark', 'keys.save': 'Ctrl+S' });
  expect(settings.set({ theme: null, zoom: 1.1 })).toEqual({ 'keys.save': 'Ctrl+S', zoom: 1.1 });
  expect(settings.all()).toEqual({ 'keys.save': 'Ctrl+S', zoom: 1.1 });
});

it.each([['text'], [null], [[1]], [7]])('reads a damaged file (%j) as no settings', (kept) => {
  expect(userSettings(memorySettings({ preferences: kept })).all()).toEqual({});
});

it('takes no name for a part of the object itself', () => {
  const settings = userSettings(memorySettings());
  settings.set(JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
