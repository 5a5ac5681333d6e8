/**
 * What leads from a value to a part of it, in the pointer (RFC 6901) under which a secret is known: parameters go by their
 * place and name, since a list of them changes its order; all else goes by name or number.
 */
export function secretStep(path: string, key: string | number, part: unknown): string {
  const { name, in: place } = (typeof part === 'object' && part !== null ? part : {}) as { name?: unknown; in?: unknown };
  const step = path === '/parameters' && typeof name === 'string' && typeof place === 'string' ? `${place}:${name}` : String(key);
  return `${path}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
