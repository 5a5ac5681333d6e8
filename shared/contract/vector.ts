import { z } from 'zod';
import { defaultComplexity, defaultMaxResults, includeRelationships } from '../rules/constants.ts';
import { call, group, required, router } from './define.ts';
import { crud, keyedRowOf, pageOf, resource, rowOf } from './entity.ts';
import { fileContent, json, name, number, text, time, withDetails } from './fields.ts';

/** Documents that are searched by meaning: the table of them, and the router that reads, cuts and searches them. */

const both = ['tenant_id', 'environment_id'] as const;
const id = required('ID is required');
const root = '/api/saas_db/vector_docs';

const docSpec = {
  one: 'vector doc', many: 'vector docs', path: root, scope: both,
  fields: {
    name: name(),
    collection_name: text('Collection'),
    file_type: text('File type'),
    description: text('Description'),
    chunk_count: number('Chunks', { readOnly: true }),
    metadata: json('Metadata'),
    updated_at: time('Changed', { readOnly: true }),
  },
} as const;
const docCalls = crud(docSpec);
const docRow = rowOf(docSpec.fields);

/** [C-179][C-180][C-182…C-184] */
export const vectorDocs = resource(docSpec, {
  ...docCalls,
  /** All of the tenant's; the trailing slash is the spec's. */
  list: call({
    method: 'GET', path: `${root}/docs_by_tenant/{tenant_id}/`, input: { tenant_id: required('Tenant must be selected') },
    output: pageOf(docSpec.fields), answer: 'list', plural: 'vector_docs', fallback: docCalls.list.fallback,
  }),
  get: call({
    method: 'GET', path: `${root}/{id}`, input: { id, details: withDetails }, output: docRow, answer: 'row', plural: 'vector_docs', fallback: docCalls.get.fallback,
  }),
  create: { ...docCalls.create, reread: { path: `${root}/{id}`, query: 'details=true', fallback: 'Failed to fetch newly created vector doc' } },
});

const collectionFields = { name: name(), document_count: number('Documents', { readOnly: true }), metadata: json('Metadata') };
const collections = pageOf(collectionFields, keyedRowOf(collectionFields, ['name']));

/** [C-181] */
export const vectorCollections = resource(
  { one: 'vector collection', many: 'vector collections', path: '/vector_collections', scope: both, fields: collectionFields },
  {
    list: call({
      method: 'GET', path: `${root}/collections_by_tenant/{tenant_id}/{environment_id}`, output: collections, answer: 'list', plural: 'collections',
      input: { tenant_id: required('Tenant must be selected'), environment_id: required('Environment must be selected') },
      fallback: 'Failed to fetch vector collections',
    }),
  },
);

const camel = { tenant_id: 'tenantId', environment_id: 'environmentId' };
const traits = {
  selector: 'action', scope: both, names: camel, fallback: 'Operation failed', errorFields: ['message', 'error'],
  remoteOnly: 'Documents are read and cut by a remote platform; the one on this computer cannot do it yet.',
} as const;
/** The action goes in the query, for reads and writes alike. */
const vector = router({ ...traits, path: '/api/router/vectorVerse/apiRouterV2', query: ['action'] });

const collectionName = required('Collection is required');
const documentId = required('Document ID is required');
const tags = z.array(z.string()).optional();
const searchText = required('Type what to look for');

/** A document as the router describes it. */
export const vectorDocument = z.looseObject({
  documentId: z.string(),
  filename: z.string().nullish(),
  file_type: z.string().nullish(),
  upload_timestamp: z.union([z.string(), z.number()]).nullish(),
  chunk_count: z.number().nullish(),
  metadata: z
    .looseObject({
      collectionName: z.string().nullish(), tenantId: z.string().nullish(), environmentId: z.string().nullish(), file_hash: z.string().nullish(),
      embedding_model_used: z.string().nullish(), summary_model_used: z.string().nullish(),
    })
    .nullish(),
});

const described = {
  schema_types: tags, regulation_types: tags, data_types: tags, operations: tags, workflow_complexity: z.string().optional(), workflow_domains: tags,
  custom_metadata: z.record(z.string(), z.unknown()).optional(),
};
const documentList = z.object({ rows: z.array(vectorDocument), total: z.number().optional() });

/** [C-185…C-195] */
export const vectorverse = group({
  addDocument: vector({
    select: 'documents.add', fallback: 'Failed to upload document', output: vectorDocument,
    input: { collectionName, file: fileContent, documentId: z.string().optional(), ...described },
  }),
  updateDocument: vector({
    select: 'documents.update', fallback: 'Failed to update document', output: vectorDocument,
    input: { collectionName, documentId, file: fileContent.optional(), ...described },
  }),
  removeDocument: vector({ select: 'documents.delete', fallback: 'Failed to delete document', input: { collectionName, documentId } }),
  /** By meaning; by words, and `search_type` says so, on the platform on this computer. */
  search: vector({
    select: 'search.semantic', fallback: 'Search failed', offline: 'cached', remoteOnly: undefined,
    input: {
      searchText, collectionName: z.string().optional(), collectionNames: tags, document_ids: tags,
      maxResults: z.number().int().positive().max(1_000).default(defaultMaxResults),
      embedding_model: z.string().optional(), summary_model: z.string().optional(), confidence_score: z.number().min(0).max(1).optional(),
    },
  }),
  /** What the user thought of one result [I-013]. */
  feedback: vector({
    select: 'search.feedback', input: { result_id: required('Result is required'), searchText: z.string().optional(), feedback: required('Feedback is required'), comment: z.string().optional() },
  }),
  complianceGuidance: vector({
    select: 'compliance.guidance', fallback: 'Failed to fetch compliance guidance', offline: 'cached',
    input: { searchText, collectionName: z.string().optional(), regulation_types: tags },
  }),
  classifyIntent: vector({
    select: 'ai.classifyIntent', fallback: 'Failed to classify intent', offline: 'cached', input: { searchText },
    output: z.looseObject({ classified_intent: z.string(), confidence: z.number().nullish(), ai_reasoning: z.string().nullish(), keywords_detected: tags.nullable() }),
  }),
  schemaContext: vector({
    select: 'schema.context', fallback: 'Failed to retrieve schema context', offline: 'cached',
    input: { searchText, collectionName: z.string().optional(), includeRelationships: z.boolean().default(includeRelationships) },
    output: z.looseObject({ schema_elements: z.array(z.unknown()), relationships: z.array(z.unknown()).nullish() }),
  }),
  workflowPatterns: vector({
    select: 'workflow.patterns', fallback: 'Failed to find workflow patterns', offline: 'cached',
    input: { searchText, complexity: z.string().default(defaultComplexity), workflow_domains: tags },
    output: z.looseObject({ workflow_patterns: z.array(z.unknown()) }),
  }),
  documents: vector({
    select: 'debug.collection', method: 'GET', answer: 'routerList', fallback: 'Failed to fetch documents', input: { collectionName }, output: documentList,
  }),
  collections: vector({ select: 'collections.list', method: 'GET', answer: 'routerList', fallback: 'Failed to fetch collections', output: collections }),
  /** The prefix is elided in the spec; it is the router's own. Times are ISO 8601. */
  memory: call({
    method: 'GET', path: '/api/router/vectorVerse/memory/fetch', scope: both, names: camel, answer: 'router', errorFields: ['message', 'error'],
    input: { memoryType: z.enum(['episodic', 'semantic', 'procedural']), startTime: z.string().optional(), endTime: z.string().optional() },
    fallback: 'Failed to fetch agent memory', remoteOnly: traits.remoteOnly,
  }),
});
