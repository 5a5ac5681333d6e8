import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endDaemon, freePort, startDaemon } from '../../peers/daemon.ts';
import { installDebian } from '../../peers/debian.ts';

/** Servers of Debian that executions are sent to and through, each on a port and in a folder of its own. */

export interface Peer extends AsyncDisposable {
  readonly port: number;
  /** What it has written to its log so far. */
  log(): string;
}

/** An authority, and what it has signed: files of PEM, and one of PKCS #12 with the passphrase `secret`. */
export interface Certificates {
  readonly folder: string;
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string; readonly encryptedKey: string; readonly pfx: string };
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'trellis-peers-'));

export function makeCertificates(folder: string): Certificates {
  installDebian({ openssl: ['openssl'] });
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = (name: string, subject: string, ...more: string[]) =>
    openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', subject, ...more);
  newKey('ca', '/CN=Authority of the tests', '-addext', 'keyUsage=keyCertSign');
  newKey('server', '/CN=localhost', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-addext', 'basicConstraints=CA:FALSE');
  newKey('client', '/CN=Trellis client', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', 'extendedKeyUsage=clientAuth', '-addext', 'basicConstraints=CA:FALSE');
  openssl('pkcs12', '-export', '-in', 'client.crt', '-inkey', 'client.key', '-out', 'client.p12', '-passout', 'pass:secret');
  openssl('pkcs8', '-topk8', '-in', 'client.key', '-out', 'client.enc.key', '-passout', 'pass:secret');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    folder,
    ca: read('ca.crt'),
    server: { cert: read('server.crt'), key: read('server.key') },
    client: { cert: read('client.crt'), key: read('client.key'), encryptedKey: read('client.enc.key'), pfx: readFileSync(join(folder, 'client.p12')).toString('base64') },
  };
}

/** nginx with TLS: `server` is put into its one server block. */
export function startNginx({ folder }: Certificates, server: string): Promise<Peer> {
  installDebian({ nginx: ['nginx-light'] });
  return started((port, own) => {
    writeFileSync(join(own, 'nginx.conf'), `
      daemon off; pid ${own}/pid; error_log ${own}/log info; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
      events {}
      http {
        access_log ${own}/log; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${own}/${name};`).join(' ')}
        server { listen 127.0.0.1:${port} ssl http2; ssl_certificate ${folder}/server.crt; ssl_certificate_key ${folder}/server.key; ${server} }
      }`);
    return ['/usr/sbin/nginx', '-p', own, '-c', join(own, 'nginx.conf'), '-e', join(own, 'log')];
  });
}

/** tinyproxy, which asks for these credentials where there are any. */
export function startTinyproxy(credentials?: string): Promise<Peer> {
  installDebian({ tinyproxy: ['tinyproxy'] });
  return started((port, own) => {
    writeFileSync(join(own, 'conf'), `Port ${port}\nListen 127.0.0.1\nLogFile "${own}/log"\nLogLevel Connect\nMaxClients 20\n${credentials ? `BasicAuth ${credentials}\n` : ''}`);
    return ['/usr/bin/tinyproxy', '-d', '-c', join(own, 'conf')];
  });
}

/** squid, which asks for these credentials, logs each request, and opens tunnels to any port. */
export function startSquid({ username, password }: { readonly username: string; readonly password: string }, scheme: 'basic' | 'digest' = 'basic'): Promise<Peer> {
  installDebian({ squid: ['squid'], openssl: ['openssl'] });
  return started((port, own) => {
    chmodSync(own, 0o777); // where root starts it, it goes on as a user of its own
    const hash = scheme === 'digest'
      ? `proxy:${createHash('md5').update(`${username}:proxy:${password}`).digest('hex')}`
      : execFileSync('openssl', ['passwd', '-apr1', '-stdin'], { input: password, encoding: 'utf8' }).trim();
    writeFileSync(join(own, 'users'), `${username}:${hash}\n`);
    const program = scheme === 'digest' ? `digest_file_auth -c ${own}/users` : `basic_ncsa_auth ${own}/users`;
    writeFileSync(join(own, 'conf'), [
      `http_port 127.0.0.1:${port}`, `auth_param ${scheme} program /usr/lib/squid/${program}`, `auth_param ${scheme} children 1`, `auth_param ${scheme} realm proxy`, 'acl known proxy_auth REQUIRED',
      'http_access allow known', 'http_access deny all', 'cache deny all', `access_log stdio:${own}/log`, `cache_log ${own}/cache.log`, `pid_filename ${own}/pid`, `coredump_dir ${own}`,
      'shutdown_lifetime 0 seconds', 'visible_hostname squid.test', 'pinger_enable off',
    ].join('\n'));
    return ['/usr/sbin/squid', '-N', '-n', `trellis${port}`, '-f', join(own, 'conf')];
  });
}

/** microsocks, which asks for these credentials, and logs where it connects to by the name that it was told. */
export function startMicrosocks({ username, password }: { readonly username: string; readonly password: string }): Promise<Peer> {
  installDebian({ microsocks: ['microsocks'] });
  return started((port, own) => ['/bin/sh', '-c', 'exec /usr/bin/microsocks -i 127.0.0.1 -p "$1" -u "$2" -P "$3" 2> "$4"', 'sh', String(port), username, password, join(own, 'log')]);
}

async function started(configure: (port: number, folder: string) => string[]): Promise<Peer> {
  const folder = newFolder();
  const port = await freePort();
  const [command = '', ...args] = configure(port, folder);
  const server = await startDaemon(command, args, port);
  return {
    port,
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    async [Symbol.asyncDispose]() {
      await endDaemon(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
