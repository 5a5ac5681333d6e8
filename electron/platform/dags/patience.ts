import { patiently } from '../../storage/patience.ts';
import type { Handler, Handlers } from '../domain.ts';

/** The same calls, which wait for a store that another program locks while they are under way. They write in one transaction each. */
export const patient = (handlers: Handlers): Handlers => Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, waiting(handler)]));

const waiting = (handler: Handler): Handler => (input, context) => patiently(() => handler(input, context), context.signal);
