import { AppError } from '../../../../shared/errors.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { scopeOf } from '../scope.ts';

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
  const { environment_id } = scopeOf({ access }, caller);
  const row = kinds.of('environments').find(environment_id, caller);
  if (typeof row['airflow_url'] !== 'string' || row['airflow_url'] === '') return undefined;
  const { airflow_url, airflow_user, airflow_secret } = secrets.reveal('environments', environment_id, row);
  if (typeof airflow_secret !== 'string' || airflow_secret === '') {
    throw new AppError('invalid_input', 'This environment names an Airflow, but no token or password for it. Enter it in Admin, Environments.');
  }
  return {
    environment_id,
    url: (airflow_url as string).replace(/\/+$/, ''),
    user: typeof airflow_user === 'string' && airflow_user !== '' ? airflow_user : undefined,
    secret: airflow_secret,
  };
}
