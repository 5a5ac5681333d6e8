import type { Row } from '../../../shared/contract/entity.ts';
import { authKinds, authLabel, isKnown } from '../../components/resource/auth-kinds.ts';
import { textOf } from '../../state/list-order.ts';
import type { AuthData } from '../../state/endpoint-updates.ts';

/** How an endpoint of an open API signs in, in words: with kept credentials that it names, else with its own. */

/** Auth configs by id, as far as they are known. */
export type Configs = ReadonlyMap<string, Row>;

const goneText = 'An auth config that is gone';

export function signInText(row: Row, configs: Configs): string {
  const id = textOf(row['auth_config_id']);
  if (id !== '') return textOf(configs.get(id)?.['name']) || goneText;
  return authLabel(textOf((row['auth_config'] as { type?: unknown } | null | undefined)?.type) || 'none');
}

/** What endpoints are to sign in with: a kept config, or credentials of their own. */
export type SignIn = { readonly config: Row } | { readonly own: AuthData };

export const signInWords = (target: SignIn): string => ('config' in target ? textOf(target.config['name']) : authLabel(target.own.type));

/** Nothing secret is said yet of a kind that asks for it. */
export function lacksCredentials({ type, credentials }: AuthData): boolean {
  const parts = isKnown(type) ? authKinds[type].parts : [];
  const asked = parts.filter(({ widget }) => widget === 'secret' || widget === 'headers');
  return asked.length > 0 && asked.every(({ name }) => isBlank(credentials[name]));
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** As the platform takes it: of kept credentials only which, since their secrets never leave it. */
export const authDataOf = (target: SignIn): AuthData =>
  'config' in target ? { type: textOf(target.config['auth_type']) || 'none', credentials: {}, auth_config_id: target.config.id } : target.own;

/** Own credentials may differ in what is not shown, so only none is known to be the same as none. */
export function signsInSo(row: Row, target: SignIn): boolean {
  const id = textOf(row['auth_config_id']);
  if ('config' in target) return id === target.config.id;
  const type = textOf((row['auth_config'] as { type?: unknown } | null | undefined)?.type) || 'none';
  return id === '' && type === 'none' && target.own.type === 'none';
}
