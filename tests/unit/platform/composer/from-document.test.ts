import { describe, expect, it } from 'vitest';
import { mayChoose } from '../../../../electron/platform/composer/openapi/from-document.ts';
import { serversOf, withVariable } from '../../../../electron/platform/composer/openapi/server-environments.ts';
import { permissionsOf } from '../../../../shared/rules/permissions.ts';

const callerAs = (role: string) => ({ user_id: 'u', tenant_id: 't', environment_id: 'e', permissions: new Set<string>(permissionsOf(role)) });

describe('what an import makes beside an API', () => {
  it('is refused before anything is read to who may not make it', () => {
    expect(() => mayChoose({ environments: 'several' }, callerAs('member'))).toThrow(expect.objectContaining({ code: 'forbidden' }) as Error);
    expect(() => mayChoose({ auth_configs: true }, callerAs('viewer'))).toThrow(expect.objectContaining({ code: 'forbidden' }) as Error);
    expect(() => mayChoose({ environments: 'several', auth_configs: true }, callerAs('tenant_admin'))).not.toThrow();
    expect(() => mayChoose({}, callerAs('viewer'))).not.toThrow();
  });

  it('names servers by what is said of them, or by their host, each once', () => {
    const servers = [{ url: 'https://a.example/v1/' }, { url: 'https://a.example/v2' }, { url: 'https://b.example', description: ' Live\n server ' }, { url: '/here' }, { url: 'https://{unknown}.example' }];
    expect(serversOf({ servers })).toEqual([{ name: 'a.example', url: 'https://a.example/v1' }, { name: 'a.example (a.example/v2)', url: 'https://a.example/v2' }, { name: 'Live server', url: 'https://b.example' }]);
    expect(serversOf({ server_url: 'https://one.example', base_path: '/v1' })).toEqual([{ name: 'one.example', url: 'https://one.example/v1' }]);
    expect(withVariable({ server_url: '', base_path: '/v1' }, 'x_url')).toEqual({ server_url: '', base_path: '/v1' });
  });
});
