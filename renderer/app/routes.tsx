import { lazy, type ReactElement } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { areas, places } from '../state/areas.ts';
import { App } from './app.tsx';
import { MissingPage } from './missing-page.tsx';
import { Shell } from './shell.tsx';

const Home = lazy(async () => ({ default: (await import('../areas/home/home-page.tsx')).HomePage }));
const Activity = lazy(async () => ({ default: (await import('../areas/activity/activity-page.tsx')).ActivityPage }));
const Settings = lazy(async () => ({ default: (await import('../areas/settings/settings-page.tsx')).SettingsPage }));
const Apis = lazy(async () => ({ default: (await import('../areas/apis/apis-page.tsx')).ApisPage }));
const Api = lazy(async () => ({ default: (await import('../areas/apis/api-page.tsx')).ApiPage }));
const Endpoint = lazy(async () => ({ default: (await import('../areas/apis/endpoint-page.tsx')).EndpointPage }));
const Dags = lazy(async () => ({ default: (await import('../areas/dags/dags-page.tsx')).DagsPage }));
const NewDag = lazy(async () => ({ default: (await import('../areas/dags/new-dag-page.tsx')).NewDagPage }));
const Dag = lazy(async () => ({ default: (await import('../areas/dags/dag-page.tsx')).DagPage }));
const Resource = lazy(async () => ({ default: (await import('../components/resource/resource-page.tsx')).ResourcePage }));
const ResourceDetail = lazy(async () => ({ default: (await import('../components/resource/resource-detail-page.tsx')).ResourceDetailPage }));

/** Screens of their own, by address; where there is none, a kind of the contract has the same list and detail as all. */
const own: Readonly<Record<string, ReactElement>> = {
  '/': <Home />,
  '/apis': <Apis />,
  '/apis/:id': <Api />,
  '/apis/endpoints/:id': <Endpoint />,
  '/dags': <Dags />,
  '/dags/new': <NewDag />,
  '/dags/:dag_id': <Dag />,
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
