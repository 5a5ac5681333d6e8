import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { screens } from '../../../../renderer/app/routes.tsx';
import { areas, places } from '../../../../renderer/state/areas.ts';

const screenAt = (path: string) => matchRoutes(screens, path)?.at(-1)?.route.path;

it('every area opens at a screen of its own or at its first kind', () => {
  const regular = areas.filter(({ id }) => places.every(({ area, regular }) => area !== id || regular));
  expect(regular.map(({ path }) => path).filter((path) => screenAt(path) === '*')).toEqual([]);
});

it.each(places.filter(({ regular }) => regular))('$label has a list, a detail and a form for a new one', ({ path }) => {
  expect(screenAt(path)).toBe(path);
  expect(screenAt(`${path}/new`)).toBe(`${path}/:id`);
  expect(screenAt(`${path}/0198-f1c2`)).toBe(`${path}/:id`);
});

it('an address that leads nowhere says so', () => expect(screenAt('/no/such/place')).toBe('*'));
