const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Resolves once what stands in the page now is on the screen. */
export async function painted(): Promise<void> {
  await frame();
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

/** Asks once per frame, for at most 20 seconds. */
export async function waitFor(there: () => boolean): Promise<void> {
  const start = performance.now();
  while (!there()) {
    if (performance.now() - start > 20_000) throw new Error('What was waited for did not come within 20 s');
    await frame();
  }
}

/** Does something in each of `count` frames: milliseconds from each frame to the next. */
export async function frames(count: number, act: () => void): Promise<number[]> {
  const times: number[] = [];
  let last = await frame();
  for (let n = 0; n < count; n++) {
    act();
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}
