import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { environments, tenants } from '../../../../shared/contract/all.ts';
import { NetworkField } from '../../../../renderer/components/resource/network-field.tsx';
import { ReachField } from '../../../../renderer/components/resource/reach-field.tsx';

const mark = { $secret: true };
let now: unknown;

interface FieldProps {
  readonly initial: unknown;
  readonly tell: (value: unknown) => void;
  /** The field itself, with its value. */
  readonly of: (value: unknown, take: (next: unknown) => void) => ReactNode;
}

function Field({ initial, tell, of }: FieldProps) {
  const [value, setValue] = useState(initial);
  return of(value, (next) => {
    tell(next);
    setValue(next);
  });
}
const show = (initial: unknown, checked = false, of: FieldProps['of'] = (value, take) => <NetworkField id="net" value={value} checked={checked} onChange={take} />) => {
  render(<Field initial={initial} of={of} tell={(next) => {
    now = next;
  }} />);
  return userEvent.setup();
};
afterEach(cleanup);

test('warns where certificates are not verified, and stores nothing where all is as usual', async () => {
  const user = show(null);
  expect(screen.queryByText(/Certificates are not verified/)).toBeNull();
  await user.click(screen.getByLabelText('Verify the certificates of servers'));
  expect(now).toEqual({ tls: { verify: false } });
  expect(screen.getByRole('status').textContent).toContain('Certificates are not verified');
  await user.click(screen.getByLabelText('Verify the certificates of servers'));
  expect(now).toBeNull();
});

test('asks for a client certificate in several lines, and leaves a stored key as it is [F-20]', async () => {
  const user = show({ tls: { client: { cert: '-----BEGIN CERTIFICATE-----', private_key: mark } } });
  expect(screen.getByText('Stored, unchanged')).toBeDefined();
  await user.click(screen.getByText('Replace Private key'));
  const key = screen.getByLabelText('Private key');
  expect(key.tagName).toBe('TEXTAREA');
  await user.type(key, 'one{Enter}two');
  expect(now).toEqual({ tls: { client: { cert: '-----BEGIN CERTIFICATE-----', private_key: 'one\ntwo' } } });
  await user.selectOptions(screen.getByLabelText('Client certificate'), 'None');
  expect(now).toBeNull();
});

test('asks for a proxy, redirects, HTTP/2 and cookies', async () => {
  const user = show(null);
  await user.type(screen.getByLabelText('Proxy'), 'http://p:1');
  await user.type(screen.getByLabelText('User name'), 'me');
  await user.type(screen.getByLabelText('Called without it'), '.local{Enter}');
  await user.type(screen.getByLabelText('Redirects that are followed'), '0');
  await user.click(screen.getByLabelText('Offer HTTP/2 to servers of https'));
  await user.click(screen.getByLabelText('Keep cookies from one request to the next'));
  expect(now).toEqual({ proxy: { url: 'http://p:1', username: 'me', no_proxy: ['.local'] }, max_redirects: 0, http2: true, cookies: true });
  expect(environments.fields.network.safeParse(now).success).toBe(true);
});

test('says at the part what is wrong with it', () => {
  show({ tls: { ca: 'no certificate' }, proxy: { url: 'p:1' }, max_redirects: 99 }, true);
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Enter a certificate in PEM'), expect.stringContaining('Enter an address such as'), 'Enter a number from 0 to 50',
  ]);
});

test('says which networks a tenant may reach, and warns of the credentials of cloud machines [F-10]', async () => {
  const user = show(null, false, (value, take) => <ReachField id="reach" value={value} onChange={take} />);
  await user.selectOptions(screen.getByLabelText('Private networks'), 'Refuse');
  await user.selectOptions(screen.getByLabelText('Link-local addresses'), 'Allow');
  expect(now).toEqual({ private: 'refuse', link_local: 'allow' });
  expect(screen.getByText(/can read the credentials of a cloud machine/)).toBeDefined();
  expect(tenants.fields.reach.safeParse(now).success).toBe(true);
  expect(tenants.fields.reach.safeParse({ loopback: 'maybe' }).success).toBe(false);
});
