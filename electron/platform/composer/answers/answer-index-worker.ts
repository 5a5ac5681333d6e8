import { answerReads } from '../read-in-thread.ts';
import type { LayoutKind } from './layout.ts';
import { buildIndex } from './line-index.ts';

export interface IndexWork {
  readonly file: string;
  readonly kind: LayoutKind;
  readonly bytes: number;
}

/** Runs in a worker thread: writes the index of the answer that it is given. */
answerReads(({ file, kind, bytes }: IndexWork, post) => {
  let told = 0;
  return buildIndex(file, kind, bytes, (progress) => {
    if (progress - told < 0.01) return;
    told = progress;
    post({ progress, note: '' });
  });
});
