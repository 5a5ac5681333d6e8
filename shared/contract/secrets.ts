import { z } from 'zod';
import { call, group, required } from './define.ts';

/** Stored secrets. A read shows marks in their place; one value can be asked for, by who may change its row, and that is logged. */
export const secrets = group({
  reveal: call({
    method: 'POST', path: '/api/secrets/reveal', offline: 'never', fallback: 'Failed to reveal the secret',
    input: {
      /** The row's group in the contract, such as `agentLlms`. */
      group: required('Group is required'),
      id: required('ID is required'),
      /** A JSON pointer into the row (RFC 6901), such as /config/token. */
      path: required('Path is required'),
    },
    output: z.object({ secret: z.string() }),
  }),
});
