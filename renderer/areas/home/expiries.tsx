import { DisableIcon, TimeIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { statusOfListed, storeStatus, type TokenFacts } from '../../../shared/rules/oauth-status.ts';
import { useNow } from '../../components/resource/use-now.ts';
import { TimeAgo } from '../../components/time-ago.tsx';
import { pathOf } from '../../state/areas.ts';
import { titleOf } from '../../state/list-entity.ts';
import { instantOf } from '../../state/list-order.ts';
import { useAbsence } from '../../state/list-permission.ts';
import { useList } from '../../state/lists.ts';

export interface Expiry {
  readonly group: 'oauthConnections' | 'appConnections';
  readonly row: Row;
  /** `ended` is one that the user must sign in to again, without a time at which that came. */
  readonly state: 'expired' | 'ended' | 'expiring';
  /** Milliseconds since the epoch; NaN for what has no time. */
  readonly at: number;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const token = { $secret: true } as const;

/** What a row says of its token; undefined for a connection that has none, such as one by API key. */
function factsOf(group: Expiry['group'], row: Row): (TokenFacts & { readonly health_status?: string | null }) | undefined {
  const facts = { ...(isObject(row['credentials']) ? row['credentials'] : {}), ...row } as TokenFacts & { readonly health_status?: string | null; readonly is_active?: boolean | null };
  if (facts.access_token !== undefined && facts.access_token !== null) return facts;
  // A list may leave tokens out: then it says only whether there is a sign-in.
  if (group === 'oauthConnections') return { ...facts, access_token: statusOfListed(facts) === 'connected' ? token : undefined };
  return Number.isNaN(instantOf(facts.expires_at)) ? undefined : { ...facts, access_token: token };
}

/** The connections whose sign-in has ended or is about to, those that ended first at the top. */
export function expiriesOf(group: Expiry['group'], rows: readonly Row[], now: number): Expiry[] {
  return rows.flatMap((row): readonly Expiry[] => {
    const facts = factsOf(group, row);
    const status = facts && storeStatus(facts, now);
    const at = instantOf(facts?.expires_at);
    if (status === 'expiring') return [{ group, row, state: 'expiring', at }];
    if (status !== 'invalid') return [];
    return at <= now ? [{ group, row, state: 'expired', at }] : [{ group, row, state: 'ended', at: Number.NaN }];
  });
}

/** Those of the present scope, and why they cannot be told. */
export function useExpiries(): { readonly expiries: readonly Expiry[]; readonly problem: string | undefined } {
  const now = useNow();
  const absent = useAbsence('oauthConnections', 'list') !== undefined;
  const oauth = useList(absent ? null : { group: 'oauthConnections' });
  const app = useList({ group: 'appConnections' });
  const expiries = [...expiriesOf('oauthConnections', oauth.data, now), ...expiriesOf('appConnections', app.data, now)];
  const failure = [oauth, app].find(({ error, meta }) => error && !meta)?.error;
  return { expiries: expiries.toSorted((a, b) => (a.at || 0) - (b.at || 0)), problem: failure ? `The connections could not be read. ${failure.error.message}` : undefined };
}

const words = { expired: 'Expired', ended: 'Sign in again', expiring: 'Expires' } as const;

/** One connection as a line that leads to it. */
export function ExpiryLine({ expiry: { group, row, state, at } }: { readonly expiry: Expiry }) {
  return (
    <li>
      <Link to={pathOf(group, row.id) ?? '/'}>
        <span className={state === 'expiring' ? 'tr-warning' : 'tr-danger'}>{state === 'expiring' ? <TimeIcon size={12} /> : <DisableIcon size={12} />} {words[state]}</span>
        <span className="tr-clip">{titleOf(row)}</span>
        {!Number.isNaN(at) && <TimeAgo at={new Date(at).toISOString()} />}
      </Link>
    </li>
  );
}
