import { Import } from '@blueprintjs/icons';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { useCommand } from '../../state/commands.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { showImport } from '../../state/api-import.ts';
import { ImportDialog } from './import-dialog.tsx';

const choose = () => showImport(null);

/** The APIs of the environment, which are made by hand, or come from a document or another tool. */
export function ApisPage() {
  const obstacle = useObstacle('composerApis', 'importOpenapi');
  useCommand('apis.import', obstacle ? null : choose);
  return (
    <>
      <ResourcePage
        group="composerApis"
        actions={<ActionButton size="small" icon={<Import size={14} />} obstacle={obstacle} text="Import" onClick={choose} />}
      />
      <ImportDialog />
    </>
  );
}
