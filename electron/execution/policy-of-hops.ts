import type { FetchPolicy } from './request.ts';

/** One execution's policy, hop by hop, and what is to be said of it afterwards; once a redirect leaves `origin`, the client certificate is shown no more [F-4]. */
export function policyOfHops(policy: FetchPolicy, origin: string) {
  let left = false;
  const unverified = new Set<string>();
  return {
    of(url: URL): FetchPolicy {
      left ||= url.origin !== origin;
      if (policy.tls?.verify === false && url.protocol === 'https:') unverified.add(url.origin);
      return left && policy.tls?.client ? { ...policy, tls: { ...policy.tls, client: undefined } } : policy;
    },
    notice: (): string | undefined =>
      unverified.size === 0 ? undefined : `The certificate of ${[...unverified].join(' and ')} was not verified, as the environment asks: anybody on the way could have answered.`,
  };
}
