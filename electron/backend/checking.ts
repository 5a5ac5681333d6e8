import type { Visibility } from './visibility.ts';

/** Milliseconds between two health checks: while the platform answers; and, doubled each time up to the former, while it does not. */
const calm = 15_000;
const first = 1000;

/** Asks again and again whether the platform answers, while a window is visible and `wanted` says so; returns how to stop. */
export function keepChecking(options: {
  readonly check: () => Promise<void>;
  readonly away: () => boolean;
  readonly wanted: () => boolean;
  readonly visibility: Visibility;
}): { now(): void; stop(): void } {
  const { check, away, wanted, visibility } = options;
  let timer: NodeJS.Timeout | null = null;
  let interval = first;
  let running = false;
  let stopped = false;

  const schedule = () => {
    interval = away() ? Math.min(interval * 2, calm) : first;
    if (stopped) return;
    timer = setTimeout(() => void round(), away() ? interval : calm);
    timer.unref();
  };
  const round = async () => {
    if (timer) clearTimeout(timer);
    if (running) return;
    running = true;
    if (wanted() && visibility.any()) await check();
    running = false;
    schedule();
  };
  schedule();
  const forgetShown = visibility.onShown(() => void round());

  return {
    now: () => void round(),
    stop() {
      stopped = true;
      forgetShown();
      if (timer) clearTimeout(timer);
    },
  };
}
