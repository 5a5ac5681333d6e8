import { z } from 'zod';
import { AppError } from '../../../../shared/errors.ts';
import { reasonPhrase } from '../../../../shared/rules/status-text.ts';
import { aText, must, operator, values, type HttpAnswer, type HttpResult, type HttpTask, type OperatorContext } from './operator.ts';

/** Requests: `http` says where to, `endpoint` names one of the API composer's. */

const auth = z.looseObject({ type: z.string(must('a text')), credentials: values }, must('an object with a type')).optional();
const bodyTypes: ReadonlySet<unknown> = new Set(['none', 'raw', 'form-data', 'x-www-form-urlencoded', 'binary']);
/** Either as a composed endpoint has it, `{type, content_type, content}`, or the content itself. */
export function bodyOf(given: unknown): HttpTask['body'] {
  if (given === undefined || given === null) return undefined;
  const isSpec = typeof given === 'object' && 'type' in given && bodyTypes.has(given.type);
  return isSpec ? (given as HttpTask['body']) : { type: 'raw', content: given };
}
const body = z.unknown().transform(bodyOf).optional();
type Status = number | string;
export const isStatus = (given: unknown): given is Status =>
  typeof given === 'string' ? /^[1-5](\d\d|xx)$/i.test(given) : Number.isInteger(given) && (given as number) >= 100 && (given as number) <= 599;
const expectStatus = z
  .custom<Status | readonly Status[]>((given) => isStatus(given) || (Array.isArray(given) && given.length > 0 && given.every(isStatus)), must('a status such as 200, "2xx", or a list of them'))
  .default('2xx');

/** The answer as a task's result, or the failure that it is. */
export function expected(answer: HttpAnswer, expect: Status | readonly Status[]): HttpResult {
  const { status, headers, data, failure } = answer;
  if (failure !== undefined) throw new AppError('rejected', failure, { status });
  const wanted = [expect].flat().map((one) => String(one).toLowerCase());
  if (!wanted.some((one) => one === String(status) || one === `${String(status)[0]}xx`)) {
    const said = data === null || data === undefined ? '' : `: ${(typeof data === 'string' ? data : JSON.stringify(data)).slice(0, 500)}`;
    throw new AppError('rejected', `The target answered ${status} ${reasonPhrase(status)}, expected ${wanted.join(', ')}${said}`, { status });
  }
  return { status, headers, data };
}

async function logged(request: string, { log }: OperatorContext, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  log.write('info', request);
  const begun = performance.now();
  const answer = await send();
  const took = `in ${Math.round(performance.now() - begun)} ms`;
  if (answer.failure === undefined) log.write('info', `${answer.status} ${reasonPhrase(answer.status)} ${took}`);
  else log.write('error', `No whole answer ${took}`);
  return answer;
}

/** An address without what may be secret in it: the user, and the values of its query. */
function shownUrl(text: string): string {
  if (!URL.canParse(text)) return 'an address that cannot be read';
  const { origin, pathname, searchParams } = new URL(text);
  const names = [...new Set(searchParams.keys())].map((name) => `${name}=…`);
  return `${origin}${pathname}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}

export const http = operator(
  z.object({
    method: z.string(must('a text')).default('GET'),
    url: aText.regex(/^https?:\/\//i, 'must start with http:// or https://'),
    query: values, headers: values, body, auth, expect_status: expectStatus,
  }),
  async ({ expect_status, ...request }, context) =>
    expected(await logged(`${request.method.toUpperCase()} ${shownUrl(request.url)}`, context, () => context.deeds.send(request, context.caller, context.signal)), expect_status),
);

export const endpoint = operator(
  z.object({ endpoint_id: aText, path_variables: values, query: values, headers: values, body, auth, expect_status: expectStatus }),
  async ({ expect_status, ...request }, context) =>
    expected(await logged(`Calls the endpoint ${request.endpoint_id}`, context, () => context.deeds.callEndpoint(request, context.caller, context.signal)), expect_status),
);
