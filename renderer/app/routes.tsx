import { isValidElement, type ReactElement } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { areas, places } from '../state/areas.ts';
import { App } from './app.tsx';
import { MissingPage } from './missing-page.tsx';
import { codeOf, screen } from './screen.tsx';
import { Shell } from './shell.tsx';

const Home = screen(async () => ({ default: (await import('../areas/home/home-page.tsx')).HomePage }));
const Activity = screen(async () => ({ default: (await import('../areas/activity/activity-page.tsx')).ActivityPage }));
const Settings = screen(async () => ({ default: (await import('../areas/settings/settings-page.tsx')).SettingsPage }));
const Apis = screen(async () => ({ default: (await import('../areas/apis/apis-page.tsx')).ApisPage }));
const Api = screen(async () => ({ default: (await import('../areas/apis/api-page.tsx')).ApiPage }));
const Endpoint = screen(async () => ({ default: (await import('../areas/apis/endpoint-page.tsx')).EndpointPage }));
const ComposerWorkflow = screen(async () => ({ default: (await import('../areas/apis/workflow-page.tsx')).WorkflowPage }));
const Dags = screen(async () => ({ default: (await import('../areas/dags/dags-page.tsx')).DagsPage }));
const NewDag = screen(async () => ({ default: (await import('../areas/dags/new-dag-page.tsx')).NewDagPage }));
const Dag = screen(async () => ({ default: (await import('../areas/dags/dag-page.tsx')).DagPage }));
const DagTimeline = screen(async () => ({ default: (await import('../areas/dags/timeline/timeline-page.tsx')).TimelinePage }));
const Pools = screen(async () => ({ default: (await import('../areas/dags/pools/pools-page.tsx')).PoolsPage }));
const Recipes = screen(async () => ({ default: (await import('../areas/workflows/recipes/recipes-page.tsx')).RecipesPage }));
const WorkflowRun = screen(async () => ({ default: (await import('../areas/workflows/run/run-page.tsx')).RunPage }));
const Recipe = screen(async () => ({ default: (await import('../areas/workflows/recipe/recipe-page.tsx')).RecipePage }));
const FlowRecipe = screen(async () => ({ default: (await import('../areas/workflows/instances/flow-recipe-page.tsx')).FlowRecipePage }));
const Instances = screen(async () => ({ default: (await import('../areas/workflows/instances/instances-page.tsx')).InstancesPage }));
const Instance = screen(async () => ({ default: (await import('../areas/workflows/instances/instances-page.tsx')).InstancePage }));
const Users = screen(async () => ({ default: (await import('../areas/admin/users-page.tsx')).UsersPage }));
const User = screen(async () => ({ default: (await import('../areas/admin/users-page.tsx')).UserPage }));
const AuthConfigs = screen(async () => ({ default: (await import('../areas/connectors/auth-configs-page.tsx')).AuthConfigsPage }));
const AuthConfig = screen(async () => ({ default: (await import('../areas/connectors/auth-configs-page.tsx')).AuthConfigPage }));
const OAuthConnections = screen(async () => ({ default: (await import('../areas/connectors/oauth-connections-page.tsx')).OAuthConnectionsPage }));
const OAuthConnection = screen(async () => ({ default: (await import('../areas/connectors/oauth-connections-page.tsx')).OAuthConnectionPage }));
const OpenApis = screen(async () => ({ default: (await import('../areas/connectors/open-apis-page.tsx')).OpenApisPage }));
const OpenApi = screen(async () => ({ default: (await import('../areas/connectors/open-apis-page.tsx')).OpenApiPage }));
const OpenApiEndpoints = screen(async () => ({ default: (await import('../areas/connectors/endpoint-list.tsx')).EndpointList }));
const OpenApiEndpoint = screen(async () => ({ default: (await import('../areas/connectors/open-api-endpoint-page.tsx')).OpenApiEndpointPage }));
const Snippets = screen(async () => ({ default: (await import('../areas/connectors/snippets-page.tsx')).SnippetsPage }));
const Snippet = screen(async () => ({ default: (await import('../areas/connectors/snippets-page.tsx')).SnippetPage }));
const Resource = screen(async () => ({ default: (await import('../components/resource/resource-page.tsx')).ResourcePage }));
const ResourceDetail = screen(async () => ({ default: (await import('../components/resource/resource-detail-page.tsx')).ResourceDetailPage }));

/** Screens of their own, by address; where there is none, a kind of the contract has the same list and detail as all. */
const own: Readonly<Record<string, ReactElement>> = {
  '/': <Home />,
  '/apis': <Apis />,
  '/apis/:id': <Api />,
  '/apis/endpoints/:id': <Endpoint />,
  '/apis/workflows/:id': <ComposerWorkflow />,
  '/dags': <Dags />,
  '/dags/new': <NewDag />,
  '/dags/timeline': <DagTimeline />,
  '/dags/pools': <Pools />,
  '/dags/:dag_id': <Dag />,
  '/connectors/auth-configs': <AuthConfigs />,
  '/connectors/auth-configs/:id': <AuthConfig />,
  '/connectors/oauth-connections': <OAuthConnections />,
  '/connectors/oauth-connections/:id': <OAuthConnection />,
  '/connectors/open-apis': <OpenApis />,
  '/connectors/open-apis/:id': <OpenApi />,
  '/connectors/open-api-endpoints': <OpenApiEndpoints />,
  '/connectors/open-api-endpoints/:id': <OpenApiEndpoint />,
  '/connectors/code-snippets': <Snippets />,
  '/connectors/code-snippets/:id': <Snippet />,
  '/workflows': <Recipes />,
  '/workflows/:id': <Recipe />,
  '/recipes/:id': <FlowRecipe />,
  '/instances': <Instances />,
  '/instances/:id': <Instance />,
  '/workflows/runs/:run_id': <WorkflowRun />,
  '/admin/tenant-users': <Users />,
  '/admin/tenant-users/:id': <User />,
  '/activity': <Activity />,
  '/settings': <Settings />,
};

const shared = Object.fromEntries(
  places
    .filter(({ regular }) => regular)
    .flatMap(({ group, path }) => [
      [path, <Resource key={group} group={group} />] as const,
      [`${path}/:id`, <ResourceDetail key={group} group={group} />] as const,
    ]),
);

/** An area without a first page of its own opens at its first kind. */
const first = Object.fromEntries(
  areas.flatMap(({ id, path }) => {
    const place = places.find(({ area, regular }) => area === id && regular);
    return place ? [[path, <Navigate key={id} to={place.path} replace />] as const] : [];
  }),
);

export const screens: RouteObject[] = [
  ...Object.entries({ ...first, ...shared, ...own }).map(([path, element]) => ({ path, element })),
  { path: '*', element: <MissingPage /> },
];

export const makeRouter = () => createBrowserRouter([{ element: <App />, children: [{ element: <Shell />, children: screens }] }]);

/** Loads the code of the screen at the router's address. */
export async function loadScreen(router: ReturnType<typeof makeRouter>): Promise<void> {
  await Promise.all(router.state.matches.map(async ({ route }) => isValidElement(route.element) && codeOf(route.element.type)));
}
