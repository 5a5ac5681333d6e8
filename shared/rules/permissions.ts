/**
 * Who may do what. The spec shows no rules, so these are Trellis's own: the platform enforces them and the app disables
 * with the reason. A permission is `<area>:<level>`; admin in an area includes all of it, write and run include read.
 */

export const areas = ['agents', 'workflows', 'apis', 'connectors', 'dags', 'workspaces', 'documents', 'projects', 'admin', 'platform'] as const;
export type Area = (typeof areas)[number];
export const levels = ['read', 'write', 'run', 'admin'] as const;
export type Level = (typeof levels)[number];
export type Permission = `${Area}:${Level}`;

export const builtInRoles = ['platform_admin', 'tenant_admin', 'member', 'viewer'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

/** The area of each group of the contract; a group that is not here needs no permission beyond being signed in. */
const groupsOf: Readonly<Record<Area, readonly string[]>> = {
  agents: [
    'agentMemories', 'agentPrompts', 'agentLlms', 'agentIo', 'agentTools', 'genAgents', 'agentToolsXref', 'agents', 'agentBlocks', 'microBlocks',
    'agentBlockXref', 'microBlockXref', 'agentSessions', 'agentSessionMessages', 'mcpServers', 'mcpTools', 'runtimeAgent',
  ],
  workflows: ['flowRecipes', 'flowInstances', 'workflowRecipes', 'workflowVersions', 'recipeFiles', 'recipeShelf', 'nodeEdges', 'nodeMetadata', 'workflowNodes', 'workflowRuns'],
  apis: ['composerApis', 'composerEndpoints', 'composerWorkflows', 'composerExecutions', 'composerUploads', 'composerExamples', 'composerSuites', 'composer'],
  connectors: [
    'appConnectors', 'appConnectorEndpoints', 'connectorAuthTypes', 'connectorsWithAuth', 'connectorDocs', 'appConnections', 'authConfigs', 'codeSnippets',
    'openApis', 'openApiEndpoints', 'oauthConnections', 'sqlPushdown',
  ],
  dags: ['dags', 'securedDags', 'dagRuns', 'taskInstances', 'dagVersions', 'backfills', 'pools', 'dagTimeline', 'dagEngine', 'taskLogs'],
  workspaces: ['namespaces', 'kubernetesNamespaces'],
  documents: ['vectorDocs', 'vectorCollections', 'vectorverse'],
  projects: ['projects'],
  admin: [
    'serviceAccounts', 'runInstanceAccounts', 'tenants', 'tenantAdmins', 'environments', 'roles', 'tenantRoles', 'tenantUsers', 'userEnvironments',
    'composerTenants', 'composerEnvironments',
  ],
  platform: [],
};
const areaOf = new Map(Object.entries(groupsOf).flatMap(([area, groups]) => groups.map((group) => [group, area as Area])));

const reading = new Set([
  'list', 'get', 'node', 'checkpoints', 'tools', 'details', 'basic', 'runs', 'tasks', 'taskInstances', 'tries', 'read', 'save', 'follow', 'mapped', 'grid', 'validate', 'events', 'dropdown', 'ofConnector', 'ofAuthConfig', 'ofClient', 'analytics',
  'export', 'exportOpenapi', 'exportCollection', 'exportFile', 'documentSync', 'generateCode', 'status', 'health', 'latest', 'all', 'storage', 'serviceAccount', 'checkAvailability', 'tokenInfo', 'check', 'search', 'documents',
  'collections', 'memory', 'image', 'texts', 'listTests', 'listCookies', 'listCookiesHere', 'workflowRuns', 'readBody', 'readLines', 'searchBody', 'complianceGuidance', 'classifyIntent', 'schemaContext', 'workflowPatterns',
]);
const running = new Set([
  'trigger', 'run', 'start', 'resume', 'pause', 'unpause', 'executeComponent', 'execute', 'executeHere', 'executeWorkflow', 'test', 'replay', 'retest', 'cancel', 'hotReload', 'preview', 'generateAgent', 'invokeAgent',
  'executeTool', 'generateWorkflow', 'invokeWorkflow', 'generate', 'feedback', 'sync', 'deploy', 'refresh', 'clear', 'setState',
]);

/** Where the rule says otherwise: tenants come and go by the platform's admins, and everyone sees their own. */
const exceptions: Readonly<Record<string, Permission | undefined>> = {
  'tenants.list': undefined,
  'tenants.get': undefined,
  'tenants.create': 'platform:write',
  'tenants.remove': 'platform:write',
  'composerTenants.list': undefined,
  'composerTenants.create': 'platform:write',
  'composerTenants.remove': 'platform:write',
  'backfills.create': 'dags:run',
  'composerUploads.begin': 'apis:run',
  'composerUploads.write': 'apis:run',
  'composerUploads.discard': 'apis:run',
  'composerUploads.beginHere': 'apis:run',
  'composerUploads.writeHere': 'apis:run',
  'composerUploads.getHere': 'apis:run',
  'composerUploads.discardHere': 'apis:run',
};

/** Does a call only read, by its name `group.method`? */
export const isReading = (callName: string): boolean => reading.has(callName.slice(callName.indexOf('.') + 1));

/** The permission that a call needs, by its name `group.method`; undefined where being signed in is enough. */
export function needs(callName: string): Permission | undefined {
  if (Object.hasOwn(exceptions, callName)) return exceptions[callName];
  const [group = '', method = ''] = callName.split('.');
  const area = areaOf.get(group);
  if (!area) return undefined;
  const level = reading.has(method) ? 'read' : running.has(method) ? 'run' : 'write';
  return `${area}:${level}`;
}

const inTenant = areas.filter((area) => area !== 'platform');
const tenantAdmin = inTenant.map((area): Permission => `${area}:admin`);
const permissionsByRole: Readonly<Record<BuiltInRole, readonly Permission[]>> = {
  platform_admin: [...tenantAdmin, 'platform:admin'],
  tenant_admin: tenantAdmin,
  member: inTenant.flatMap((area): Permission[] => (area === 'admin' ? ['admin:read'] : [`${area}:read`, `${area}:write`, `${area}:run`])),
  viewer: inTenant.map((area): Permission => `${area}:read`),
};

export const isPermission = (text: string): text is Permission => {
  const [area = '', level = '', ...rest] = text.split(':');
  return rest.length === 0 && areas.includes(area as Area) && levels.includes(level as Level);
};

/** What a role may do: a built-in one by its name; a custom one has what `own` lists, without what is no permission. */
export function permissionsOf(role: string, own: readonly string[] = []): readonly Permission[] {
  return Object.hasOwn(permissionsByRole, role) ? permissionsByRole[role as BuiltInRole] : own.filter(isPermission);
}

/** Do these permissions cover the needed one? */
export function allows(permissions: Iterable<string>, needed: Permission | undefined): boolean {
  if (needed === undefined) return true;
  const held = permissions instanceof Set ? (permissions as ReadonlySet<string>) : new Set(permissions);
  const [area, level] = needed.split(':') as [Area, Level];
  if (held.has(needed) || held.has(`${area}:admin`)) return true;
  return level === 'read' && (held.has(`${area}:write`) || held.has(`${area}:run`));
}
