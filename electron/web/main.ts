import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Conf from 'conf';
import * as contract from '../../shared/contract/all.ts';
import { serve } from '../../shared/rpc.ts';
import { createBackend } from '../backend/create-backend.ts';
import { keychain } from '../backend/keychain.ts';
import { ownerOf, ownProfile, type Ownership } from '../hosting/profile-owner.ts';
import { openSettings } from '../hosting/settings-file.ts';
import { childLauncher } from './launcher.ts';
import { hostOptions, type HostOptions } from './options.ts';
import { openBrowser } from './open-browser.ts';
import { askForAddress, startWebServer } from './server.ts';

/** The browser host: the app for machines without a desktop, served to a browser of the same computer. */

const say = (line: string) => process.stdout.write(`${line}\n`);
const warn = (line: string) => process.stderr.write(`${line}\n`);

try {
  const options = hostOptions(process.argv.slice(2));
  const ownership = ownProfile(options.dataFolder);
  if (ownership) await run(options, ownership);
  else await pointToOwner(options.dataFolder);
} catch (error) {
  warn(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run({ dataFolder, port }: HostOptions, ownership: Ownership): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  const backend = await createBackend({
    dataFolder, version, host: 'browser', electronVersion: null, openExternal: openBrowser,
    settings: openSettings(dataFolder, ({ cwd, name }) => new Conf<Record<string, unknown>>({ cwd, configName: name, projectName: 'trellis' }), warn),
    tokens: keychain(),
    launcher: childLauncher((line) => warn(`platform: ${line}`)),
  });
  const secret = randomBytes(32).toString('base64url');
  const server = await startWebServer({
    transport: serve(contract, backend),
    pageFolder: fileURLToPath(new URL('../../out/renderer', import.meta.url)),
    capabilities: { nativeMenu: false, deepLinks: false, openExternal: false, alerts: false, os: osName() },
    port, secret,
  });
  ownership.announce({ host: 'browser', url: server.origin, secret });
  say(`Trellis is at ${server.address()}`);

  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void Promise.allSettled([server.close(), backend.close()]).then(() => {
      ownership.release();
      process.exit();
    });
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/** Another process has this data folder: a second start leads to it, and changes nothing. */
async function pointToOwner(dataFolder: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const owner = ownerOf(dataFolder);
    if (owner?.host === 'desktop') return void say('Trellis is already open on this computer, in a window of its own.');
    const address = owner && (await askForAddress(owner));
    if (address) return void say(`Trellis already runs. It is at ${address}`);
    await pause(100);
  }
  warn(`Another Trellis has the data folder ${dataFolder} and does not answer. End it first, or choose another folder with --data.`);
  process.exitCode = 1;
}

function osName(): 'mac' | 'windows' | 'linux' {
  return process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux';
}
