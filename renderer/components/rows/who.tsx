import { titleOf } from '../../state/list-entity.ts';
import { useList } from '../../state/lists.ts';
import { useSession } from '../../state/session.ts';
import { nothing } from './row-table.tsx';

const users = { group: 'tenantUsers' } as const;
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The beginning and the end of an id that nobody reads in full: those that were made together begin alike. */
const shortId = (id: string): string => (uuid.test(id) ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);

/** Who did something: by name where it is a user of the tenant, else by the id, shortened; the full id on hover. */
export function Who({ id }: { readonly id: string | null }) {
  const own = useSession(({ session }) => session?.user);
  const { data } = useList(id === null || id === own?.id ? null : users);
  if (id === null) return nothing;
  const user = id === own?.id ? own : data.find((row) => row.id === id);
  return <span title={id}>{user ? titleOf(user) : shortId(id)}</span>;
}
