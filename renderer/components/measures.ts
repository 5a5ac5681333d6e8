/** "84 ms", "1.2 s"; `value` in milliseconds. */
export const duration = (value: number): string => (value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`);

/** "840 B", "1.2 kB", "3.4 MB"; `bytes` in bytes, a kilobyte is 1000 of them. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
