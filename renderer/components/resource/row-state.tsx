import { Tag, type Intent } from '@blueprintjs/core';
import { Disable, Error as ErrorIcon, Play, Tick, Time } from '@blueprintjs/icons';
import type { Row } from '../../../shared/contract/entity.ts';

const good = new Set(['active', 'enabled', 'success', 'ready', 'healthy', 'connected', 'deployed', 'indexed']);
const bad = new Set(['failed', 'error', 'expired', 'unhealthy', 'rejected']);
const under = new Set(['running', 'starting', 'deploying', 'indexing', 'processing']);
const off = new Set(['inactive', 'disabled', 'paused', 'archived', 'ended']);

/** What state a row says that it is in; undefined for kinds that have none. */
function stateOf(row: Row): string | undefined {
  for (const field of ['status', 'state', 'health_status']) if (typeof row[field] === 'string' && row[field] !== '') return row[field];
  for (const field of ['is_active', 'enabled']) if (typeof row[field] === 'boolean') return row[field] ? 'active' : 'inactive';
  return undefined;
}

/** A state as a word, with an icon and a colour to find it by. */
export function RowState({ row }: { readonly row: Row }) {
  const state = stateOf(row);
  if (state === undefined) return null;
  const word = state.toLowerCase();
  const [intent, icon]: [Intent, React.JSX.Element] = good.has(word) ? ['success', <Tick key="icon" size={12} />]
    : bad.has(word) ? ['danger', <ErrorIcon key="icon" size={12} />]
    : under.has(word) ? ['primary', <Play key="icon" size={12} />]
    : off.has(word) ? ['none', <Disable key="icon" size={12} />]
    : ['none', <Time key="icon" size={12} />];
  return <Tag minimal intent={intent} icon={icon}>{state.replaceAll('_', ' ')}</Tag>;
}
