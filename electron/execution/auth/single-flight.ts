/** Work that many wait for and that is done once: whoever gives up leaves the others waiting, and the work going on. */
export function singleFlight<T>() {
  const underWay = new Map<string, Promise<T>>();
  return {
    /** Joins the work of this key, or begins it. Throws the signal's reason where that comes first. */
    run(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const known = underWay.get(key);
      const flight = known ?? work().finally(() => underWay.delete(key));
      if (!known) underWay.set(key, flight);
      return orAborted(flight, signal);
    },
  };
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => undefined); // its failure is told to those who still wait
  }
}
