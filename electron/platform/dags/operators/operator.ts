import { z } from 'zod';
import { AppError } from '../../../../shared/errors.ts';
import type { Caller } from '../../domain.ts';
import type { TaskLog } from '../task-log.ts';

/** What a task can do. An operator is the fields that it takes, and what it does with them once templates are resolved. */

/** The result of `http` and `endpoint`. */
export interface HttpResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/** A target's answer; `failure` says why there was none, or why it is not whole. */
export interface HttpAnswer extends HttpResult {
  readonly failure?: string | undefined;
}

export type Values = Readonly<Record<string, unknown>>;

export interface HttpTask {
  readonly method: string;
  readonly url: string;
  readonly query?: Values | undefined;
  readonly headers?: Values | undefined;
  readonly body?: { readonly type: string; readonly content_type?: string | undefined; readonly content?: unknown } | undefined;
  readonly auth?: { readonly type: string; readonly credentials?: Values | undefined } | undefined;
}

export interface EndpointTask {
  readonly endpoint_id: string;
  readonly path_variables?: Values | undefined;
  readonly query?: Values | undefined;
  readonly headers?: Values | undefined;
  readonly body?: HttpTask['body'];
  readonly auth?: HttpTask['auth'];
}

export interface WorkflowTask {
  readonly workflow_id: string;
  /** Of a recipe; the latest one where it is not said. */
  readonly version_id?: string | undefined;
  readonly data?: unknown;
}

export interface SearchTask {
  readonly collection: string;
  readonly query: string;
  readonly limit: number;
}

export interface AgentTask {
  readonly agent_id: string;
  /** What the agent is asked; what is not text is sent as JSON. */
  readonly input?: unknown;
  /** For the `{{ name }}` in the agent's prompt. */
  readonly variables: Values;
}

/** What operators do in the world. */
export interface Deeds {
  send(request: HttpTask, caller: Caller, signal: AbortSignal): Promise<HttpAnswer>;
  callEndpoint(request: EndpointTask, caller: Caller, signal: AbortSignal): Promise<HttpAnswer>;
  /**
   * `{output, run_id}` of a recipe, `{output, execution_id}` of a workflow of the API composer. A recipe's run that the same
   * try began before the platform ended is gone on with. Throws what failed.
   */
  runWorkflow(request: WorkflowTask, context: Pick<OperatorContext, 'caller' | 'signal' | 'log' | 'key'>): Promise<unknown>;
  /** What the search of documents answers. */
  search(request: SearchTask, caller: Caller, signal: AbortSignal): Promise<unknown>;
  /** `{content, model, usage}`. Throws what failed, or what is to be configured. */
  askAgent(request: AgentTask, caller: Caller, signal: AbortSignal, log: TaskLog): Promise<unknown>;
  evaluate(expression: string, input: unknown, signal: AbortSignal): Promise<unknown>;
}

export interface OperatorContext {
  readonly deeds: Deeds;
  /** In whose name the run works. */
  readonly caller: Caller;
  /** `{params, run, tasks: {<id>: {result}}, map}`, with every task upstream of this one. */
  readonly data: () => unknown;
  /** The tasks that an id of the DAG stands for: itself, or the first ones of a group; undefined for neither. */
  readonly targetsOf: (id: string) => readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly log: TaskLog;
  /** Names this try, the same after the platform has ended in the midst of it; undefined for what is no task of a run. */
  readonly key: string | undefined;
}

/** Why a try is cut off that goes on at the next start; any other reason ends what it began elsewhere, too. */
export const platformStops = new DOMException('The platform stops.', 'AbortError');

export interface Operator {
  readonly fields: z.ZodType;
  /** The fields whose text is passed on as it stands, braces and all. */
  readonly verbatim: ReadonlySet<string>;
  run(fields: Values, context: OperatorContext): Promise<unknown>;
}

export function operator<F extends z.ZodType>(fields: F, run: (fields: z.output<F>, context: OperatorContext) => Promise<unknown>, verbatim: readonly string[] = []): Operator {
  return {
    fields,
    verbatim: new Set(verbatim),
    async run(given, context) {
      const parsed = fields.safeParse(given);
      if (!parsed.success) {
        const { path, message } = parsed.error.issues[0]!;
        throw new AppError('invalid_input', `${path.join('.')} ${message}`);
      }
      return run(parsed.data, context);
    },
  };
}

/** Words that follow a field's name: `is required`, or `must be …`. */
export const must = (what: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is required' : `must be ${what}`),
});

export const aText = z.string(must('a text')).min(1, 'must not be empty');
export const values = z.record(z.string(), z.unknown(), must('an object')).optional();

/** Longest pause in seconds: timers hold no more than 2^31 - 1 ms. */
export const longestPause = 2_000_000;
