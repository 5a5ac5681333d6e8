import { z } from 'zod';
import { requiredSecretText, secretText } from './secret-mark.ts';

/** How requests of users leave the sender: a tenant says which networks they may reach, an environment how they get there [F-10]. */

const rule = z.enum(['allow', 'refuse'], { error: 'Choose allow or refuse' }).optional();
export const reachSettings = z.strictObject({ loopback: rule, private: rule, link_local: rule });
export type ReachSettings = z.infer<typeof reachSettings>;

const certificate = z.string().regex(/-----BEGIN CERTIFICATE-----/, 'Enter a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----');
const port = z.url({ protocol: /^(?:https?|socks5h?)$/, hostname: /./, error: 'Enter an address such as http://proxy.example.com:3128 or socks5://proxy.example.com:1080' });
const flag = z.boolean({ error: 'Choose yes or no' }).optional();

/** Secrets among them read as marks, and may be written as such. */
export const networkSettings = z.strictObject({
  tls: z.strictObject({
    verify: flag,
    ca: certificate.optional(),
    client: z.union([
      z.strictObject({ cert: certificate, private_key: requiredSecretText('The client certificate needs its private key'), passphrase: secretText.optional() }),
      z.strictObject({ pfx: requiredSecretText('Choose a PKCS #12 file'), passphrase: secretText.optional() }),
    ]).optional(),
  }).optional(),
  proxy: z.strictObject({ url: port, username: z.string().optional(), password: secretText.optional(), no_proxy: z.array(z.string()).optional() }).optional(),
  http2: flag,
  max_redirects: z.number({ error: 'Enter a number from 0 to 50' }).int('Enter a number from 0 to 50').min(0, 'Enter a number from 0 to 50').max(50, 'Enter a number from 0 to 50').optional(),
  cookies: flag,
});
export type NetworkSettings = z.infer<typeof networkSettings>;
