/**
 * The script of a worker that stands beside the module whose `import.meta.url` is `base`: `.ts` when that runs from
 * source, `.js` when it was bundled.
 */
export function workerUrl(base: string, name: string): URL {
  const { pathname } = new URL(base);
  return new URL(`./${name}.${pathname.endsWith('.ts') ? 'ts' : 'js'}`, base);
}
