/**
 * The script of a worker that stands beside the module whose `import.meta.url` is `base`: `.ts` when that runs from
 * source, `.js` when it was bundled.
 */
export function workerUrl(base: string, name: string): URL {
  const { pathname } = new URL(base);
  return new URL(`./${name}.${pathname.endsWith('.ts') ? 'ts' : 'js'}`, base);
}

/**
 * What a worker sees of the environment: where Node keeps what it has compiled, and nothing else. Without it each thread would
 * compile its sources anew, which takes most of its start, and V8 has ended processes whose threads did so all the time.
 */
export function workerEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}
