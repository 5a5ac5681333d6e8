import { z } from 'zod';
import { call, group } from './define.ts';

const named = { id: z.string(), name: z.string() };

/** Who is signed in, and in which tenants and environments they work. */
export const wireSession = z.looseObject({
  user: z.looseObject({ id: z.string(), name: z.string().nullish(), email: z.string().nullish() }),
  detail: z.looseObject({
    tenants: z.array(
      z.looseObject({ ...named, role: z.string().nullish(), permissions: z.array(z.string()).nullish(), environments: z.array(z.looseObject(named)).default([]) }),
      { error: 'No tenant data available in session' },
    ),
  }, { error: 'No tenant data available in session' }),
});
export type WireSession = z.infer<typeof wireSession>;

/** The session as the platform knows it [N-069][R-022]. */
export const platformSession = group({
  get: call({ method: 'GET', path: '/api/auth/session', output: wireSession, fallback: 'No tenant data available in session' }),
});
