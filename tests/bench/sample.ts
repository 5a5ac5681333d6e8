import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The same rows in every run: agent tools of about 1 KB each as JSON, with words that a search can tell apart. */

const verbs = ['fetch', 'create', 'update', 'summarise', 'translate', 'classify', 'rank', 'merge', 'notify', 'archive', 'validate', 'export'];
const things = ['invoice', 'customer', 'ticket', 'order', 'contract', 'shipment', 'report', 'message', 'calendar', 'document', 'payment', 'product', 'lead', 'survey', 'campaign'];
const places = ['Lisbon', 'Oslo', 'Nairobi', 'Lima', 'Kyoto', 'Quebec', 'Gdansk', 'Perth', 'Tunis', 'Hanoi'];

/** A number from 0 up to `below` that depends on `n` alone (a 32-bit mix). */
export function pick(n: number, below: number, salt = 0): number {
  let mixed = Math.imul(n ^ (salt * 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
}

/** The fields of the nth tool. */
export function tool(n: number) {
  const [verb, thing, place] = [verbs[pick(n, verbs.length)]!, things[pick(n, things.length, 1)]!, places[pick(n, places.length, 2)]!];
  return {
    name: `${verb}-${thing}-${n}`,
    description: `Use this to ${verb} the ${thing} of a branch in ${place}. It asks the back office, waits for its answer, and returns the ${thing} as it stands then, with number ${pick(n, 1_000_000, 3)}.`,
    tool_type: (['open_api', 'mcp', 'endpoint', 'workflow', 'code'] as const)[pick(n, 5, 4)]!,
    is_active: pick(n, 4, 5) > 0,
    input_schema: {
      type: 'object', required: ['id'],
      properties: { id: { type: 'string', description: `Number of the ${thing}` }, branch: { type: 'string', enum: places.slice(0, 4) }, limit: { type: 'integer', maximum: pick(n, 500, 6) } },
    },
    config: { timeout_ms: 1000 * pick(n, 30, 7), retries: pick(n, 4, 8), url: `https://office.example/${thing}/${verb}/${n}`, headers: { 'x-branch': place } },
  };
}

/** The nth tool as a platform answers it. */
export function toolRow(n: number) {
  const at = new Date(1_750_000_000_000 + n * 60_000).toISOString();
  return { id: `tool-${n}`, ...tool(n), tenant_id: 'tenant-1', environment_id: 'environment-1', created_at: at, updated_at: at };
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Runs `work` with a new folder, which is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
