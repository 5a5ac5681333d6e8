/**
 * A task that the platform's end cut off runs again at once and spends no retry. But an expression may itself be what
 * ended the platform: so after a few times it waits, longer each time, and in the end it is given up, or the platform
 * would never stay up.
 */
const atOnce = 3;
const longestWait = 60_000;
export const mostInterruptions = 20;

/** Milliseconds until a task is run again that has now been cut off `times` times; undefined if it is given up. */
export function waitAfterInterruption(operator: string, times: number): number | undefined {
  if (operator !== 'transform' || times <= atOnce) return 0;
  return times < mostInterruptions ? Math.min(2 ** (times - atOnce - 1) * 1000, longestWait) : undefined;
}
