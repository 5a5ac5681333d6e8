import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { composerEndpoints } from '../../../../shared/contract/all.ts';
import { setHost } from '../../../../renderer/api/host.ts';
import { AuthField } from '../../../../renderer/components/resource/auth-field.tsx';
import { memoryHost } from '../memory-host.ts';

const mark = { $secret: true };
let now: unknown;

interface FieldProps {
  readonly value: unknown;
  readonly inherited: string | undefined;
  readonly tell: (value: unknown) => void;
}

function Field({ value, inherited, tell }: FieldProps) {
  const [shown, setShown] = useState(value);
  const take = (next: unknown) => {
    tell(next);
    setShown(next);
  };
  return <><label htmlFor="auth">Kind</label><AuthField id="auth" value={shown} inherited={inherited} onChange={take} /></>;
}

const show = (value: unknown, inherited?: string) => {
  now = value;
  render(<Field value={value} inherited={inherited} tell={(next) => {
    now = next;
  }} />);
  return userEvent.setup();
};
const choose = (kind: string) => userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), kind);

afterEach(cleanup);

test('asks for what the kind needs, and begins a choice with its first option [X-002][X-003]', async () => {
  const user = show(undefined);
  expect(screen.queryByRole('textbox')).toBeNull();
  await choose('API key');
  await user.type(screen.getByLabelText('Name'), 'X-Key');
  await user.type(screen.getByLabelText('API key', { selector: 'input' }), 's');
  expect(now).toEqual({ type: 'api_key', credentials: { in: 'header', name: 'X-Key', value: 's' } });
});

test('asks for what signs a token, beginning with the usual header and prefix [X-006]', async () => {
  const user = show(undefined);
  await choose('JSON Web Token');
  expect(now).toEqual({ type: 'jwt', credentials: { algorithm: 'HS256', header: 'Authorization', prefix: 'Bearer' } });
  await user.type(screen.getByLabelText('Key', { selector: 'input' }), 's');
  await user.selectOptions(screen.getByLabelText('Algorithm'), 'EdDSA');
  await user.type(screen.getByLabelText('Expires after (seconds)'), '60');
  await user.clear(screen.getByLabelText('Prefix'));
  expect(now).toEqual({ type: 'jwt', credentials: { algorithm: 'EdDSA', header: 'Authorization', prefix: '', key: 's', expires_in: '60' } });
  expect(screen.getByLabelText('Key', { selector: 'input' }).getAttribute('type')).toBe('password');
});

test('asks for user name and password of Digest, and for key and extra data of Hawk [X-008][X-009]', async () => {
  const user = show(undefined);
  await choose('Digest');
  await user.type(screen.getByLabelText('User name'), 'ada');
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'p');
  expect(now).toEqual({ type: 'digest', credentials: { username: 'ada', password: 'p' } });
  await choose('Hawk');
  await user.type(screen.getByLabelText('ID'), 'ada');
  await user.type(screen.getByLabelText('Key', { selector: 'input' }), 'k');
  await user.selectOptions(screen.getByLabelText('Algorithm'), 'sha1');
  await user.type(screen.getByLabelText('Extra data'), 'e');
  expect(now).toEqual({ type: 'hawk', credentials: { id: 'ada', key: 'k', algorithm: 'sha1', ext: 'e' } });
});

test('leaves a stored secret as it is until it is replaced, and takes it up again', async () => {
  const stored = { type: 'basic_auth', credentials: { username: 'ada', password: mark } };
  const user = show(stored);
  await user.type(screen.getByLabelText('User name'), '!');
  expect(now).toEqual({ type: 'basic_auth', credentials: { username: 'ada!', password: mark } });
  await user.click(screen.getByRole('button', { name: 'Replace Password' }));
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'p');
  expect(now).toMatchObject({ credentials: { password: 'p' } });
  await user.click(screen.getByRole('button', { name: 'Keep the stored one' }));
  expect(now).toMatchObject({ credentials: { password: mark } });
  await choose('None');
  expect(now).toEqual({ type: 'none', credentials: {} });
  await choose('User name and password');
  expect(now).toEqual(stored);
});

test('goes back to what is inherited, which is not none', async () => {
  show({ type: 'none', credentials: {} }, 'Inherit from the API');
  await choose('Inherit from the API');
  expect(now).toBeNull();
});

test('edits the headers of a custom kind in lines [X-012]', async () => {
  const user = show({ type: 'custom', credentials: { headers: { 'X-One': mark } } });
  expect(screen.getByRole('button', { name: 'Replace Value of X-One' })).toBeTruthy();
  await user.type(screen.getByLabelText('Name of new header'), 'X-Two');
  await user.type(screen.getByLabelText('Value of X-Two'), '2');
  expect(now).toEqual({ type: 'custom', credentials: { headers: { 'X-One': mark, 'X-Two': '2' } } });
  await user.click(screen.getByRole('button', { name: 'Remove X-One' }));
  expect(now).toEqual({ type: 'custom', credentials: { headers: { 'X-Two': '2' } } });
});

test('keeps a kind that it does not know', () => {
  show({ type: 'newer', credentials: { a: 1 } });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' }).value).toBe('newer');
  expect(now).toEqual({ type: 'newer', credentials: { a: 1 } });
});

test('an endpoint that says nothing is read as one that inherits, not as one without authentication', () => {
  const read = (row: object) => composerEndpoints.calls.get.output.parse({ id: '1', path: '/', ...row })['auth'];
  expect([read({}), read({ auth: null }), read({ auth: '' })]).toEqual([null, null, null]);
  expect(read({ auth: '{"type":"none"}' })).toEqual({ type: 'none' });
});

const source = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Token from' });

test('OAuth 2 asks for what its token comes from, and keeps the client when another source is chosen [X-010][X-011]', async () => {
  setHost(memoryHost({ oauthConnections: [{ id: 'c1', name: 'Acme', provider: 'Acme', is_active: true }] }));
  const user = show(undefined);
  await choose('OAuth 2');
  expect(now).toEqual({ type: 'oauth2', credentials: { connection_id: '' } });
  await user.selectOptions(source(), 'Client credentials');
  expect(now).toEqual({ type: 'oauth2', credentials: { grant: 'client_credentials' } });
  await user.type(screen.getByLabelText('Token URL'), 'https://h/t');
  await user.type(screen.getByLabelText('Client ID'), 'me');
  await user.type(screen.getByLabelText('Client secret', { selector: 'input' }), 's');
  await user.selectOptions(screen.getByLabelText('Client sends its secret'), 'In the body');
  const client = { token_url: 'https://h/t', client_id: 'me', client_secret: 's', client_auth: 'post' };
  expect(now).toEqual({ type: 'oauth2', credentials: { grant: 'client_credentials', ...client } });
  await user.selectOptions(source(), 'A given access token');
  expect(now).toEqual({ type: 'oauth2', credentials: { access_token: '', ...client } });
});

test.each([
  [{ access_token: mark }, 'token'], [{ client_id: 'me', client_secret: mark }, 'basic'], [{ grant: 'authorization_code', token_url: 'https://h/t' }, 'authorization_code'],
  [{ grant: 'client_credentials', token_url: 'https://h/t' }, 'client_credentials'], [{ access_token: '', token_url: 'https://h/t', client_id: 'me' }, 'token'],
])('what is kept of OAuth 2, %j, is taken for %s', (credentials, expected) => {
  show({ type: 'oauth2', credentials });
  expect(source().value).toBe(expected);
});
