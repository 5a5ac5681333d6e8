import { ResourceDetailPage, type OwnTab } from '../../components/resource/resource-detail-page.tsx';
import { WorkflowDefinitionTab } from './workflow-definition.tsx';
import { WorkflowRunTab } from './workflow-run.tsx';

const tabs: readonly OwnTab[] = [
  { id: 'definition', title: 'Definition', Panel: WorkflowDefinitionTab },
  { id: 'run', title: 'Run', Panel: WorkflowRunTab },
];

/** One composer workflow: what every kind of thing has, its nodes and edges, and its runs. */
export function WorkflowPage() {
  return <ResourceDetailPage group="composerWorkflows" tabs={tabs} />;
}
