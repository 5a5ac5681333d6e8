import { beforeEach, describe, expect, it } from 'vitest';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { detailsOf, dismissToast, notify, notifyError, useToasts } from '../../../../renderer/state/toasts.ts';

beforeEach(resetAppState);

describe('toasts', () => {
  it('stay for an error until they are dismissed, with everything that is known', () => {
    const id = notifyError({ code: 'server', message: 'The database is locked', status: 500, details: { table: 'agents' } });
    expect(useToasts.get().toasts).toMatchObject([{ intent: 'danger', timeout: 0, message: 'The database is locked' }]);
    expect(useToasts.get().toasts[0]?.details).toBe('The database is locked\nCode: server\nStatus: 500\n{\n  "table": "agents"\n}');
    dismissToast(id);
    expect(useToasts.get().toasts).toEqual([]);
  });

  it('name each field that was refused', () => {
    expect(detailsOf({ code: 'invalid_input', message: 'Name is required', problems: [{ path: ['data', 0, 'name'], message: 'Name is required' }] })).toContain('data.0.name: Name is required');
  });

  it('stack in the order in which they came', () => {
    notify('One');
    notify('Two');
    expect(useToasts.get().toasts.map(({ message }) => message)).toEqual(['One', 'Two']);
  });
});
