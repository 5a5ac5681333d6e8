import { ResourceDetailPage, type OwnTab } from '../../../components/resource/resource-detail-page.tsx';
import { InstancesOf } from './instances-page.tsx';

const tabs: readonly OwnTab[] = [{ id: 'instances', title: 'Instances', Panel: InstancesOf }];

/** One flow recipe: what every kind of thing has, and the instances made of it. */
export function FlowRecipePage() {
  return <ResourceDetailPage group="flowRecipes" tabs={tabs} />;
}
