import { z } from 'zod';
import { required, router } from './define.ts';
import { pageOf, resource, rowOf } from './entity.ts';
import { flag, json, name, number, requiredReference, text } from './fields.ts';

/** Answers that were worth a name: each stands under its endpoint, with the request that it came of, whose secrets were never kept. */

const api = router({ path: '/api/router/control_api_server/apiRouterV2', selector: 'method_name', body: 'data', fallback: 'Operation failed', statusFallback: true });
const both = ['tenant_id', 'environment_id'] as const;
const id = required('ID is required');

const fields = {
  name: name(),
  endpoint_id: requiredReference('Endpoint', 'composerEndpoints'),
  status: number('Status'),
  statusText: text('Status text'),
  headers: json('Headers'),
  /** As the execution's: what a replay is made of. */
  request: json('Request'),
  /** As the execution's, and the text that it came as. */
  data: json('Body'),
  data_kind: text('Kind of body'),
  text: text('Body as it came'),
  /** The body was longer than what is kept. */
  cut: flag('Cut', { initial: false }),
};

export const composerExamples = resource(
  { one: 'example', many: 'examples', path: '/v1/examples', scope: both, fields, columns: ['name', 'status'] },
  {
    /** Without request, headers and body, which `get` has. */
    list: api({ select: 'list-examples', scope: both, input: { endpoint_id: z.string().optional() }, output: pageOf(fields), answer: 'routerList', offline: 'cached' }),
    get: api({ select: 'get-example', input: { id }, output: rowOf(fields), offline: 'cached' }),
    /** Of a kept run of an endpoint: it stays when the run has left the history. */
    save: api({ select: 'save-example', scope: both, input: { execution_id: required('Execution ID is required'), name: required('Name is required') }, output: rowOf(fields) }),
    update: api({ select: 'update-example', input: { id, ...z.object(fields).partial().shape }, output: rowOf(fields) }),
    remove: api({ select: 'delete-example', input: { id }, output: z.unknown() }),
  },
);
