import { expect, it } from 'vitest';
import { textExample } from '../../../../electron/platform/composer/openapi/text-example.ts';

it.each(['^VA[0-9a-fA-F]{32}$', '^[a-z]{2}-\\d+(?:x|y)?$', '^(a|b)+$', '[^/]+', '^\\+?[1-9]\\d{1,14}$', '^[A-Z0-9_]+$', 'a{2,}', '^\\$\\.[\\w-]+$', '^x{3}|y$'])('has an example that matches %s', (pattern) => {
  expect(textExample({ pattern })).toMatch(new RegExp(pattern, 'u'));
});

it.each(['(?=x)a', '^ac_[^\\s]+$', '\\p{L}', '(a', '[a', '*', 'a{999999}', `(${'a{999}'.repeat(30)})`, '\\1'])('leaves %s, which is not simple, alone [F-12]', (pattern) => {
  expect(textExample({ pattern })).toBe('string');
});

it('has the lengths that are asked for, but no more than a thousand characters', () => {
  expect([textExample({ minLength: 8 }), textExample({ maxLength: 3 }), textExample({ pattern: '^\\d+$', minLength: 4 })]).toEqual(['stringgg', 'str', '0000']);
  expect(textExample({ minLength: 1e9 })).toBe('string');
  expect(textExample({ format: 'uuid', minLength: 3 })).toBe('00000000-0000-4000-8000-000000000000');
});
