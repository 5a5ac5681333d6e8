import type { ConfQuestion, ConfTold } from './conf-worker.ts';

/** By param, what is wrong with it; `unknown` where that took too long to find out. */
export type Judged = ReadonlyMap<string, string> | 'unknown';

/** Holds confs with patterns against the params of their DAG, one at a time, in a worker that is ended when one takes too long. */
export interface ConfJudge {
  /** Tells once, and never of a conf that another one has followed. */
  judge(question: ConfQuestion, tell: (judged: Judged) => void): void;
  /** Ends the worker, and what it still does. */
  close(): void;
}

/** Milliseconds for one conf, from when the worker is there. */
const patience = 1000;

interface Asked {
  readonly question: ConfQuestion;
  readonly tell: (judged: Judged) => void;
}

export function createConfJudge(): ConfJudge {
  let worker: Worker | undefined;
  let isReady = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the worker is to answer. */
  let asked: Asked | undefined;

  const end = () => {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    isReady = false;
  };
  const answer = (judged: Judged) => {
    clearTimeout(timer);
    asked?.tell(judged);
    asked = undefined;
  };
  const giveUp = () => {
    end();
    answer('unknown');
  };
  const ask = ({ question }: Asked) => {
    timer = setTimeout(giveUp, patience);
    worker!.postMessage(question);
  };
  const begin = () => {
    const made = new Worker(new URL('./conf-worker.ts', import.meta.url), { type: 'module' });
    worker = made;
    made.addEventListener('message', ({ data }: MessageEvent<ConfTold>) => {
      if (worker !== made) return; // said before it was ended
      if (data !== 'ready') return answer(data);
      isReady = true;
      if (asked) ask(asked);
    });
    made.addEventListener('error', () => worker === made && giveUp());
  };

  return {
    judge(question, tell) {
      if (isReady && asked) end();
      asked = { question, tell };
      if (!worker) begin();
      else if (isReady) ask(asked);
    },
    close() {
      asked = undefined;
      end();
    },
  };
}
