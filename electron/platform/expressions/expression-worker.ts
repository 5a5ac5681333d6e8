import { parentPort } from 'node:worker_threads';
import jsonata from 'jsonata';

/**
 * Runs in a worker thread: one JSONata expression or one JSON Schema at a time, JSON text in and out. Beside JSONata's
 * own functions it has `$matches(text, pattern)`, whose pattern is a text and follows the rules of JavaScript.
 */

export type Question = { readonly input: string } & ({ readonly expression: string; /** Values that it sees as `$name`, as JSON. */ readonly bindings?: string | undefined } | { readonly schema: string });
/** `result` is absent where the expression yields nothing. */
export type Reading = { readonly ok: true; readonly result?: string | undefined } | { readonly ok: false; readonly message: string };

/** JSONata's own functions and lambdas are values to it, but nothing that could be kept as JSON. */
const withoutFunctions = (_: string, value: unknown): unknown => {
  if (typeof value === 'function' || (typeof value === 'object' && value !== null && '_jsonata_lambda' in value)) {
    throw new Error('The expression yields a function. Call it, or leave it out of the result.');
  }
  return value;
};

/** Entries in one array; more of them are refused before they take any memory. */
const longest = 1_000_000;

async function evaluated(expression: string, input: string, bindings: string | undefined): Promise<Reading> {
  try {
    const compiled = jsonata(expression, { sequence: longest });
    compiled.registerFunction('matches', (text: string, pattern: string) => new RegExp(pattern).test(text), '<ss:b>');
    const value: unknown = await compiled.evaluate(JSON.parse(input), bindings === undefined ? undefined : (JSON.parse(bindings) as Record<string, unknown>));
    return { ok: true, result: JSON.stringify(value, withoutFunctions) };
  } catch (thrown) {
    const { message, position } = thrown as { message?: string; position?: number };
    return { ok: false, message: `${message ?? String(thrown)}${position === undefined ? '' : ` (at character ${position})`}` };
  }
}

async function checked(schema: string, input: string): Promise<Reading> {
  try {
    const { checkSchema } = await import('./schema-check.ts'); // most threads never hold anything against a schema
    return { ok: true, result: JSON.stringify(checkSchema(JSON.parse(schema), JSON.parse(input))) };
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

parentPort?.on('message', (question: Question) => {
  void ('schema' in question ? checked(question.schema, question.input) : evaluated(question.expression, question.input, question.bindings)).then((reading) => parentPort?.postMessage(reading));
});
parentPort?.postMessage('ready');
