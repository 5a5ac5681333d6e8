import { keptAuthType } from '../../../shared/rules/constants.ts';
import { AppError } from '../../../shared/errors.ts';
import type { AuthSpec, Fields } from '../request.ts';

/** The auth config to which a row's `auth` refers; undefined where it has credentials of its own, or none. */
export function configIdOf(auth: unknown): string | undefined {
  const { type, credentials } = (auth ?? {}) as { readonly type?: unknown; readonly credentials?: { readonly auth_config_id?: unknown } | null };
  if (type !== keptAuthType) return undefined;
  return typeof credentials?.auth_config_id === 'string' ? credentials.auth_config_id : '';
}

/** How an auth config signs in. Throws `rejected` where it is not active. */
export function authFrom({ name, auth_type, config, is_active }: Fields): AuthSpec {
  if (is_active === false) throw new AppError('rejected', `The auth config “${String(name)}” is not active. Make it active, or choose another.`);
  return { type: typeof auth_type === 'string' && auth_type !== '' ? auth_type : 'none', credentials: (config ?? {}) as Fields };
}

/** Throws `rejected`, for a config that is not there. */
export const configGone = (cause?: unknown): AppError => new AppError('rejected', 'The auth config with which this signs in is gone. Choose another way to sign in, then try again.', { cause });
