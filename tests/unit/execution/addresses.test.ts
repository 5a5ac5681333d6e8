import { describe, expect, it } from 'vitest';
import { isLinkLocal, lookupUnder } from '../../../electron/execution/addresses.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget } from './target-server.ts';

const look = (policy: object, all: boolean) =>
  new Promise((resolve) => {
    lookupUnder(policy)('169.254.7.7', { all }, (error, address) => resolve(error ?? address));
  });

describe('link-local targets [F-10]', () => {
  it.each(['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf::1', 'fe80::1%eth0', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', 'fd00:ec2::254'])('%s is one', (address) => {
    expect(isLinkLocal(address)).toBe(true);
  });

  it.each(['169.253.255.255', '169.255.0.0', '127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fec0::1', 'fc00::1', '2001:db8::1', '8.8.8.8', 'name'])('%s is none', (address) => {
    expect(isLinkLocal(address)).toBe(false);
  });

  it.each(['http://169.254.169.254/', 'http://2852039166/', 'http://0xa9fea9fe/', 'http://0251.0376.0251.0376/', 'http://169.16689662/', 'http://[::ffff:169.254.169.254]/', 'http://[fe80::1]/'])('%s is refused before anything is sent', async (url) => {
    await expect(execute({ method: 'GET', url })).rejects.toThrow('is link-local, where clouds serve machine credentials');
  });

  it('are refused by the address that a name leads to, in both forms of the question', async () => {
    expect(await look({}, true)).toMatchObject({ code: 'invalid_input' });
    expect(await look({}, false)).toMatchObject({ code: 'invalid_input' });
    expect(await look({ link_local: 'allow' }, false)).toBe('169.254.7.7');
  });

  it('do not keep this computer and private networks out', async () => {
    await using target = await httpTarget((_, response) => response.end('ok'));
    expect(await execute({ method: 'GET', url: `http://localhost:${target.port}` })).toMatchObject({ status: 200 });
  });
});
