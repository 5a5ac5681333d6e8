import { existsSync } from 'node:fs';
import { has, run } from './run.mjs';

const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** What the tests use of a Debian system: the program that shows that a package is there, and the package. */
const needed = [
  { package: 'chromium', there: () => browsers.some((name) => has(name)) || process.platform !== 'linux' },
  { package: 'dbus', there: () => has('dbus-run-session') },
  { package: 'gnome-keyring', there: () => has('gnome-keyring-daemon') },
  { package: 'libsecret-1-0', there: () => ['x86_64', 'aarch64'].some((arch) => existsSync(`/usr/lib/${arch}-linux-gnu/libsecret-1.so.0`)) || existsSync('/usr/lib64/libsecret-1.so.0') },
];

/** Installs what the tests need of the system, where that can be done; otherwise says what is missing, and goes on. */
export async function prepareSystem() {
  if (process.platform !== 'linux') return;
  const missing = needed.filter(({ there }) => !there()).map((entry) => entry.package);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && has('apt-get')) {
    process.stdout.write(`Installing ${missing.join(', ')} …\n`);
    const options = { limit: 600_000, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'Acquire::Retries=2'];
    if ((await run('apt-get', [...quiet, 'update'], options)) && (await run('apt-get', [...quiet, 'install', '-y', '--no-install-recommends', ...missing], options))) return;
  }
  process.stderr.write(`Some tests will fail, since these packages are missing: ${missing.join(', ')}. As root: apt-get install ${missing.join(' ')}\n`);
}
