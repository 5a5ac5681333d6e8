import { authFrom, configGone, configIdOf } from '../execution/compose/kept-auth.ts';
import type { AuthSpec, Fields } from '../execution/request.ts';
import { AppError } from '../../shared/errors.ts';
import { clearRowsOf, type ClearRow } from './clear-rows.ts';
import type { Core } from './core.ts';
import type { Caller } from './domain.ts';

/** The auth config of an id, with its credentials in clear. Throws `rejected` where it is gone. */
export function configRow(core: Core, id: string, caller: Caller): ClearRow {
  try {
    return clearRowsOf(core).find('authConfigs', id, caller);
  } catch (thrown) {
    throw thrown instanceof AppError && thrown.code === 'not_found' ? configGone(thrown) : thrown;
  }
}

/** How the auth config of an id signs in. Throws `rejected` where it is gone or not active. */
export const keptAuth = (core: Core, id: string, caller: Caller): AuthSpec => authFrom(configRow(core, id, caller).clear);

/** A row whose `auth` refers to an auth config, with that one's; one whose config is gone signs in with nothing. For what is shown, and not sent. */
export function withKeptAuth<R extends Fields>(core: Core, row: R, caller: Caller): R {
  const id = configIdOf(row['auth']);
  if (id === undefined) return row;
  try {
    return { ...row, auth: keptAuth(core, id, caller) };
  } catch {
    return { ...row, auth: { type: 'none', credentials: {} } };
  }
}
