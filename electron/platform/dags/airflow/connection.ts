import { AppError } from '../../../../shared/errors.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';

/** The Airflow to which an environment's DAGs belong, as its settings say. */
export interface Connection {
  /** Whose setting it is. */
  readonly environment_id: string;
  /** Where Airflow is served, without a slash at its end. */
  readonly url: string;
  /** Who signs in with `secret` as the password; without one, `secret` is a token. */
  readonly user: string | undefined;
  readonly secret: string;
}

/** Throws `invalid_input` where only half of a connection is given. Undefined where the DAGs are the platform's own. */
export function connectionOf({ kinds, secrets, access }: Pick<Core, 'kinds' | 'secrets' | 'access'>, caller: Caller): Connection | undefined {
  const [only, second] = caller.environment_id === '' && caller.tenant_id !== '' ? access.environmentsOf(caller.user_id, caller.tenant_id) : [caller.environment_id];
  if (!only || second !== undefined) return undefined;
  const row = kinds.of('environments').find(only, caller);
  if (typeof row['airflow_url'] !== 'string' || row['airflow_url'] === '') return undefined;
  const { airflow_url, airflow_user, airflow_secret } = secrets.reveal('environments', only, row);
  if (typeof airflow_secret !== 'string' || airflow_secret === '') {
    throw new AppError('invalid_input', 'This environment names an Airflow, but no token or password for it. Enter it in Admin, Environments.');
  }
  return {
    environment_id: only,
    url: (airflow_url as string).replace(/\/+$/, ''),
    user: typeof airflow_user === 'string' && airflow_user !== '' ? airflow_user : undefined,
    secret: airflow_secret,
  };
}
