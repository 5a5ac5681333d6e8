import { createHash } from 'node:crypto';
import { Agent } from 'undici';
import { connector } from './connector.ts';
import type { FetchPolicy, ProxyPolicy } from './request.ts';

/**
 * Kept-alive connections, shared by all executions under the same rule: a connection that one policy opened never
 * serves a request of another.
 */

/** Policies that have connections at the same time; the one that was used longest ago makes room. */
const mostAgents = 16;
/** Milliseconds after which the connections of a policy that nobody used are given up. */
const longestIdle = 60_000;

interface Kept {
  readonly agent: Agent;
  readonly idle: NodeJS.Timeout;
}

/** In the order of their last use. */
const agents = new Map<string, Kept>();

/** Throws `invalid_input` for a policy that no connection can be made under. */
export function agentFor(policy: FetchPolicy, proxy: ProxyPolicy | null): Agent {
  const key = keyOf(policy, proxy);
  const known = agents.get(key);
  if (known) agents.delete(key);
  const kept = known ?? { agent: createAgent(policy, proxy), idle: setTimeout(() => close(key), longestIdle).unref() };
  kept.idle.refresh();
  agents.set(key, kept);
  for (const oldest of agents.keys()) {
    if (agents.size <= mostAgents) break;
    close(oldest);
  }
  return kept.agent;
}

/** How many policies hold connections now. */
export const agentCount = (): number => agents.size;

/** Requests that are under way end first. */
function close(key: string): void {
  const { agent, idle } = agents.get(key)!;
  clearTimeout(idle);
  agents.delete(key);
  void agent.close();
}

/** Keys by their policy, which nobody changes once it is made, and its proxy. */
const keys = new WeakMap<FetchPolicy, Map<ProxyPolicy | null, string>>();

function keyOf(policy: FetchPolicy, proxy: ProxyPolicy | null): string {
  const known = keys.get(policy) ?? new Map<ProxyPolicy | null, string>();
  keys.set(policy, known);
  const key = known.get(proxy) ?? digestOf(policy, proxy);
  known.set(proxy, key);
  return key;
}

/** What sets connections apart, as a digest: keys and passphrases are among it. */
function digestOf({ loopback, private: ofPrivate, link_local, tls, http2 }: FetchPolicy, proxy: ProxyPolicy | null): string {
  return createHash('sha256').update(JSON.stringify([loopback, ofPrivate, link_local, tls, http2, proxy])).digest('base64');
}

const createAgent = (policy: FetchPolicy, proxy: ProxyPolicy | null): Agent =>
  new Agent({
    // The engine has one deadline over everything; undici's own would end long requests early.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 64 * 1024,
    pipelining: 1,
    allowH2: policy.http2 ?? false,
    connect: connector(policy, proxy),
  });
