import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Makes sure that these programs are there, installing for those that are not the Debian packages beside them; throws where it cannot. */
export function installDebian(programs: Readonly<Record<string, readonly string[]>>): void {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin'];
  const missing = Object.entries(programs).filter(([program]) => !folders.some((folder) => existsSync(path.join(folder, program))));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.flatMap(([, names]) => names))];
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [command, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args]; // several tests may install at once
    return spawnSync(command!, rest, { encoding: 'utf8' });
  };
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  if (install().status === 0) return;
  apt('update');
  const { status, stderr } = install();
  if (status !== 0) throw new Error(`This test needs ${packages.join(', ')}. Install them with: apt-get install ${packages.join(' ')}\n${stderr}`);
}
