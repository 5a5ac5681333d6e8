import { ResourceDetailPage, type OwnTab } from '../../components/resource/resource-detail-page.tsx';
import { EndpointsTab } from './endpoints-tab.tsx';

const tabs: readonly OwnTab[] = [{ id: 'endpoints', title: 'Endpoints', Panel: EndpointsTab }];

/** One API: what every kind of thing has, and its endpoints. */
export function ApiPage() {
  return <ResourceDetailPage group="composerApis" tabs={tabs} />;
}
