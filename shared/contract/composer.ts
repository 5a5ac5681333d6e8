import { z } from 'zod';
import { defaultCancelReason, executionTimeout, hotReload } from '../rules/constants.ts';
import { nodeResult } from './composer-graph.ts';
import { anything, group, local, required, router, type Shape } from './define.ts';
import { assertion, endpointTests } from './endpoint-tests.ts';
import { pageOf, resource, rowOf } from './entity.ts';
import { authConfig, authOverride, choice, flag, json, long, name, number, reference, requiredReference, tags, text, variables } from './fields.ts';
import { body, executionResult, methods } from './http.ts';
import { exportedOpenapi, fromUrl, importChoices, imported, syncApplied, syncDecision, syncPreview, syncState, syncUndone, toApply, toFollow, toPreview } from './openapi-sync.ts';

export { auth, body, executionResult, type Auth, type Body, type ExecutionResult } from './http.ts';

/** The API composer, behind one router. Names that the spec leaves open follow its pattern: `<verb>-<noun>` [C-115…C-131]. */

const api = router({
  path: '/api/router/control_api_server/apiRouterV2', selector: 'method_name', body: 'data', fallback: 'Operation failed', statusFallback: true,
});
const both = ['tenant_id', 'environment_id'] as const;
const id = required('ID is required');
const record = z.record(z.string(), z.unknown());
const listed = { answer: 'routerList', offline: 'cached' } as const;
const done = z.unknown();

export const collectionFormats = ['curl', 'har', 'postman', 'bruno'] as const;
export type CollectionFormat = (typeof collectionFormats)[number];
export const codeLanguages = ['curl', 'fetch', 'axios', 'python', 'go'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];
const interchangeProblems = z.array(z.looseObject({ where: z.string(), message: z.string() }));

/** Optional on the way in, as an update sends only what changed. */
const changes = <F extends Shape>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, schema.optional()])) as { [K in keyof F]: z.ZodOptional<F[K]> };

/** Durations are in milliseconds and null where nothing ran; an error is a status of 400 or more. */
const measures = z.looseObject({
  executions: z.number(), errors: z.number(), error_rate: z.number(), mean_ms: z.number().nullable(), p50_ms: z.number().nullable(), p95_ms: z.number().nullable(),
});
export type Measures = z.infer<typeof measures>;

const apiFields = {
  name: name(),
  base_path: text('Base path', { help: 'Comes between the server and each endpoint’s path, such as /v1.' }),
  server_url: text('Server', { help: 'Such as https://api.example.com.' }),
  description: long('Description'),
  auth: authConfig('Authentication', { kept: true }),
  enabled: flag('Enabled', { initial: true }),
  variables: variables('Variables', { help: 'For {{name}} in its requests, where the environment has no value.' }),
  folders: tags('Folders', { readOnly: true, help: 'The groups of its endpoints that have an order of their own, and those without endpoints.' }),
  position: number('Position', { help: 'In the list of APIs, those with a lower number stand first, and those without one last.' }),
};
const apiRow = rowOf(apiFields);

/** [C-105…C-113] */
export const composerApis = resource(
  { one: 'API', many: 'APIs', path: '/v1/apis', scope: both, fields: apiFields, columns: ['name', 'base_path', 'server_url', 'enabled', 'description'] },
  {
    list: api({ select: 'list-apis', scope: both, output: pageOf(apiFields), ...listed }),
    get: api({ select: 'get-api', input: { id }, output: apiRow, offline: 'cached' }),
    create: api({ select: 'create-api', scope: both, input: apiFields, output: apiRow }),
    update: api({ select: 'update-api', input: { id, ...changes(apiFields) }, output: apiRow }),
    remove: api({ select: 'delete-api', input: { id }, output: done }),
    clone: api({ select: 'clone-api', scope: both, input: { id, name: z.string().optional() }, output: apiRow }),
    /** With `async` it answers `{job_id}` at once, and the job has the result. */
    importOpenapi: api({
      select: 'import-openapi', scope: both,
      input: { document: required('Choose an OpenAPI document'), name: z.string().optional(), async: z.boolean().optional(), ...importChoices },
      output: imported,
    }),
    /** A document, or a collection, that is fetched from its address under the rules of the tenant and the environment. `async` as above. */
    importUrl: api({ select: 'import-url', scope: both, input: { ...fromUrl, name: z.string().optional(), async: z.boolean().optional(), ...importChoices }, output: imported }),
    /** One API for each server in it; the kind of the collection is told from its text, or from that of a zip as base64. `async` as above. */
    importCollection: api({
      select: 'import-collection', scope: both,
      input: { document: required('Choose a collection, or paste a cURL command'), name: z.string().optional(), async: z.boolean().optional() },
      output: imported,
    }),
    /**
     * Secrets are `{{placeholders}}`, which are listed. `har` has what was run of it, the others what would be sent; for
     * Bruno, it is a zip of the collection's folder, as base64, which `importCollection` takes as well.
     */
    exportCollection: api({
      select: 'export-collection', input: { id, format: z.enum(collectionFormats, { error: `Choose a format: ${collectionFormats.join(', ')}` }), endpoint_id: z.string().optional() },
      output: z.looseObject({
        text: z.string(), filename: z.string().optional(), media_type: z.string().optional(), encoding: z.literal('base64').optional(),
        placeholders: z.array(z.string()).optional(), problems: interchangeProblems.optional(),
      }),
    }),
    /** OpenAPI 3.1, without secrets, that imports to the same API again; `left_out` are endpoints for which it has no place. */
    exportOpenapi: api({ select: 'export-openapi', offline: 'cached', input: { id, format: z.enum(['json', 'yaml']).optional() }, output: exportedOpenapi }),
    /** What a new version of its document changes in an API, against the last one and what was edited here since. `async` as above. */
    previewOpenapiSync: api({ select: 'preview-openapi-sync', scope: both, input: toPreview, output: syncPreview }),
    /**
     * Takes a new version in. What is not decided: changes are accepted unless `others` says `skip`, conflicts are skipped.
     * `version` is that of the preview; where the API was changed since, it is a conflict.
     */
    applyOpenapiSync: api({
      select: 'apply-openapi-sync', scope: both, output: syncApplied,
      input: { ...toApply, decisions: z.array(syncDecision).optional(), others: z.enum(['accept', 'skip']).optional(), version: z.string().optional() },
    }),
    /** Fetches what the document of an API refers to, from these origins alone, and takes it in: a sync, which can be undone. `async` as above. */
    fetchReferences: api({ select: 'fetch-openapi-references', scope: both, input: toFollow, output: syncApplied }),
    documentSync: api({ select: 'get-openapi-sync', offline: 'cached', input: { id }, output: syncState }),
    /** Puts back what the last sync changed; what was edited since stays, and is listed. */
    undoOpenapiSync: api({ select: 'undo-openapi-sync', scope: both, input: { id, sync_id: z.string().optional() }, output: syncUndone }),
    /** Of one API, or of all in the environment, over whole hours from `start` to `end`; the last 30 days unless said. */
    analytics: api({
      select: 'get-api-analytics', offline: 'cached', input: { id: z.string().optional(), start: z.string().optional(), end: z.string().optional() },
      output: z.looseObject({
        ...measures.partial().shape, start: z.string().optional(), end: z.string().optional(), by_status: z.record(z.string(), z.number()).optional(),
        by_endpoint: z.array(measures.extend({ endpoint_id: z.string() })).optional(), by_day: z.array(measures.extend({ day: z.string() })).optional(),
      }),
    }),
  },
);

const endpointFields = {
  name: text('Name'),
  method: choice('Method', methods, { initial: 'GET' }),
  path: name('Path', { help: 'Variables are written {name} or :name.' }),
  api_id: requiredReference('API', 'composerApis'),
  enabled: flag('Enabled', { initial: true }),
  parameters: json('Parameters', { seals: 'parameters' }),
  headers: json('Headers', { seals: 'headers' }),
  body: json('Body', { help: 'Such as {"type": "raw", "content_type": "application/json", "content": "…"}.' }),
  auth: authOverride('Authentication', { kept: true, inherited: 'Inherit from the API', help: 'What is chosen here takes the place of the API’s; none sends the request without any.' }),
  timeout_ms: number('Time limit (ms)', { initial: executionTimeout, help: `For the whole answer; ${executionTimeout} where none is said.` }),
  tests: json('Tests', { help: 'Such as [{"name": "found", "source": "status", "comparison": "equals", "expected": 200}].' }),
  folder: text('Folder', { help: 'Such as Users / Admin. Where there is none, it stands with those whose paths begin as its own does.' }),
  position: number('Position', { help: 'In its folder, those with a lower number stand first, and those without one last.' }),
};
const endpointRow = rowOf(endpointFields);

/** What tests say of a result: whether all of them passed, and each. */
const judged = { passed: z.boolean().optional(), assertions: z.array(assertion).optional() };

/** What a run of an endpoint can be given; all but the endpoint may be left to what the endpoint says. */
const execution = {
  api_id: z.string().optional(),
  endpoint_id: required('Endpoint is required'),
  path_variables: record.optional(),
  query: record.optional(),
  /** Values for `{{name}}`, before those of the environment and the API. */
  variables: record.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: body.optional(),
  auth: z.looseObject({ type: z.string() }).optional(),
  timeout_ms: z.number().int().positive().max(3_600_000).optional(),
  /** Fields of the endpoint as they are edited, in the place of what is saved, for this run alone; how it signs in is said by `auth`. */
  edited: record.optional(),
  /** `async` answers the placeholder at once and goes on; `get-execution-status` follows it. */
  execution_mode: z.string().optional(),
  /** The caller's own mark on this run, by which it can be asked for and cancelled before it has answered. */
  correlationId: z.string().optional(),
};

/** Where an endpoint is put; null takes a field away, and what is absent stays. */
const place = z.strictObject({ id, api_id: z.string().min(1).optional(), folder: z.string().max(300).nullish(), position: z.number().nullish() });
export type Place = z.infer<typeof place>;

/** What can be done to many endpoints in one call, and to how many. */
const endpointActions = ['enable', 'disable', 'delete'] as const;
export type EndpointAction = (typeof endpointActions)[number];
export const mostAtOnce = 500;

/** [C-118…C-126] */
export const composerEndpoints = resource(
  { one: 'endpoint', many: 'endpoints', path: '/v1/endpoints', scope: both, fields: endpointFields, columns: ['method', 'path', 'name', 'api_id', 'enabled'] },
  {
    list: api({ select: 'list-endpoints', scope: both, input: { api_id: reference('API', 'composerApis') }, output: pageOf(endpointFields), ...listed }),
    get: api({ select: 'get-endpoint', input: { id }, output: endpointRow, offline: 'cached' }),
    create: api({ select: 'create-endpoint', scope: both, input: endpointFields, output: endpointRow }),
    update: api({ select: 'update-endpoint', input: { id, ...changes(endpointFields) }, output: endpointRow }),
    remove: api({ select: 'delete-endpoint', input: { id }, output: done }),
    enable: api({ select: 'enable-endpoint', input: { id }, output: endpointRow }),
    disable: api({ select: 'disable-endpoint', input: { id }, output: endpointRow }),
    /** Holds the answer against the endpoint's tests, or against those that are given in their place. */
    test: api({ select: 'test-endpoint', scope: both, input: { ...execution, tests: endpointTests.optional() }, output: executionResult.extend(judged), fallback: 'Test failed' }),
    /** Code that sends the request as it would be sent, with `{{placeholders}}` for its secrets, which are listed. */
    generateCode: api({
      select: 'generate-code', scope: both, input: { endpoint_id: required('Endpoint is required'), language: z.enum(codeLanguages, { error: `Choose a language: ${codeLanguages.join(', ')}` }) },
      output: z.looseObject({ code: z.string(), language: z.string().optional(), placeholders: z.array(z.string()).optional(), problems: interchangeProblems.optional() }),
    }),
    /** Does the same to many, and tells of each by itself why it could not be done. */
    bulkUpdate: api({
      select: 'bulk-update-endpoints', scope: both,
      input: { ids: z.array(z.string().min(1)).min(1, 'Give at least one endpoint').max(mostAtOnce, `At most ${mostAtOnce} endpoints at once`), action: z.enum(endpointActions, { error: `Choose what to do: ${endpointActions.join(', ')}` }) },
      output: z.looseObject({ results: z.array(z.looseObject({ id: z.string(), error: z.string().nullable() })) }),
    }),
    /** Puts endpoints into folders, into an order, and into other APIs of the environment: all of them or none. */
    arrange: api({
      select: 'arrange-endpoints', scope: both,
      input: { endpoints: z.array(place).min(1, 'Give at least one endpoint').max(mostAtOnce, `At most ${mostAtOnce} endpoints at once`) },
      output: z.looseObject({ endpoint_count: z.number().optional() }),
    }),
    /** All of them or none. */
    bulkCreate: api({
      select: 'bulk-create-endpoints', scope: both, input: { api_id: required('API is required'), endpoints: z.array(record).min(1, 'Give at least one endpoint') },
      output: z.looseObject({ endpoint_count: z.number().optional(), endpoints: z.array(endpointRow).optional() }),
    }),
  },
);

const ofRun = { execution_id: required('Execution ID is required') };

const page = { page: z.number().int().positive().optional(), limit: z.number().int().positive().max(1_000).optional() };
/** `search` is text of the name, the address, the status, the error, or the bodies sent and received. */
const sought = { api_id: z.string().optional(), endpoint_id: z.string().optional(), search: z.string().optional(), ...page };
const pageOfRuns = z.object({ rows: z.array(executionResult.partial().extend(judged)), total: z.number().optional() });
/** A run of a workflow reads like that of an endpoint, and has the results of its nodes beside. */
const workflowRun = executionResult.partial().extend({ workflow_id: z.string().optional(), nodes: z.record(z.string(), nodeResult).optional() });

const execute = api({ select: 'api-router-execute', scope: both, input: execution, output: executionResult, fallback: 'Execution failed' });

/** Runs of endpoints and workflows [C-132…C-136]. Kept: 1000 in all, 100 per endpoint; of tests, 50 per endpoint [K-015…K-017]. */
export const composerExecutions = group({
  execute,
  /** The same from this computer, by the same engine: it is kept in the activity log, and its result says `sent_from: 'computer'`. */
  executeHere: local({ input: execute.input, output: executionResult, fallback: execute.fallback }),
  /** Newest first, those under way before all others; without what was sent and received, which `status` has. */
  list: api({ select: 'list-executions', scope: both, ...listed, input: sought, output: pageOfRuns }),
  listTests: api({ select: 'list-tests', scope: both, ...listed, input: sought, output: pageOfRuns }),
  /** Of a run of an endpoint or of a workflow, under way or kept, by its id or its `correlationId`. */
  status: api({ select: 'get-execution-status', input: ofRun, output: workflowRun.extend(judged), offline: 'cached' }),
  /** Answers what came of it; `cancelled` is false where it had ended before. */
  cancel: api({
    select: 'cancel-execution', input: { ...ofRun, reason: z.string().default(defaultCancelReason) }, output: workflowRun.extend({ cancelled: z.boolean().optional() }),
  }),
  /** Sends a kept request once more, as it was; it signs in as its endpoint does now. What was not kept must be given again. */
  replay: api({
    select: 'replay-execution', scope: both, output: executionResult, fallback: 'Execution failed',
    input: { ...ofRun, headers: execution.headers, body: execution.body, auth: execution.auth, execution_mode: execution.execution_mode, correlationId: execution.correlationId },
  }),
  /** Holds a kept answer against the tests that its endpoint has now, or against those that are given; sends nothing. */
  retest: api({
    select: 'retest-execution', scope: both, fallback: 'Test failed',
    input: { ...ofRun, tests: endpointTests.optional() }, output: z.looseObject({ execution_id: z.string().optional(), ...judged }),
  }),
  /**
   * Of a result that has `spooled`: a piece of its body, of 1 MiB at the most; in text, half characters at its ends are
   * left to the pieces beside it. `next` is where the next piece begins, or null.
   */
  readBody: api({
    select: 'read-execution-body',
    input: { ...ofRun, offset: z.number().int().min(0).default(0), length: z.number().int().min(4).max(1_048_576).default(1_048_576), encoding: z.enum(['text', 'base64']).default('text') },
    output: z.looseObject({ text: z.string().optional(), base64: z.string().optional(), offset: z.number(), next: z.number().nullable(), total_bytes: z.number() }),
  }),
  /** Its rows from `from` on: JSON with each member in a row of its own. The first asking begins to lay it out, and says how far that is. */
  readLines: api({
    select: 'read-execution-lines',
    input: { ...ofRun, from: z.number().int().min(0).default(0), count: z.number().int().min(0).max(1_000).default(200) },
    output: z.looseObject({
      state: z.enum(['indexing', 'ready']), progress: z.number(), from: z.number(),
      lines: z.array(z.object({ text: z.string(), depth: z.number(), continued: z.boolean().optional() })),
      total_lines: z.number().optional(), kind: z.enum(['json', 'text']).optional(), complete: z.boolean().optional(),
    }),
  }),
  /** Its rows that hold a text, whatever the case, from the row `from` on: some 1000 at a time, and `next` says where to go on. */
  searchBody: api({
    select: 'search-execution-body',
    input: { ...ofRun, text: z.string({ error: 'Say what is looked for' }).min(1, 'Say what is looked for').max(1_000), from: z.number().int().min(0).default(0) },
    output: z.looseObject({ matches: z.array(z.object({ line: z.number(), excerpt: z.string() })), next: z.number().nullable(), total_lines: z.number().nullable() }),
  }),
  /** `data` is the workflow's input. `pins` has, by node, what takes the place of its call: a kept execution's id, or the data itself. */
  executeWorkflow: api({
    select: 'execute-workflow', scope: both, output: workflowRun, fallback: 'Execution failed',
    input: {
      workflow_id: required('Workflow ID is required'), data: anything, pins: record.optional(), timeout_ms: z.number().int().positive().max(86_400_000).optional(),
      execution_mode: execution.execution_mode, correlationId: execution.correlationId,
    },
  }),
  workflowRuns: api({
    select: 'list-workflow-executions', scope: both, ...listed, input: { workflow_id: z.string().optional(), search: z.string().optional(), ...page },
    output: z.object({ rows: z.array(workflowRun), total: z.number().optional() }),
  }),
});

const begun = { filename: z.string().max(65_536), size: z.number().int().min(0) };
/** A piece of `content`, in base64, that begins at the byte `offset`: pieces come in their order, of `piece_bytes` at the most. */
const piece = { upload_id: required('Upload ID is required'), offset: z.number().int().min(0), content: z.base64() };
const uploaded = { upload_id: required('Upload ID is required') };
const upload = z.object({ upload_id: z.string(), filename: z.string(), size: z.number(), received: z.number(), piece_bytes: z.number() });
export type Upload = z.infer<typeof upload>;

/**
 * Files that bodies refer to by `upload`, too large to stand in a request. The platform keeps one for a run, and for no
 * other user; this computer keeps one until it is discarded or the app ends, and hands it to the platform with each run.
 */
export const composerUploads = group({
  begin: api({ select: 'begin-upload', scope: both, input: begun, output: upload }),
  write: api({ select: 'write-upload', scope: both, input: piece, output: upload }),
  discard: api({ select: 'discard-upload', scope: both, input: uploaded, output: done }),
  beginHere: local({ input: z.object(begun), output: upload, fallback: 'Operation failed' }),
  writeHere: local({ input: z.object(piece), output: upload, fallback: 'Operation failed' }),
  /** Throws `not_found` for one that is not kept any more. */
  getHere: local({ input: z.object(uploaded), output: upload, fallback: 'Operation failed' }),
  discardHere: local({ input: z.object(uploaded), output: z.object({}), fallback: 'Operation failed' }),
});

const workflowFields = {
  name: name(),
  workflow_type: text('Type', { initial: 'sequential' }),
  workflow_id: reference('Workflow', 'workflowRecipes'),
  description: long('Description'),
  definition: json('Definition', { help: 'Such as {"nodes": [{"id": "a", "endpoint_id": "…"}], "edges": []}.' }),
};
const workflowRow = rowOf(workflowFields);

/** [C-127…C-131] */
export const composerWorkflows = resource(
  { one: 'composer workflow', many: 'composer workflows', path: '/v1/workflows', scope: both, fields: workflowFields },
  {
    list: api({ select: 'list-workflows', scope: both, output: pageOf(workflowFields), ...listed }),
    get: api({ select: 'get-workflow', input: { id }, output: workflowRow, offline: 'cached' }),
    create: api({ select: 'create-workflow', scope: both, input: workflowFields, output: workflowRow }),
    update: api({ select: 'update-workflow', input: { id, ...changes(workflowFields) }, output: workflowRow }),
    /** With force unless said otherwise: what is under way is cancelled; without, it is in the way. */
    remove: api({ select: 'delete-workflow', input: { id, force: z.boolean().default(true) }, output: done }),
  },
);

/** `expires` is ISO 8601; null ends with the platform. */
const keptCookie = z.looseObject({ name: z.string(), domain: z.string(), path: z.string(), expires: z.string().nullable(), secure: z.boolean(), http_only: z.boolean() });
export type KeptCookie = z.infer<typeof keptCookie>;

/** [C-114][C-115] */
export const composer = group({
  health: api({ select: 'health-check', output: z.looseObject({ status: z.string().optional() }) }),
  hotReload: api({
    select: 'hot-reload-config', input: { scope: z.string().default(hotReload.scope), force: z.boolean().default(hotReload.force) }, output: z.unknown(),
  }),
  /** What an environment keeps of its sessions, without the values: these sign in. */
  listCookies: api({
    select: 'list-cookies', scope: both, output: z.object({ cookies: z.array(keptCookie) }),
  }),
  /** All of them, or those of one host. */
  clearCookies: api({ select: 'clear-cookies', scope: both, input: { domain: z.string().optional() }, output: z.looseObject({ cleared: z.number() }) }),
  /** The same of what is sent from this computer: sealed under a key of the keychain; without one, in memory until the session ends, and `reason` says why. */
  listCookiesHere: local({ input: z.object({ environment_id: z.string() }), output: z.object({ cookies: z.array(keptCookie), kept_in: z.enum(['keychain', 'memory']), reason: z.string().nullable() }), fallback: 'Operation failed' }),
  clearCookiesHere: local({ input: z.object({ environment_id: z.string(), domain: z.string().optional() }), output: z.looseObject({ cleared: z.number() }), fallback: 'Operation failed' }),
});

const placeFields = { name: name(), description: long('Description') };
const placeRow = rowOf(placeFields);

/** The same tenants as those of `tenants`, by another way [C-116]. */
export const composerTenants = group({
  list: api({ select: 'list-tenants', output: pageOf(placeFields), ...listed }),
  create: api({ select: 'create-tenant', input: placeFields, output: placeRow }),
  update: api({ select: 'update-tenant', input: { id, ...changes(placeFields) }, output: placeRow }),
  remove: api({ select: 'delete-tenant', input: { id }, output: done }),
});

/** The same environments as those of `environments`, by another way [C-117]. */
export const composerEnvironments = group({
  list: api({ select: 'list-environments', scope: ['tenant_id'], output: pageOf(placeFields), ...listed }),
  create: api({ select: 'create-environment', scope: ['tenant_id'], input: placeFields, output: placeRow }),
  update: api({ select: 'update-environment', input: { id, ...changes(placeFields) }, output: placeRow }),
  remove: api({ select: 'delete-environment', input: { id }, output: done }),
});
