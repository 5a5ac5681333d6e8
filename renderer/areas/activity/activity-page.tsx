import { useSearchParams } from 'react-router-dom';
import { useTitle } from '../../state/tabs.ts';
import { ActivityLog } from './activity-log.tsx';

export function ActivityPage() {
  useTitle('Activity');
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <header className="tr-page-head"><h1>Activity</h1></header>
      <ActivityLog text={search.get('search') ?? ''} onText={(text) => setSearch(text === '' ? {} : { search: text }, { replace: true })} />
    </>
  );
}
