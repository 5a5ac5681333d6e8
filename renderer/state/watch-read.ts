import { changed, isRowsChange } from '../../shared/rows-change.ts';
import type { Reply, Subscriber, Unsubscribe } from '../../shared/rpc.ts';
import { api } from '../api/client.ts';

/** Watches a read; of a long list only what changed crosses to this page, and rows that did not are the very same as before. */
export function watchRead(input: Parameters<typeof api.watch.call>[0], subscriber: Subscriber<Reply>): Unsubscribe {
  let last: Reply | undefined;
  return api.watch.call(input, {
    event(told) {
      last = last && isRowsChange(told) ? changed(last, told) : (told as Reply);
      subscriber.event(last);
    },
    end: (error) => subscriber.end(error),
  });
}
