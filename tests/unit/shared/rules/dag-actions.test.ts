import { describe, expect, it } from 'vitest';
import { afterAction, callOfAction } from '../../../../shared/rules/dag-actions.ts';

describe('actions on a DAG', () => {
  it.each([
    ['start', 'trigger', '[S-005][A-018]'],
    ['trigger', 'trigger', '[S-005][A-018]'],
    ['pause', 'pause', '[S-006]'],
    ['resume', 'unpause', '[S-006]'],
    ['delete', 'remove', '[S-007]'],
  ])('%s is %s on the server %s', (action, call) => {
    expect(callOfAction(action)).toBe(call);
  });

  it.each(['stop', '', 'Pause', 'toString', '__proto__'])('refuses “%s” [S-008][E-076]', (action) => {
    expect(() => callOfAction(action)).toThrow(expect.objectContaining({ code: 'invalid_input', message: `Invalid action: ${action}` }));
  });

  const dags = [{ dag_id: 'a', is_paused: false }, { dag_id: 'b', is_paused: true }];
  it.each([
    ['pause sets is_paused', 'a', 'pause', [true, true]],
    ['pause of a paused DAG changes nothing', 'b', 'pause', [false, true]],
    ['resume clears it', 'b', 'resume', [false, false]],
    ['trigger leaves it', 'b', 'trigger', [false, true]],
    ['delete removes the DAG', 'a', 'delete', [true]],
  ])('in state, %s [S-009]', (_title, id, action, paused) => {
    expect(afterAction(dags, id, action).map(({ is_paused }) => is_paused)).toEqual(paused);
  });
});
