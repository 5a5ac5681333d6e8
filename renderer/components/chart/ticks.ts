/** Round numbers from 0 to at least `most`, about four steps apart. */
export function ticks(most: number, whole: boolean): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(whole ? 1 : 0, power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10));
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_tick, at) => Number((at * step).toPrecision(12)));
}
