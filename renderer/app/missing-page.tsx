import { Button } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useLocation } from 'react-router-dom';
import { EmptyState } from '../components/empty-state.tsx';
import { goTo } from '../state/navigation.ts';
import { useTitle } from '../state/tabs.ts';
import { openOverlay } from '../state/ui.ts';

/** For an address that leads nowhere: an old link, or a newer version's screen. */
export function MissingPage() {
  const { pathname } = useLocation();
  useTitle('Not found');
  return (
    <EmptyState
      icon={<SearchIcon size={24} />}
      heading="h1"
      title="There is no screen at this address"
      text={<span className="tr-mono">{pathname}</span>}
      actions={
        <>
          <Button text="Go to Home" intent="primary" onClick={() => goTo('/')} />
          <Button text="Search" onClick={() => openOverlay('palette')} />
        </>
      }
    />
  );
}
