import { Disable, Error as ErrorIcon, Refresh, Tick, Time, WarningSign } from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { StoreStatus } from '../../../shared/rules/oauth-status.ts';
import { instantOf } from '../../state/list-order.ts';
import { relativeTime } from './cell.tsx';
import './auth-oauth.css';

type Icon = ComponentType<{ readonly size?: number }>;
type Tone = 'tr-success' | 'tr-warning' | 'tr-danger' | 'tr-muted';

const states: Readonly<Record<StoreStatus, readonly [string, Icon, Tone]>> = {
  checking: ['Checking', Refresh, 'tr-muted'],
  connected: ['Connected', Tick, 'tr-success'],
  expiring: ['Expiring', Time, 'tr-warning'],
  invalid: ['Connect again', WarningSign, 'tr-danger'],
  expired: ['Expired', Disable, 'tr-danger'],
  error: ['Error', ErrorIcon, 'tr-danger'],
  not_found: ['Gone', Disable, 'tr-muted'],
};

/** Its token is over, and comes anew by itself with the next request. */
const sleeps = (row: Row, status: StoreStatus): boolean => row['renewable'] === true && row['health_status'] !== 'expired' && ['invalid', 'expired'].includes(status);

/** A connection's state in a word. */
export const stateWord = (row: Row, status: StoreStatus): string => (sleeps(row, status) ? 'Renewed when used' : states[status][0]);

/** The same with an icon, and the colour to find it by. */
export function ConnectionState({ row, status }: { readonly row: Row; readonly status: StoreStatus }) {
  const [, Sign, tone] = sleeps(row, status) ? ['', Time, 'tr-muted' as Tone] : states[status];
  return <span className={`connection-state ${tone}`}><Sign size={12} /> {stateWord(row, status)}</span>;
}

/** "expires in 53 minutes"; empty where nobody knows. */
export function expiryWords(row: Row, now: number): string {
  const at = instantOf(row['expires_at']);
  if (Number.isNaN(at)) return '';
  return `${at <= now ? 'expired' : 'expires'} ${relativeTime(at, now)}`;
}
