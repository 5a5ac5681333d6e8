import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endDaemon, freePort, startDaemon } from './daemon.ts';
import { installDebian } from './debian.ts';

/** A web server of Debian's with a folder of its own, on a free port of loopback. */
export interface WebServer extends AsyncDisposable {
  readonly url: string;
  /** Ends it and starts it again at the same address, with all that it kept in memory gone. */
  restart(): Promise<void>;
}

/** Paths by which the configuration speaks of the server's own folder. */
export interface Place {
  readonly folder: string;
  readonly port: number;
}

const modules = '/usr/lib/apache2/modules';

/** Apache, with these modules loaded (`auth_digest`) and these lines in its configuration; `files` are written beneath its folder. */
export function startApache(loaded: readonly string[], lines: (place: Place) => string, files: Readonly<Record<string, string>>): Promise<WebServer> {
  installDebian({ apache2: ['apache2-bin'] });
  const configuration = (place: Place) => [
    `ServerRoot ${place.folder}`, 'ServerName localhost', `Listen 127.0.0.1:${place.port}`, `PidFile ${place.folder}/pid`, `ErrorLog ${place.folder}/log`, `DefaultRuntimeDir ${place.folder}`,
    ...['mpm_event', 'authz_core', ...loaded].map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    ...(process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []),
    `DocumentRoot ${place.folder}/www`, lines(place),
  ].join('\n');
  return started((place) => ['apache2', ['-DFOREGROUND', '-f', path.join(place.folder, 'configuration')]], configuration, files);
}

/** lighttpd, with these lines in its configuration; `files` are written beneath its folder. */
export function startLighttpd(lines: (place: Place) => string, files: Readonly<Record<string, string>>): Promise<WebServer> {
  installDebian({ lighttpd: ['lighttpd'] });
  const configuration = (place: Place) => `server.bind = "127.0.0.1"\nserver.port = ${place.port}\nserver.document-root = "${place.folder}/www"\n${lines(place)}\n`;
  return started((place) => ['lighttpd', ['-D', '-f', path.join(place.folder, 'configuration')]], configuration, files);
}

/** httpbin, which protects each of its digest pages as that page's address says. */
export function startHttpbin(): Promise<WebServer> {
  installDebian({ '../lib/python3/dist-packages/httpbin/core.py': ['python3', 'python3-httpbin'] }); // beside the programs: it has none
  return started(({ port }) => ['/usr/bin/python3', ['-m', 'httpbin.core', '--port', String(port)]], () => '', {});
}

async function started(command: (place: Place) => readonly [string, readonly string[]], configuration: (place: Place) => string, files: Readonly<Record<string, string>>): Promise<WebServer> {
  const place = { folder: mkdtempSync(path.join(tmpdir(), 'trellis-web-')), port: await freePort() };
  chmodSync(place.folder, 0o755); // the server's own user reads here
  for (const [name, content] of Object.entries({ ...files, configuration: configuration(place) })) {
    mkdirSync(path.dirname(path.join(place.folder, name)), { recursive: true });
    writeFileSync(path.join(place.folder, name), content);
  }
  let running = await startDaemon(...command(place), place.port);
  return {
    url: `http://127.0.0.1:${place.port}`,
    async restart() {
      await endDaemon(running);
      running = await startDaemon(...command(place), place.port);
    },
    async [Symbol.asyncDispose]() {
      await endDaemon(running);
      rmSync(place.folder, { recursive: true, force: true });
    },
  };
}
