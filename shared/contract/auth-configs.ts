import { call } from './define.ts';
import { entity, pageOf } from './entity.ts';
import { choice, credentials, flag, listOf, long, name, number, only, search } from './fields.ts';
import { authTypes } from './http.ts';

const both = ['tenant_id', 'environment_id'] as const;

const fields = {
  name: name(),
  auth_type: choice('Type', authTypes, { initial: 'none' }),
  description: long('Description'),
  config: credentials('Configuration', { help: 'The credentials of this type, such as {"token": "…"}. They are stored encrypted and never shown again.' }),
  is_active: flag('Active', { initial: true }),
  used_by: number('Used by', { readOnly: true }),
};

/** Ways to sign in that are kept once and used by many [C-046][C-047][I-002]. */
export const authConfigs = entity(
  {
    one: 'auth config', many: 'auth configs', path: '/api/saas_db/auth_configs', scope: both, fields,
    columns: ['name', 'auth_type', 'used_by', 'is_active', 'description', 'updated_at'],
    filters: { auth_type: search('Type') },
  },
  {
    /** Names to choose from: active ones only, and only the fields asked for. */
    dropdown: call({
      method: 'GET', path: '/api/saas_db/auth_configs/dropdown', scope: both, 
      input: { active_only: only('Active only').default(true), fields: listOf('Fields').default(['id', 'name', 'auth_type']) },
      output: pageOf(fields), answer: 'list', plural: 'auth_configs', fallback: 'Failed to fetch auth configs',
    }),
  },
);
