import { afterEach, describe, expect, it, vi } from 'vitest';
import { agentCount, agentFor } from '../../../electron/execution/connections.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { proxyFor } from '../../../electron/execution/proxy.ts';
import { httpTarget } from './target-server.ts';

afterEach(() => void vi.useRealTimers());

describe('connections', () => {
  it('are shared under one policy, and apart from those of another', () => {
    expect(agentFor({ tls: { verify: false } }, null)).toBe(agentFor({ tls: { verify: false }, max_bytes: 1 }, null));
    const proxy = { url: 'http://proxy:1' };
    const others = [agentFor({}, null), agentFor({ http2: true }, null), agentFor({ private: 'refuse' }, null), agentFor({}, proxy), agentFor({}, { ...proxy, username: 'u' })];
    expect(new Set(others).size).toBe(others.length);
  });

  it('are of a bounded number of policies, and those under way end first', async () => {
    const asked = Promise.withResolvers<() => void>();
    await using target = await httpTarget((_, response) => asked.resolve(() => response.end('late')));
    const running = execute({ method: 'GET', url: target.url }, { policy: { tls: { ca: undefined, verify: true } } });
    const answer = await asked.promise;
    for (let at = 0; at < 40; at += 1) agentFor({}, { url: `http://proxy:${at + 1}` });
    expect(agentCount()).toBe(16);
    answer();
    expect(await running).toMatchObject({ data: 'late' });
  });

  it('are closed when nobody has used them for a minute', () => {
    vi.useFakeTimers();
    const policy = { link_local: 'allow' } as const;
    const agent = agentFor(policy, null);
    vi.advanceTimersByTime(59_000);
    expect(agentFor(policy, null)).toBe(agent);
    vi.advanceTimersByTime(59_000);
    expect(agent.closed).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(agent.closed).toBe(true);
    expect(agentFor(policy, null)).not.toBe(agent);
  });
});

describe('targets that pass a proxy by', () => {
  const passes = (pattern: string, url: string) => proxyFor(new URL(url), { url: 'http://proxy:3128', no_proxy: [pattern] }) === null;

  it.each([
    ['*', 'http://a.example/', true], ['', 'http://a.example/', false],
    ['a.example', 'http://a.example/', true], ['A.Example ', 'https://a.example/x', true], ['a.example', 'http://b.a.example/', true], ['a.example', 'http://ba.example/', false],
    ['.a.example', 'http://b.a.example/', true], ['*.a.example', 'http://b.a.example/', true],
    ['a.example:8080', 'http://a.example:8080/', true], ['a.example:8080', 'http://a.example/', false], ['a.example:443', 'https://a.example/', true],
    ['127.0.0.1', 'http://127.0.0.1:99/', true], ['0.0.1', 'http://127.0.0.1/', false], ['10.0.0.0/8', 'http://10.2.3.4/', true], ['10.0.0.0/8', 'http://11.2.3.4/', false], ['10.0.0.0/99', 'http://10.2.3.4/', false],
    ['::1', 'http://[::1]/', true], ['[::1]:80', 'http://[::1]/', true], ['fc00::/7', 'http://[fd00::1]/', true], ['fc00::/7', 'http://[2001:db8::1]/', false],
  ])('“%s” and %s: %s', (pattern, url, expected) => {
    expect(passes(pattern, url)).toBe(expected);
  });

  it.each(['socks4://proxy:1080', 'socks5://', 'socks5://user:pass@proxy', 'nonsense', 'http://user:pass@proxy:1'])('is no way to use the proxy %s', (url) => {
    expect(() => proxyFor(new URL('http://h/'), { url })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});
