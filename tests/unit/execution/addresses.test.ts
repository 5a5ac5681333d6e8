import { describe, expect, it } from 'vitest';
import { classOf, lookupUnder } from '../../../electron/execution/addresses.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget } from './target-server.ts';

const look = (policy: object, all: boolean) =>
  new Promise((resolve) => {
    lookupUnder(policy)('169.254.7.7', { all }, (error, address) => resolve(error ?? address));
  });

describe('link-local targets [F-10]', () => {
  it.each(['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf::1', 'fe80::1%eth0', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', 'fd00:ec2::254'])('%s is one', (address) => {
    expect(classOf(address)).toBe('link_local');
  });

  it.each(['169.253.255.255', '169.255.0.0', '127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', '100.100.100.201', 'fec0::1', 'fc00::1', '2001:db8::1', '8.8.8.8', 'name'])('%s is none', (address) => {
    expect(classOf(address)).not.toBe('link_local');
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

describe('loopback and private targets [F-10]', () => {
  it.each(['127.0.0.1', '127.9.9.9', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'])('%s is this computer', (address) => {
    expect(classOf(address)).toBe('loopback');
  });

  it.each(['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '198.18.0.1', 'fc00::1', 'fdff::1', 'fec0::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:c0a8:101::1'])('%s is in a private network', (address) => {
    expect(classOf(address)).toBe('private');
  });

  it.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.255.255', '192.167.0.1', '2001:db8::1', '64:ff9b::808:808', '2002:808:808::1'])('%s is public', (address) => {
    expect(classOf(address)).toBeUndefined();
  });

  it.each(['http://127.0.0.1:1/', 'http://2130706433:1/', 'http://0x7f.1:1/', 'http://017700000001:1/', 'http://[::ffff:7f00:1]:1/', 'http://0:1/', 'http://localhost:1/'])('refuses %s where the tenant may not call this computer', async (url) => {
    await expect(execute({ method: 'GET', url }, { policy: { loopback: 'refuse' } })).rejects.toThrow('is the computer that sends the request');
  });

  it('refuses private ones at each hop', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(302, { location: 'http://[::ffff:10.0.0.1]/' }).end());
    await expect(execute({ method: 'GET', url: target.url }, { policy: { private: 'refuse' } })).rejects.toThrow('is in a private network');
    expect(target.requests).toHaveLength(1);
  });

  it('looks at each answer of a name that changes its address, and at all addresses of one answer', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '10.0.0.1']];
    const rebinding = lookupUnder({ loopback: 'refuse', private: 'refuse' }, (_, __, callback) => callback(null, answers.shift()!.map((address) => ({ address, family: 4 }))));
    const ask = () => new Promise((resolve) => rebinding('rebind.example', { all: true }, (error, address) => resolve(error ?? address)));
    expect(await ask()).toEqual([{ address: '93.184.215.14', family: 4 }]);
    expect(await ask()).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('127.0.0.1 (the address of rebind.example)') as string });
    expect(await ask()).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('10.0.0.1 (the address of rebind.example)') as string });
  });

  it('does not reuse a connection that a looser policy opened', async () => {
    await using target = await httpTarget((_, response) => response.end('ok'));
    const url = `http://localhost:${target.port}`;
    await execute({ method: 'GET', url });
    await expect(execute({ method: 'GET', url }, { policy: { loopback: 'refuse' } })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(target.requests).toHaveLength(1);
  });
});
