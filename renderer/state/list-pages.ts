import type { Row } from '../../shared/contract/entity.ts';
import type { Reply, Subscriber, Unsubscribe } from '../../shared/rpc.ts';

/** The pages of a long list after its first: read one after another, so that the platform has room for others in between. */

/** Most rows of one list. */
export const mostRows = 10_000;
/** Between two pages that are read again, in milliseconds: what is far down in a long list is a little older. */
const pause = 5000;

export interface Pages {
  stop(): void;
  /** Rows changed here while a page was on its way: its answer may be too old. */
  again(): void;
  /** Nothing fresher comes while the platform is away. */
  makeDo(): void;
}

interface PagesAsked {
  /** Rows in a page. */
  readonly size: number;
  /** How many there are; undefined once nobody wants them any more, and where the platform does not tell. */
  readonly total: () => number | undefined;
  readonly ask: (page: { readonly offset: number }, subscriber: Subscriber<Reply>) => Unsubscribe;
  /** No fresher answer follows this one. */
  readonly isLast: (reply: Reply) => boolean;
  readonly put: (page: number, size: number, reply: Reply) => void;
}

/** Rows with one page replaced, and without what stands beyond the total; a row that moved to another page stands there once. */
export function withPage(rows: readonly Row[], page: number, size: number, answered: readonly Row[], total = rows.length): readonly Row[] {
  const ids = new Set(answered.map(({ id }) => id));
  const elsewhere = (row: Row) => !ids.has(row.id);
  const before = rows.slice(0, page * size).filter(elsewhere);
  const after = rows.slice((page + 1) * size).filter(elsewhere);
  return [...before, ...answered, ...after].slice(0, Math.max(total, answered.length));
}

/** Rows with those that were answered in the places of the same ones; one that is new comes with its page. */
export function withNewer(rows: readonly Row[], answered: readonly Row[]): readonly Row[] {
  const newer = new Map(answered.map((row) => [row.id, row]));
  return rows.map((row) => newer.get(row.id) ?? row);
}

export function readPages({ size, total, ask, isLast, put }: PagesAsked): Pages {
  let page = 1;
  /** All were read once: from then on one page at a time is read again. */
  let isRead = false;
  let ended = false;
  let leave: Unsubscribe | null = null;
  let hasAnswer = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const last = () => Math.ceil(Math.min(total() ?? 0, mostRows) / size) - 1;
  const finish = () => {
    leave?.();
    leave = null;
  };
  const later = () => {
    if (!ended) timer = setTimeout(read, pause);
  };
  const advance = () => {
    finish();
    isRead ||= page >= last();
    page = page < last() ? page + 1 : 1;
    if (isRead) later();
    else read();
  };
  function read(): void {
    if (ended) return;
    if (last() < 1 || (isRead && document.hidden)) return later();
    page = Math.min(page, last());
    hasAnswer = false;
    let isOpen = true;
    const close = (go: () => void) => {
      if (!isOpen) return;
      isOpen = false;
      finish();
      go();
    };
    leave = ask({ offset: page * size }, {
      event(reply) {
        if (!isOpen) return;
        hasAnswer = reply.ok;
        put(page, size, reply);
        if (isLast(reply)) close(reply.ok ? advance : later);
      },
      end(error) {
        if (isOpen && error) put(page, size, { ok: false, error });
        close(error ? later : advance);
      },
    });
    if (!isOpen) finish();
  }
  read();
  return {
    stop() {
      ended = true;
      clearTimeout(timer);
      finish();
    },
    again() {
      if (!leave) return;
      finish();
      read();
    },
    makeDo() {
      if (leave && hasAnswer) advance();
    },
  };
}
