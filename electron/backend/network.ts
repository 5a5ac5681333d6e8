import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import type { Profile } from '../../shared/contract/app.ts';

/** How connections to one profile's platform are made: kept alive, through its proxy, trusting its certificate authorities. */
export interface Network {
  readonly httpAgent: http.Agent;
  readonly httpsAgent: https.Agent;
}

const networks = new WeakMap<Profile, Network>();

/** The agents of a profile, made once; they hold at most 16 sockets, so that a burst of lists cannot flood the platform. */
export function networkOf(profile: Profile): Network {
  const known = networks.get(profile);
  if (known) return known;
  const pool = { keepAlive: true, maxSockets: 16, ...(profile.ca ? { ca: authorities(profile.ca) } : {}) };
  const network: Network = profile.proxy
    ? { httpAgent: new HttpProxyAgent(profile.proxy, pool), httpsAgent: new HttpsProxyAgent(profile.proxy, pool) as unknown as https.Agent }
    : { httpAgent: new http.Agent(pool), httpsAgent: new https.Agent(pool) };
  networks.set(profile, network);
  return network;
}

/** Closes the idle sockets of a profile. */
export function closeNetwork(profile: Profile): void {
  const network = networks.get(profile);
  network?.httpAgent.destroy();
  network?.httpsAgent.destroy();
  networks.delete(profile);
}

/** Naming authorities replaces Node's own list, so that list and the operating system's come first. */
export const authorities = (own: string): string[] => [...tls.rootCertificates, ...tls.getCACertificates('system'), own];
