import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import { reasonPhrase } from '../../../shared/rules/status-text.ts';
import type { Caller } from '../domain.ts';

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

type Values = Readonly<Record<string, unknown>>;

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

/** What operators do in the world. */
export interface Deeds {
  send(request: HttpTask, caller: Caller, signal: AbortSignal): Promise<HttpAnswer>;
  callEndpoint(request: EndpointTask, caller: Caller, signal: AbortSignal): Promise<HttpAnswer>;
  evaluate(expression: string, input: unknown, signal: AbortSignal): Promise<unknown>;
}

export interface OperatorContext {
  readonly deeds: Deeds;
  /** In whose name the run works. */
  readonly caller: Caller;
  /** `{params, run, tasks: {<id>: {result}}}`, with every task upstream of this one. */
  readonly data: () => unknown;
  readonly signal: AbortSignal;
}

export interface Operator {
  readonly fields: z.ZodType;
  /** The fields whose text is passed on as it stands, braces and all. */
  readonly verbatim: ReadonlySet<string>;
  run(fields: Values, context: OperatorContext): Promise<unknown>;
}

function operator<F extends z.ZodType>(fields: F, run: (fields: z.output<F>, context: OperatorContext) => Promise<unknown>, verbatim: readonly string[] = []): Operator {
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

const aText = z.string(must('a text')).min(1, 'must not be empty');
const values = z.record(z.string(), z.unknown(), must('an object')).optional();
const auth = z.looseObject({ type: z.string(must('a text')), credentials: values }, must('an object with a type')).optional();
const bodyTypes: ReadonlySet<unknown> = new Set(['none', 'raw', 'form-data', 'x-www-form-urlencoded', 'binary']);
/** Either as a composed endpoint has it, `{type, content_type, content}`, or the content itself. */
const body = z.unknown().transform((given): HttpTask['body'] => {
  if (given === undefined || given === null) return undefined;
  const isSpec = typeof given === 'object' && 'type' in given && bodyTypes.has(given.type);
  return isSpec ? (given as HttpTask['body']) : { type: 'raw', content: given };
}).optional();
type Status = number | string;
const isStatus = (given: unknown): given is Status =>
  typeof given === 'string' ? /^[1-5](\d\d|xx)$/i.test(given) : Number.isInteger(given) && (given as number) >= 100 && (given as number) <= 599;
const expectStatus = z
  .custom<Status | readonly Status[]>((given) => isStatus(given) || (Array.isArray(given) && given.length > 0 && given.every(isStatus)), must('a status such as 200, "2xx", or a list of them'))
  .default('2xx');

/** The answer as a task's result, or the failure that it is. */
function expected(answer: HttpAnswer, expect: Status | readonly Status[]): HttpResult {
  const { status, headers, data, failure } = answer;
  if (failure !== undefined) throw new AppError('rejected', failure, { status });
  const wanted = [expect].flat().map((one) => String(one).toLowerCase());
  if (!wanted.some((one) => one === String(status) || one === `${String(status)[0]}xx`)) {
    const said = data === null || data === undefined ? '' : `: ${(typeof data === 'string' ? data : JSON.stringify(data)).slice(0, 500)}`;
    throw new AppError('rejected', `The target answered ${status} ${reasonPhrase(status)}, expected ${wanted.join(', ')}${said}`, { status });
  }
  return { status, headers, data };
}

/** Longest pause in seconds: timers hold no more than 2^31 - 1 ms. */
export const longestPause = 2_000_000;

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });
}

const http = operator(
  z.object({
    method: z.string(must('a text')).default('GET'),
    url: aText.regex(/^https?:\/\//i, 'must start with http:// or https://'),
    query: values, headers: values, body, auth, expect_status: expectStatus,
  }),
  async ({ expect_status, ...request }, { deeds, caller, signal }) => expected(await deeds.send(request, caller, signal), expect_status),
);

const endpoint = operator(
  z.object({ endpoint_id: aText, path_variables: values, query: values, headers: values, body, auth, expect_status: expectStatus }),
  async ({ expect_status, ...request }, { deeds, caller, signal }) => expected(await deeds.callEndpoint(request, caller, signal), expect_status),
);

const transform = operator(
  z.object({ expression: aText }),
  ({ expression }, { deeds, data, signal }) => deeds.evaluate(expression, data(), signal),
  ['expression'],
);

const sleep = operator(
  z.object({ seconds: z.number(must('a number of seconds')).min(0, 'must not be negative').max(longestPause, `must be at most ${longestPause}`) }),
  async ({ seconds }, { signal }) => {
    await pause(seconds, signal);
    return null;
  },
);

export const operators: Readonly<Record<string, Operator>> = { http, endpoint, transform, sleep };

/** Operators of a definition that the embedded platform does not run yet. */
export const laterOperators: ReadonlySet<string> = new Set(['workflow', 'agent', 'vector_search', 'branch']);
