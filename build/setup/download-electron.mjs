import { createRequire } from 'node:module';
import { downloadArtifact } from '@electron/get';

/** Fetches Electron's binary into its cache, and writes a dot for each part that has come; run as a process of its own. */
const require = createRequire(import.meta.url);
await downloadArtifact({
  version: require('electron/package.json').version,
  artifactName: 'electron',
  platform: process.platform,
  arch: process.arch,
  checksums: require('electron/checksums.json'),
  downloadOptions: { quiet: true, getProgressCallback: () => Promise.resolve(void process.stdout.write('.')) },
});
