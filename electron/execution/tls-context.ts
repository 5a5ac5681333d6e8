import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { fromBase64 } from './base64.ts';
import { refuse, type TlsPolicy } from './request.ts';

/** Authorities and client certificate for the connections of one policy; undefined for those of the system. Throws `invalid_input`. */
export function secureContext({ ca, client }: TlsPolicy): SecureContext | undefined {
  if (!ca && !client) return undefined;
  const trusted = ca ? [...getCACertificates('default'), ...authorities(ca)] : undefined;
  const identity = client && ('pfx' in client ? { ...client, pfx: fromBase64(client.pfx, 'the client certificate') } : client);
  try {
    return createSecureContext({ ...(trusted && { ca: trusted }), ...identity });
  } catch (error) {
    throw refuse('tls', `The client certificate cannot be used: ${(error as Error).message}. Check that certificate, key and passphrase belong together.`);
  }
}

/** Each is read, since a text that holds no certificate would silently trust nobody more. */
function authorities(ca: string): string[] {
  const found = ca.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (found.length === 0) throw new Error('No certificate');
    for (const certificate of found) void new X509Certificate(certificate);
    return found;
  } catch {
    throw refuse('tls', 'The certificate authority is not a certificate in PEM. Choose a file that begins with -----BEGIN CERTIFICATE-----.');
  }
}
