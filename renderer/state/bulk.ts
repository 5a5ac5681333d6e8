import type { Row } from '../../shared/contract/entity.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';

export interface BulkResult {
  readonly id: string;
  readonly error: ErrorValue | null;
}

/** Does the same to many rows, four at a time, and tells the result of each as it comes; stops before the next one when aborted. */
export async function bulk(rows: readonly Row[], act: (row: Row) => Promise<Reply>, tell: (result: BulkResult) => void, signal?: AbortSignal): Promise<void> {
  const queue = rows.values();
  const work = async () => {
    for (const row of queue) {
      if (signal?.aborted) return;
      const reply = await act(row);
      tell({ id: row.id, error: reply.ok ? null : reply.error });
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}
