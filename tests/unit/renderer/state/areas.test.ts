import { describe, expect, it } from 'vitest';
import * as contract from '../../../../shared/contract/all.ts';
import { areaOf, areas, pathOf, places } from '../../../../renderer/state/areas.ts';

describe('the table of areas', () => {
  it('has a screen for every kind of the contract, once', () => {
    const kinds = Object.entries(contract).filter(([, group]) => 'kind' in group && group.kind === 'entity').map(([name]) => name);
    const shown = places.filter(({ regular }) => regular).map(({ group }) => group);
    expect(shown.toSorted()).toEqual(kinds.toSorted());
  });

  it('gives each kind an address of its own', () => {
    expect(new Set(places.map(({ path }) => path)).size).toBe(places.length);
  });

  it('has the rail of the design, in its order', () => {
    expect(areas.map(({ label }) => label)).toEqual([
      'Home', 'Agents', 'Workflows', 'APIs', 'DAGs', 'Connectors', 'Workspaces', 'Documents', 'Admin', 'Activity', 'Settings',
    ]);
  });

  it('knows the address of a row, and the area of an address', () => {
    expect(pathOf('agentPrompts', 'a/b')).toBe('/agents/agent-prompts/a%2Fb');
    expect(pathOf('profiles')).toBeUndefined();
    expect(areaOf('/recipes/7').id).toBe('workflows');
    expect(areaOf('/connectors/app-connections').id).toBe('connectors');
    expect(areaOf('/').id).toBe('home');
    expect(areaOf('/nowhere').id).toBe('home');
  });
});
