import { AppError } from '../../../../../shared/errors.ts';
import { withoutCookieValues } from '../../../../execution/compose/hidden-cookies.ts';
import { execute } from '../../../../execution/execute.ts';
import { executeEndpoint } from '../../../composer/index.ts';
import { bodyOf, expected, isStatus } from '../../../dags/operators/http.ts';
import type { HttpAnswer, HttpResult } from '../../../dags/operators/operator.ts';
import { fetchOptions } from '../../../fetch-options.ts';
import { keptAuth } from '../../../kept-auth.ts';
import { given, type Kind, type Occasion } from './occasion.ts';

/** Requests to other servers, under the tenant's own rules for where they may go. Their output is `{status, headers, data}`. */

const cutShort = 'The answer is larger than a node can hold. Ask the target for less of it.';
const anyStatus = ['1xx', '2xx', '3xx', '4xx', '5xx'];

type Values = Readonly<Record<string, unknown>>;

/** Fields that hold objects may be written as one template that yields one. */
function valuesOf(filled: unknown, name: string): Values | undefined {
  if (filled === undefined || filled === null || filled === '') return undefined;
  if (typeof filled !== 'object' || Array.isArray(filled)) throw new AppError('invalid_input', `“${name}” must be an object of names and values.`);
  return filled as Values;
}

function answered({ data }: Occasion, answer: HttpAnswer): HttpResult {
  const said = given(data['expect_status']) ?? '2xx';
  const wanted = said.trim() === '*' ? anyStatus : said.split(/[\s,]+/).filter((one) => one !== '');
  const wrong = wanted.find((one): boolean => !isStatus(one));
  if (wrong !== undefined) throw new AppError('invalid_input', `The expected status “${wrong.slice(0, 60)}” is none. Say a status such as 200, 2xx or *.`);
  const result = expected(answer, wanted);
  return { ...result, headers: withoutCookieValues(result.headers as Record<string, string | string[]>) };
}

export const http: Kind = async (occasion) => {
  const { core, caller, data, fill, signal, timeout_ms } = occasion;
  const config_id = given(data['auth_config_id']);
  const url = String(fill(data['url']));
  if (!/^https?:\/\//i.test(url)) throw new AppError('invalid_input', 'The address must start with http:// or https://.');
  const request = {
    method: given(data['method']) ?? 'GET', url, timeout_ms, query: valuesOf(fill(data['query']), 'Query'), headers: valuesOf(fill(data['headers']), 'Headers'), body: bodyOf(fill(data['body'])),
    auth: config_id === undefined ? undefined : keptAuth(core, config_id, caller),
  };
  const { status, headers, data: body, truncated } = await execute(request, { signal, ...fetchOptions(core, caller, caller.environment_id) });
  return { output: answered(occasion, { status, headers, data: body, failure: truncated ? cutShort : undefined }) };
};

export const endpoint: Kind = (occasion) => {
  const { data, fill } = occasion;
  const filled = (name: string, label: string) => valuesOf(fill(data[name]), label);
  return callEndpoint(occasion, {
    endpoint_id: String(data['endpoint_id']), path_variables: filled('path_variables', 'Path variables'), query: filled('query', 'Query'), headers: filled('headers', 'Headers'), body: bodyOf(fill(data['body'])),
  });
};

type EndpointCall = Omit<Parameters<typeof executeEndpoint>[1], 'timeout_ms'>;

export async function callEndpoint(occasion: Occasion, call: EndpointCall): ReturnType<Kind> {
  const { core, caller, signal, timeout_ms } = occasion;
  const { status, headers, data, error, truncated } = await executeEndpoint(core, { ...call, timeout_ms }, caller, signal);
  return { output: answered(occasion, { status, headers, data, failure: error ?? (truncated === true ? cutShort : undefined) }) };
}
