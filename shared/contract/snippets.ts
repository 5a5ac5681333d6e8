import { call, required } from './define.ts';
import { crud, resource, rowOf } from './entity.ts';
import { flag, long, name, requiredCode } from './fields.ts';

const path = '/api/saas_db/code_snippets';
const incomplete = 'Missing required fields: tenant_id, name, or code';

/** Shown to users as name and description, sent as snippet_name and snippet_description. */
const fields = {
  snippet_name: name('Name', { message: incomplete }),
  snippet_description: long('Description'),
  code: requiredCode('Code', { message: incomplete }),
  is_public: flag('Public', { help: 'Everyone in the tenant may use it.' }),
};

const spec = {
  one: 'code snippet', many: 'code snippets', path, scope: ['tenant_id'], fields,
  filters: { tenant_id: required('Tenant ID is required') },
  texts: { id: 'Snippet ID is required' },
} as const;
const calls = crud(spec);
const whole = { tenant_id: required(incomplete), ...fields };

/** An update takes the whole snippet, as a create does [C-048…C-052][R-006…R-008]. */
export const codeSnippets = resource(spec, {
  ...calls,
  create: call({
    method: 'POST', path, scope: spec.scope, input: whole, output: rowOf(fields), answer: 'inserted', fallback: calls.create.fallback,
    reread: { path: `${path}/{id}`, fallback: 'Failed to fetch newly created code snippet' },
  }),
  update: call({
    method: 'PUT', path: `${path}/{id}`, scope: spec.scope, input: { id: required('Snippet ID is required'), ...whole }, output: rowOf(fields), answer: 'row',
    plural: 'code_snippets', fallback: calls.update.fallback,
  }),
});
