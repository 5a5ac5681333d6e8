import { AppError } from '../../../shared/errors.ts';
import type { Question, Reading } from './expression-worker.ts';
import { createKillableThreads } from './killable-threads.ts';
import type { SchemaReading } from './schema-check.ts';
import { workerUrl } from './worker-url.ts';

/**
 * Evaluates users' JSONata and JSON Schemas. They block their thread, and a bad pattern never returns, so they run in
 * threads that are killed when they take too long or too much memory.
 */
export interface Evaluator {
  /**
   * The value of `expression` over `input`; null where it yields nothing. Throws `rejected` with JSONata's complaint,
   * or when a limit is passed, and `cancelled` when `signal` is aborted. It sees the values of `bindings` as `$name`.
   */
  evaluate(expression: string, input: unknown, signal?: AbortSignal, bindings?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** What is wrong with `value` by a JSON Schema. Throws as above; also `rejected` where the schema is none. */
  check(schema: unknown, value: unknown, signal?: AbortSignal): Promise<SchemaReading>;
  /** Ends the workers; what still runs is cancelled. */
  close(): Promise<void>;
}

export interface EvaluatorLimits {
  /** Expressions evaluated at the same time; more of them wait. */
  readonly workers?: number;
  readonly timeout_ms?: number;
  readonly memory_mb?: number;
  /** Characters of the result as JSON. */
  readonly max_result_chars?: number;
}

const nameOf = (question: Question) => ('schema' in question ? 'schema' : 'expression');

export function createEvaluator(limits: EvaluatorLimits = {}): Evaluator {
  const { workers = 2, timeout_ms = 5000, memory_mb = 128, max_result_chars = 16 * 1024 * 1024 } = limits;
  const threads = createKillableThreads<Question, Reading>(workerUrl(import.meta.url, 'expression-worker'), 'expressions', { workers, timeout_ms, memory_mb });

  async function ask(question: Question, signal: AbortSignal | undefined): Promise<unknown> {
    const reading = await threads.ask(question, nameOf(question), signal);
    if (!reading.ok) throw new AppError('rejected', 'schema' in question ? `The schema cannot be used: ${reading.message}.` : `The expression failed: ${reading.message}`);
    if (reading.result === undefined) return null;
    if (reading.result.length > max_result_chars) throw new AppError('too_large', `The expression yields more than ${max_result_chars} characters.`);
    return JSON.parse(reading.result);
  }

  return {
    evaluate: (expression, input, signal, bindings) =>
      ask({ expression, input: JSON.stringify(input ?? null), ...(bindings ? { bindings: JSON.stringify(bindings) } : {}) }, signal),
    check: (schema, value, signal) => ask({ schema: JSON.stringify(schema), input: JSON.stringify(value) }, signal) as Promise<SchemaReading>,
    close: () => threads.close(),
  };
}
