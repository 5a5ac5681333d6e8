import { AppError } from '../../../../shared/errors.ts';
import type { Core } from '../../core.ts';
import type { Handler, Handlers } from '../../domain.ts';
import { answerers } from './answers.ts';
import { createAirflows } from './client.ts';

/** Runs one component by itself, which concerns no DAG of anybody's. */
const ownCalls: ReadonlySet<string> = new Set(['securedDags.executeComponent']);

/** The same calls, answered by the Airflow of an environment that has one, and by the platform's own scheduler elsewhere. */
export function withAirflow(core: Core, handlers: Handlers): Handlers {
  const airflowOf = createAirflows(core);
  const routed = (name: string, own: Handler): Handler => async (input, context) => {
    const airflow = airflowOf(context.caller, context.signal);
    if (!airflow) return own(input, context);
    const answer = answerers[name];
    if (!answer) throw new AppError('not_available', 'Airflow has no call for this.');
    return answer(airflow, input);
  };
  return Object.fromEntries(Object.entries(handlers).map(([name, own]) => [name, ownCalls.has(name) ? own : routed(name, own)]));
}
