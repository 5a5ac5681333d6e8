import { expect, it } from 'vitest';
import { environmentColor, isProduction } from '../../../../renderer/state/environment-color.ts';

it.each([
  ['Production', 'red'], ['eu-prod', 'red'], ['Live', 'red'], ['Staging', 'orange'], ['pre-prod', 'red'], ['QA', 'violet'], ['Development', 'blue'], ['Default', 'blue'],
] as const)('an environment called %s is %s', (name, color) => expect(environmentColor({ id: 'x', name })).toBe(color));

it('a name that says nothing has the same colour each time', () => {
  const first = environmentColor({ id: '0198f1c2', name: 'Acme' });
  expect(environmentColor({ id: '0198f1c2', name: 'Acme' })).toBe(first);
});

it('"product catalogue" is not production', () => expect(isProduction({ id: 'x', name: 'Product catalogue' })).toBe(false));
it('no environment is grey', () => expect(environmentColor(undefined)).toBe('gray'));
