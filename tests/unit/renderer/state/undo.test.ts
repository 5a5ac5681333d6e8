import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { commitOffers, offerUndo, undoWindow } from '../../../../renderer/state/undo.ts';

const offer = () => {
  const undo = vi.fn<() => void>();
  const commit = vi.fn<() => void>();
  const send = offerUndo({ message: 'Deleted 3 agent memories', undo, commit });
  return { undo, commit, send, toast: useToasts.get().toasts.at(-1) };
};

describe('an offer to undo', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    commitOffers();
    vi.useRealTimers();
  });

  it('sends when 8 seconds have passed, and not before', () => {
    const { commit, undo } = offer();
    vi.advanceTimersByTime(undoWindow - 1);
    expect(commit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(commit).toHaveBeenCalledTimes(1);
    expect(undo).not.toHaveBeenCalled();
    expect(useToasts.get().toasts).toEqual([]);
  });

  it('takes back, and then never sends', () => {
    const { commit, undo, send, toast } = offer();
    toast?.action?.run();
    vi.advanceTimersByTime(undoWindow * 2);
    send();
    commitOffers();
    expect(undo).toHaveBeenCalledTimes(1);
    expect(commit).not.toHaveBeenCalled();
  });

  it('sends what is open on leaving, once', () => {
    const [one, other] = [offer(), offer()];
    commitOffers();
    vi.advanceTimersByTime(undoWindow);
    expect(one.commit).toHaveBeenCalledTimes(1);
    expect(other.commit).toHaveBeenCalledTimes(1);
  });

  it('sends when its toast is dismissed', () => {
    const { commit, toast } = offer();
    toast?.onLeave?.();
    expect(commit).toHaveBeenCalledTimes(1);
  });
});
