import * as contract from '../../shared/contract/all.ts';
import type { Contract } from '../../shared/contract/define.ts';

/** The parts of the product in the order of the rail, and which of the contract's kinds have their screens where. */

export interface Area {
  readonly id: string;
  readonly label: string;
  readonly path: string;
  /** Names of groups of the contract; each gets a list at `<path>/<name-in-kebab-case>`, unless `paths` says otherwise. */
  readonly groups: readonly (keyof typeof contract)[];
  readonly paths?: Readonly<Partial<Record<keyof typeof contract, string>>>;
}

export const areas = [
  { id: 'home', label: 'Home', path: '/', groups: [] },
  {
    id: 'agents', label: 'Agents', path: '/agents',
    groups: [
      'genAgents', 'agents', 'agentPrompts', 'agentMemories', 'agentLlms', 'agentIo', 'agentTools', 'agentToolsXref', 'mcpServers', 'mcpTools',
      'agentSessions', 'agentSessionMessages', 'agentBlocks', 'microBlocks', 'agentBlockXref', 'microBlockXref',
    ],
  },
  {
    id: 'workflows', label: 'Workflows', path: '/workflows', groups: ['workflowRecipes', 'flowRecipes', 'flowInstances'],
    paths: { workflowRecipes: '/workflows', flowRecipes: '/recipes', flowInstances: '/instances' },
  },
  {
    id: 'apis', label: 'APIs', path: '/apis', groups: ['composerApis', 'composerEndpoints', 'composerWorkflows', 'composerExamples'],
    paths: { composerApis: '/apis', composerEndpoints: '/apis/endpoints', composerWorkflows: '/apis/workflows', composerExamples: '/apis/examples' },
  },
  { id: 'dags', label: 'DAGs', path: '/dags', groups: ['dags'], paths: { dags: '/dags' } },
  {
    id: 'connectors', label: 'Connectors', path: '/connectors',
    groups: [
      'appConnectors', 'appConnectorEndpoints', 'connectorAuthTypes', 'connectorsWithAuth', 'connectorDocs', 'appConnections', 'oauthConnections',
      'authConfigs', 'codeSnippets', 'openApis', 'openApiEndpoints',
    ],
    paths: { appConnectors: '/connectors' },
  },
  {
    id: 'workspaces', label: 'Workspaces', path: '/workspaces', groups: ['namespaces', 'kubernetesNamespaces', 'runInstanceAccounts'],
    paths: { namespaces: '/workspaces' },
  },
  { id: 'documents', label: 'Documents', path: '/documents', groups: ['vectorDocs', 'vectorCollections'], paths: { vectorDocs: '/documents' } },
  {
    id: 'admin', label: 'Admin', path: '/admin',
    groups: ['tenants', 'tenantAdmins', 'tenantUsers', 'roles', 'tenantRoles', 'environments', 'userEnvironments', 'projects', 'serviceAccounts'],
  },
  { id: 'activity', label: 'Activity', path: '/activity', groups: [] },
  { id: 'settings', label: 'Settings', path: '/settings', groups: [] },
] as const satisfies readonly Area[];

export type AreaId = (typeof areas)[number]['id'];

/** A kind of thing that has a list of its own. */
export interface Place {
  readonly group: string;
  readonly area: AreaId;
  /** The list's address; a row's is this and `/<id>`. */
  readonly path: string;
  /** "Agent memories". */
  readonly label: string;
  /** A kind with rows, fields and calls of the usual form; the others have screens of their own. */
  readonly regular: boolean;
}

const groups: Contract = contract;

const manyOf = (group: string) => {
  const found = groups[group];
  return found && 'many' in found ? String(found.many) : undefined;
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const places: readonly Place[] = areas.flatMap((area: Area) =>
  area.groups.map((group) => ({
    group,
    area: area.id as AreaId,
    path: area.paths?.[group] ?? `${area.path}/${kebab(group)}`,
    label: capital(manyOf(group) ?? area.label),
    regular: manyOf(group) !== undefined,
  })),
);

const byGroup: ReadonlyMap<string, Place> = new Map(places.map((place) => [place.group, place]));

export const placeOf = (group: string): Place | undefined => byGroup.get(group);

/** The address of a kind's list, or of one of its rows; undefined for what has no screen. */
export function pathOf(group: string, id?: string): string | undefined {
  const place = byGroup.get(group);
  if (!place) return undefined;
  return id === undefined ? place.path : `${place.path}/${encodeURIComponent(id)}`;
}

/** The area in which an address lies; the longest path wins. */
export function areaOf(path: string): (typeof areas)[number] {
  const inside = (root: string) => path === root || path.startsWith(root === '/' ? '/?' : `${root}/`) || path.startsWith(`${root}?`);
  const place = places.filter((place) => inside(place.path)).toSorted((a, b) => b.path.length - a.path.length)[0];
  return areas.find(({ id }) => id === place?.area) ?? areas.find(({ path }) => path !== '/' && inside(path)) ?? areas[0];
}
