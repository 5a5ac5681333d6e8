import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Scope } from './store.ts';

/** In which environment a call about DAGs is made: the one that it names, or the only one that there is. Throws `invalid_input`. */
export function scopeOf({ access }: Pick<Core, 'access'>, { user_id, tenant_id, environment_id }: Caller): Scope {
  if (tenant_id === '') throw new AppError('invalid_input', 'Tenant must be selected');
  if (environment_id !== '') return { tenant_id, environment_id };
  const [only, second] = access.environmentsOf(user_id, tenant_id);
  if (only === undefined || second !== undefined) throw new AppError('invalid_input', 'Environment must be selected');
  return { tenant_id, environment_id: only };
}
