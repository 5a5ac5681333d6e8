import { describe, expect, it } from 'vitest';
import { allows, areas, builtInRoles, needs, permissionsOf, type Permission } from '../../../../shared/rules/permissions.ts';

const may = (role: string, call: string) => allows(permissionsOf(role), needs(call));

describe('permissions [P-001][P-002][P-004]', () => {
  it.each([
    ['agents.list', 'agents:read'],
    ['agents.create', 'agents:write'],
    ['runtimeAgent.invokeAgent', 'agents:run'],
    ['dags.trigger', 'dags:run'],
    ['securedDags.runs', 'dags:read'],
    ['composerExecutions.execute', 'apis:run'],
    ['composerExecutions.replay', 'apis:run'],
    ['composerExecutions.retest', 'apis:run'],
    ['composerExecutions.listTests', 'apis:read'],
    ['composerExecutions.workflowRuns', 'apis:read'],
    ['composerApis.clone', 'apis:write'],
    ['environments.create', 'admin:write'],
    ['tenants.update', 'admin:write'],
    ['tenants.create', 'platform:write'],
    ['tenants.list', undefined],
    ['platformSession.get', undefined],
    ['constructor.list', undefined],
  ])('%s needs %s', (name, permission) => {
    expect(needs(name)).toBe(permission);
  });

  it.each([
    ['agents.remove', [true, true, true, false]],
    ['agents.get', [true, true, true, true]],
    ['dags.trigger', [true, true, true, false]],
    ['projects.create', [true, true, true, false]],
    ['roles.create', [true, true, false, false]],
    ['userEnvironments.create', [true, true, false, false]],
    ['environments.update', [true, true, false, false]],
    ['tenantUsers.list', [true, true, true, true]],
    ['tenants.create', [true, false, false, false]],
    ['tenants.list', [true, true, true, true]],
  ])('%s: platform admin, tenant admin, member, viewer %j', (call, expected) => {
    expect(builtInRoles.map((role) => may(role, call))).toEqual(expected);
  });

  it.each([
    [['agents:read'], 'agents:read', true],
    [['agents:read'], 'agents:write', false],
    [['agents:write'], 'agents:read', true],
    [['agents:run'], 'agents:read', true],
    [['agents:run'], 'agents:write', false],
    [['agents:admin'], 'agents:run', true],
    [['agents:admin'], 'dags:read', false],
    [[], 'agents:read', false],
  ] as const)('%j allows %s: %s', (held, needed, expected) => {
    expect(allows(held, needed as Permission)).toBe(expected);
    expect(allows(new Set(held), needed as Permission)).toBe(expected);
  });

  it('takes of a custom role what is a permission, and never lets it pass for a built-in one', () => {
    expect(permissionsOf('auditor', ['dags:read', 'dags:own', 'x', 'moon:read', 'dags:read:more'])).toEqual(['dags:read']);
    expect(permissionsOf('viewer', ['platform:admin'])).not.toContain('platform:admin');
    expect(permissionsOf('__proto__')).toEqual([]);
  });

  it('gives a tenant admin every area but the platform itself', () => {
    expect(permissionsOf('tenant_admin')).toEqual(areas.filter((area) => area !== 'platform').map((area) => `${area}:admin`));
  });
});
