import { useSession } from '../../state/session.ts';
import { nothing } from './row-table.tsx';

/** Who did something: the user's own name, or the id by which the platform knows others. */
export function Who({ id }: { readonly id: string | null }) {
  const user = useSession(({ session }) => session?.user);
  if (id === null) return nothing;
  return <span title={id}>{id === user?.id ? user.name : id}</span>;
}
