import { dagEngine } from '../../../../shared/contract/dag-desk.ts';
import { implement, type Handler, type Handlers } from '../../domain.ts';
import { answererOf, notAvailable } from './answers.ts';
import type { FindAirflow } from './client.ts';

/** Runs one component by itself, which concerns no DAG of anybody's. */
const ownCalls: ReadonlySet<string> = new Set(['securedDags.executeComponent']);

/** The same calls, answered by the Airflow of an environment that has one, and by the platform's own scheduler elsewhere, whose `trouble` is what keeps it from its work. */
export function withAirflow(airflowOf: FindAirflow, handlers: Handlers, trouble: () => string | null): Handlers {
  const routed = (name: string, own: Handler): Handler => (input, context) => {
    const airflow = airflowOf(context.caller, context.signal);
    return airflow ? answererOf(name)(airflow, input) : own(input, context);
  };
  return {
    ...Object.fromEntries(Object.entries(handlers).map(([name, own]) => [name, ownCalls.has(name) ? own : routed(name, own)])),
    ...implement('dagEngine', dagEngine, {
      async get(_input, { caller, signal }) {
        const airflow = airflowOf(caller, signal);
        if (!airflow) return { engine: 'trellis', url: null, version: null, trouble: trouble(), not_available: {} };
        const { version } = (await airflow.ask('GET', ['version'])) as { version: string };
        return { engine: 'airflow', url: airflow.connection.url, version, not_available: notAvailable };
      },
    }),
  };
}
