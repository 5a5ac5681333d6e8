import { Tag } from '@blueprintjs/core';
import { Time } from '@blueprintjs/icons';
import type { Meta } from '../../../shared/rpc.ts';
import { useOffline } from '../../state/platform.ts';
import { clock } from '../offline-banner.tsx';
import { exactTime } from './cell.tsx';
import { useNow } from './use-now.ts';

/** Marks what may be old, from the cache or read before the platform went away, with the time at which the platform said it. */
export function AsOf({ meta }: { readonly meta: Meta | null }) {
  const now = useNow();
  const offline = useOffline();
  if (!meta?.as_of || (meta.source === 'platform' && !offline)) return null;
  return <Tag minimal intent="warning" icon={<Time size={12} />} title={exactTime(Date.parse(meta.as_of))}>As of {clock(meta.as_of, new Date(now))}</Tag>;
}
