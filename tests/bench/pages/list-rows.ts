/** The rows and columns of which every list in the bench shows the same. */

export const columns = [
  { name: 'name', label: 'Name', width: 260, widget: 'text' },
  { name: 'tool_type', label: 'Type', width: 120, widget: 'choice' },
  { name: 'description', label: 'Description', width: 260, widget: 'long' },
  { name: 'owner', label: 'Owner', width: 180, widget: 'text' },
  { name: 'calls', label: 'Calls', width: 100, widget: 'number' },
  { name: 'is_active', label: 'Active', width: 96, widget: 'flag' },
  { name: 'node_id', label: 'Node', width: 180, widget: 'text' },
  { name: 'updated_at', label: 'Updated', width: 140, widget: 'time' },
] as const;

const types = ['open_api', 'mcp', 'endpoint', 'workflow', 'code'];

export interface ListRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

export const listRows = (count = 100_000): ListRow[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `row-${n}`, name: `fetch-invoice-${n}`, tool_type: types[n % types.length], description: `Fetches the invoice ${n} of the branch ${n % 97}`,
    owner: `user-${n % 1000}@example.com`, calls: (n * 7919) % 100_003, is_active: n % 3 > 0, node_id: `node-${(n * 31) % 5000}`,
    updated_at: new Date(1_750_000_000_000 + n * 60_000).toISOString(),
  }));

/** How the lists beside ours show a value: as its text. */
export const plainText = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value));
