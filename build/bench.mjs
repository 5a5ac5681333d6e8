import { globSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './setup/output.mjs';
import { compiled, root, run } from './setup/run.mjs';

/** `npm run bench [-- name …]`: measures, one file after the other so that none disturbs another; each prints its own table. */
const names = process.argv.slice(2);
const files = globSync('tests/bench/*.bench.ts', { cwd: root }).toSorted().filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
if (!(await build(process.execPath))) process.exit(1);
for (const file of files) {
  if (!(await run(process.execPath, ['--expose-gc', join(root, file)], { env: compiled, limit: 1_200_000 }))) process.exitCode = 1;
}
