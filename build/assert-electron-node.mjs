import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Asserts that the Node inside Electron stores and searches as Trellis needs: node:sqlite with FTS5. Starts itself in Electron. */
if (process.versions.electron) {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE words USING fts5(text, prefix = '2 3'); INSERT INTO words VALUES ('a trellis for plants')`);
  const found = database.prepare('SELECT count(*) AS n FROM words WHERE words MATCH ?').get('trell*');
  if (found?.n !== 1) throw new Error('FTS5 does not find what it was given');
  process.stdout.write(`Electron ${process.versions.electron} has Node ${process.versions.node} with node:sqlite and FTS5.\n`);
} else {
  const program = createRequire(import.meta.url)('electron'); // outside of Electron, this is the path of its program
  const { status } = spawnSync(program, [fileURLToPath(import.meta.url)], { stdio: 'inherit', env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
  process.exitCode = status ?? 1;
}
