import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

/**
 * The floor for the embedded platform: a bare node:http server over node:sqlite that lists and creates rows of one table,
 * with the same durability and no rules at all. Run as a process: prints its port, serves until killed.
 */
const db = new DatabaseSync(process.argv[2] ?? ':memory:');
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${process.argv[3] ?? 'FULL'};
  CREATE TABLE IF NOT EXISTS rows (id TEXT PRIMARY KEY, tenant TEXT NOT NULL, data TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS by_tenant ON rows (tenant);`);
const insert = db.prepare('INSERT INTO rows VALUES (?, ?, ?)');
const list = db.prepare('SELECT data FROM rows WHERE tenant = ?');

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'GET') {
    const rows = list.all(url.searchParams.get('tenant_id') ?? '').map((row) => JSON.parse(String(row['data'])) as unknown);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows, totalCount: rows.length }));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const row = { id: randomUUID(), ...(JSON.parse(Buffer.concat(chunks).toString()) as { tenant_id: string }) };
    insert.run(row.id, row.tenant_id, JSON.stringify(row));
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ insertedId: row.id }));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
