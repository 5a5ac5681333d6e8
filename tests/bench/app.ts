import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { transaction } from '../../electron/storage/transaction.ts';
import { createRows, type Rows } from '../../electron/platform/rows.ts';
import { serve, servePlatform, type PlatformLine, type Served } from './platform-process.ts';
import { range, tool } from './sample.ts';

/** Makes a data folder whose embedded platform has the rows that `fill` inserts, and whose app starts on it at once; resolves with what `fill` returned. */
export async function seedRows<T>(dataFolder: string, fill: (rows: Rows, place: PlatformLine) => T): Promise<T> {
  const folder = join(dataFolder, 'platform');
  const platform = await servePlatform(folder);
  await platform.end();
  const db = new DatabaseSync(join(folder, 'platform.db'));
  const rows = createRows(db, Date.now);
  const filled = transaction(db, () => fill(rows, platform));
  db.close();
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ current_profile: 'embedded' }));
  return filled;
}

/** The same with this many rows of each kind. */
export const seed = (dataFolder: string, counts: Readonly<Record<string, number>>): Promise<PlatformLine> =>
  seedRows(dataFolder, (rows, place) => {
    for (const [kind, count] of Object.entries(counts)) for (const n of range(count)) rows.insert(kind, place, tool(n));
    return place;
  });

/** The browser host over a data folder. */
export async function serveApp(dataFolder: string): Promise<Served & { readonly address: (path: string) => string }> {
  const served = await serve('electron/web/main.ts', '--data', dataFolder);
  const printed = /http:\/\/\S+/.exec(served.line)?.[0];
  if (printed === undefined) throw new Error(`The host printed no address: ${served.line}`);
  return {
    ...served,
    /** Where a browser opens this screen; it lets one browser in. */
    address: (path) => {
      const url = new URL(printed);
      url.pathname = path;
      return url.href;
    },
  };
}
