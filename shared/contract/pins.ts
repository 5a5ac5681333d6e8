import { z } from 'zod';
import { group, local, stream } from './define.ts';

/** What is kept in full on this computer, so that all of it can be read without the platform. */

export const pin = z.object({
  /** The contract's group and the row in it. */
  group: z.string(),
  row: z.string(),
  title: z.string(),
  tenant_id: z.string(),
  environment_id: z.string(),
  with_runs: z.boolean(),
  /** `waiting`: for the platform, or for others to be kept; `failed`: with the problem. What was kept before can be read in any of them. */
  state: z.enum(['waiting', 'keeping', 'kept', 'failed']),
  /** 0 to 1, while it is being kept. */
  progress: z.number(),
  note: z.string().nullable(),
  /** When it was kept in full last, ISO 8601. */
  as_of: z.string().nullable(),
  problem: z.string().nullable(),
  bytes: z.number(),
});
export type Pin = z.infer<typeof pin>;

const row = z.object({ group: z.string().min(1), row: z.string().min(1) });
const nothing = z.object({});

export const pins = group({
  /** Begins to keep it, or changes whether its runs are kept, too. */
  add: local({ input: row.extend({ title: z.string(), with_runs: z.boolean().default(false), tenant_id: z.string().min(1), environment_id: z.string().optional() }), output: nothing, fallback: 'Failed to pin' }),
  /** Ends keeping it; what was kept is then kept like anything else that was read. Also how keeping it for the first time is cancelled. */
  remove: local({ input: row, output: nothing, fallback: 'Failed to unpin' }),
  /** Reads it all anew. */
  renew: local({ input: row, output: nothing, fallback: 'Failed to renew what is pinned' }),
  /** All that the user has pinned on this connection, after each change. */
  follow: stream({ input: {}, event: z.object({ pins: z.array(pin) }), fallback: 'Failed to follow what is pinned' }),
});
