import { call, required } from './define.ts';
import { crud, resource, rowOf } from './entity.ts';
import { choice, flag, long, name, requiredCode, tags } from './fields.ts';

const path = '/api/saas_db/code_snippets';
const incomplete = 'Missing required fields: tenant_id, name, or code';

export const snippetLanguages = ['javascript', 'typescript', 'python', 'go', 'shell', 'sql', 'json', 'yaml', 'xml', 'graphql', 'text'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** Shown to users as name and description, sent as snippet_name and snippet_description. */
const fields = {
  snippet_name: name('Name', { message: incomplete }),
  language: choice('Language', snippetLanguages),
  tags: tags('Tags'),
  snippet_description: long('Description'),
  code: requiredCode('Code', { message: incomplete, help: 'As a tool of agents, JavaScript defines main(input), whose value the tool comes to; it runs in a sandbox that reaches nothing.' }),
  is_public: flag('Public', { help: 'Everyone in the tenant may use it.' }),
};

const spec = {
  one: 'code snippet', many: 'code snippets', path, scope: ['tenant_id'], fields,
  columns: ['snippet_name', 'language', 'tags', 'snippet_description', 'is_public', 'updated_at'],
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
