import { ResourceDetailPage, type OwnTab } from '../../components/resource/resource-detail-page.tsx';
import { AnalyticsTab } from './analytics-tab.tsx';
import { ApiActions } from './api-actions.tsx';
import { EndpointsTab } from './endpoints-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { SuiteTab } from './suite-tab.tsx';
import { SyncTab } from './sync-tab.tsx';
import './apis-screens.css';

const tabs: readonly OwnTab[] = [
  { id: 'endpoints', title: 'Endpoints', Panel: EndpointsTab },
  { id: 'tests', title: 'Tests', Panel: SuiteTab },
  { id: 'sync', title: 'Sync', Panel: SyncTab },
  { id: 'analytics', title: 'Analytics', Panel: AnalyticsTab },
  { id: 'health', title: 'Health', Panel: HealthTab },
];

/** One API: what every kind of thing has, its endpoints, how they are used, and what can be done with all of it. */
export function ApiPage() {
  return <ResourceDetailPage group="composerApis" tabs={tabs} Actions={ApiActions} />;
}
