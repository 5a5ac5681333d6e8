import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Row } from '../../../../shared/contract/entity.ts';
import { BulkDialog, type BulkDialogProps } from '../../../../renderer/components/resource/bulk-dialog.tsx';

afterEach(cleanup);

const rows: readonly Row[] = [{ id: 'one' }, { id: 'two' }, { id: 'three' }];

function show(changes: Partial<BulkDialogProps> = {}) {
  const asked: string[][] = [];
  let failing = new Set(['two']);
  const props: BulkDialogProps = {
    group: 'dags', rows, verb: 'Pause', done: 'paused', intent: 'primary', preview: 'These would be paused.', onClose: () => undefined,
    run(some, tell) {
      asked.push(some.map(({ id }) => id));
      for (const { id } of some) tell({ id, error: failing.has(id) ? { code: 'server', message: 'Out of order' } : null });
      return Promise.resolve();
    },
    ...changes,
  };
  render(<BulkDialog {...props} />);
  return { user: userEvent.setup(), asked, mend: () => (failing = new Set()) };
}

test('leaves alone what there is nothing to do for, and tries again only what failed', async () => {
  const onDone = vi.fn<(done: readonly Row[]) => void>();
  const { user, asked, mend } = show({ skips: ({ id }) => id === 'three', onDone });
  await user.click(screen.getByRole('button', { name: 'Pause 2 DAGs' }));
  expect(await screen.findByText('1 paused, 1 failed, 1 left as they were.')).toBeTruthy();
  mend();
  await user.click(screen.getByRole('button', { name: 'Try the one that failed again' }));
  expect(await screen.findByText('2 paused, 0 failed, 1 left as they were.')).toBeTruthy();
  expect(asked).toEqual([['one', 'two'], ['two']]);
  expect(onDone.mock.calls.map(([some]) => (some as Row[]).map(({ id }) => id))).toEqual([['one'], ['two']]);
});

test('asks for the name of a production environment before anything is sent', async () => {
  const { user, asked } = show({ typed: 'Production' });
  const button = screen.getByRole('button', { name: 'Pause 3 DAGs' });
  await user.click(button);
  expect(asked).toEqual([]);
  await user.type(screen.getByLabelText(/Type Production to go on/), 'Production');
  await user.click(button);
  await waitFor(() => expect(asked).toEqual([['one', 'two', 'three']]));
});

test('keeps the focus in the dialog when it is done, so that Escape closes it', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Pause 3 DAGs' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'));
});
