import { Agent } from 'undici';
import { lookupUnder } from './addresses.ts';
import type { FetchPolicy } from './request.ts';

/**
 * Kept-alive connections, shared by all executions under the same rule: a connection that one policy opened
 * never serves a request of a stricter one.
 */
const agents = new Map<string, Agent>();

export function agentFor(policy: FetchPolicy): Agent {
  const link_local = policy.link_local ?? 'refuse';
  const known = agents.get(link_local);
  if (known) return known;
  const agent = new Agent({
    // The engine has one deadline over everything; undici's own would end long requests early. Only an attempt to
    // connect has a limit of its own, since it goes on after its request was given up.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: 10_000,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 64 * 1024,
    pipelining: 1,
    allowH2: false,
    connect: { lookup: lookupUnder({ link_local }) as never },
  });
  agents.set(link_local, agent);
  return agent;
}
