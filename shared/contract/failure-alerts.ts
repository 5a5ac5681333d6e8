import { z } from 'zod';
import { operators } from '../rules/row-conditions.ts';
import { group, local, stream } from './define.ts';

/** Failures of DAGs that the user wants to be told of: those of one saved view, which the backend looks at once a minute. */

const nothing = z.object({});

export const alertView = z.object({
  /** The name under which the view is saved. */
  name: z.string().min(1).max(200),
  tenant_id: z.string(), environment_id: z.string(),
  text: z.string(),
  conditions: z.array(z.object({ field: z.string(), operator: z.enum(operators), value: z.string() })).max(50),
});
export type AlertView = z.infer<typeof alertView>;

const watched = z.object({
  view: alertView.nullable(),
  /** Since when; what failed before is told of by nobody. ISO 8601. */
  since: z.string().nullable(),
});

export const failureAlert = z.object({
  title: z.string(), body: z.string(),
  /** The screen of what failed. */
  path: z.string(),
});
export type FailureAlert = z.infer<typeof failureAlert>;

export const failureAlerts = group({
  get: local({ input: nothing, output: watched, fallback: 'Failed to read which failures you are told of' }),
  /** Null: of none. */
  set: local({ input: z.object({ view: alertView.nullable() }), output: watched, fallback: 'Failed to keep which failures you are told of' }),
  /** Alerts that the window has to show, in a host that cannot show them itself. */
  follow: stream({ input: {}, event: failureAlert, fallback: 'Failed to follow the failures' }),
});
