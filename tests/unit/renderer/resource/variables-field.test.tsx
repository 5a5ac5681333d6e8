import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { VariablesField } from '../../../../renderer/components/resource/variables-field.tsx';

const mark = { $secret: true };
let now: unknown;

function Field({ initial, tell }: { readonly initial: unknown; readonly tell: (value: unknown) => void }) {
  const [value, setValue] = useState(initial);
  const take = (next: unknown) => {
    tell(next);
    setValue(next);
  };
  return <VariablesField value={value} onChange={take} />;
}
const show = (initial: unknown) => {
  render(<Field initial={initial} tell={(next) => {
    now = next;
  }} />);
  return userEvent.setup();
};
afterEach(cleanup);

test('takes names and values in lines, and keeps a plain one plain', async () => {
  const user = show(undefined);
  await user.type(screen.getByLabelText('Name of new variable'), 'host');
  await user.type(screen.getByLabelText('Value of host'), 'api.example.com');
  expect(now).toEqual({ host: 'api.example.com' });
  expect(screen.getByLabelText('Name of new variable')).toBeDefined();
  await user.click(screen.getByLabelText('host is in use'));
  expect(now).toEqual({ host: { value: 'api.example.com', enabled: false } });
  await user.click(screen.getByLabelText('Remove host'));
  expect(now).toBeNull();
});

test('writes a secret without showing it, and leaves a stored one as it is until it is replaced [F-20]', async () => {
  const user = show({ token: { value: mark, secret: true, note: 'kept' } });
  expect(screen.getByText('Stored, unchanged')).toBeDefined();
  expect((screen.getByLabelText('Name of token')).hasAttribute('readonly')).toBe(true);
  expect((screen.getByLabelText('token is secret')).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByLabelText('token is in use'));
  expect(now).toEqual({ token: { value: mark, secret: true, enabled: false, note: 'kept' } });
  await user.click(screen.getByText('Replace value of token'));
  const field = screen.getByLabelText('value of token');
  expect(field.getAttribute('type')).toBe('password');
  await user.type(field, 'new');
  expect(now).toEqual({ token: { value: 'new', secret: true, enabled: false, note: 'kept' } });
});

test('says at its line that a name cannot stand in {{…}}, or stands twice', async () => {
  const user = show({ good: 'a', 'bad name': 'b' });
  expect(screen.getByLabelText('Name of bad name').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/“bad name” cannot be the name of a variable/)).toBeDefined();
  await user.clear(screen.getByLabelText('Name of bad name'));
  await user.type(screen.getAllByLabelText('Name of new variable')[0]!, 'good');
  expect(screen.getAllByText(/stands here twice/)).toHaveLength(2);
});

test('keeps values that are no texts, as long as they are not edited', async () => {
  const user = show({ n: 5, o: { value: { a: 1 } } });
  expect(screen.getByLabelText<HTMLInputElement>('Value of o').value).toBe('{"a":1}');
  await user.click(screen.getByLabelText('n is in use'));
  expect(now).toEqual({ n: { value: 5, enabled: false }, o: { a: 1 } });
});
