const two = (value: number) => String(value).padStart(2, '0');

/** "0.42 s", "12 s", "3 min 05 s", "1 h 02 min", "12 d 05 h"; milliseconds. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${Number(seconds.toFixed(2))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  const hours = Math.floor(whole / 3600);
  if (hours < 72) return `${hours} h ${two(Math.floor((whole % 3600) / 60))} min`;
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`;
}

/** A round time beside an axis: "0", "30 min", "2 h"; milliseconds. */
export const markText = (ms: number): string => (ms === 0 ? '0' : durationText(ms).replace(/ 00 (?:s|min|h)$/, ''));

/** How long something took, or takes until now; null before it began. Milliseconds. */
export function elapsed(start: string | null, end: string | null, now: number): number | null {
  return start === null ? null : Math.max(0, (end === null ? now : Date.parse(end)) - Date.parse(start));
}
