/** Waits for something that other work brings about; the test's own limit ends it. */
export async function until(met: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 5));
}
