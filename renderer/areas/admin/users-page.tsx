import { Add, Key } from '@blueprintjs/icons';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { ResourceDetailPage } from '../../components/resource/resource-detail-page.tsx';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { pathOf } from '../../state/areas.ts';
import { useCommand } from '../../state/commands.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { TokenDialog } from './token-dialog.tsx';
import './admin.css';

const issue = { text: 'Issue token…', icon: <Key size={14} />, command: 'users.issueToken', single: true } as const;

/** Who works in the tenant. Users come by adding members, and sign in by tokens. */
export function UsersPage() {
  const [user, setUser] = useState<Row | null>(null);
  const obstacle = useObstacle('tenantUsers', 'issueToken');
  return (
    <>
      <ResourcePage group="tenantUsers" actions={<AddMember />} rowActions={[{ ...issue, obstacle, run: ([row]) => row && setUser(row) }]} />
      {user && <TokenDialog user={user} onClose={() => setUser(null)} />}
    </>
  );
}

function AddMember() {
  const navigate = useNavigate();
  const obstacle = useObstacle('userEnvironments', 'create');
  return <ActionButton intent="primary" size="small" icon={<Add size={14} />} obstacle={obstacle} text="Add member" onClick={() => void navigate(`${pathOf('userEnvironments')}/new`)} />;
}

export function UserPage() {
  return <ResourceDetailPage group="tenantUsers" Actions={IssueToken} />;
}

function IssueToken({ row }: { readonly row: Row }) {
  const [open, setOpen] = useState(false);
  const obstacle = useObstacle('tenantUsers', 'issueToken');
  const show = () => setOpen(true);
  useCommand(issue.command, obstacle === undefined ? show : null);
  return (
    <>
      <ActionButton variant="minimal" size="small" icon={issue.icon} obstacle={obstacle} text={issue.text} onClick={show} />
      {open && <TokenDialog user={row} onClose={() => setOpen(false)} />}
    </>
  );
}
