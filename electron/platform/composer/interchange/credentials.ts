import { isTree } from '../openapi/tree.ts';
import type { AuthFields, Problem } from './collection.ts';
import { prefixOfVariable, variablesIn, type Variables } from './variables.ts';

/** Authentication with its variables filled in, as far as they have values. */
export function credentialsOf({ type, credentials }: AuthFields, variables: Variables, where: string, problems: Problem[]): AuthFields {
  const missing = new Set<string>();
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return (value as unknown[]).map(filled);
    if (isTree(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner)]));
    if (typeof value !== 'string') return value;
    const resolved = variables.resolve(value);
    for (const one of variablesIn(resolved)) missing.add(one);
    return resolved;
  };
  const result = filled(credentials) as Record<string, unknown>;
  const key = type === 'api_key' && typeof credentials['value'] === 'string' ? prefixOfVariable(variables.resolve(credentials['value'])) : undefined;
  const prefix = key?.trim() ?? '';
  if (missing.size > 0) {
    const names = [...missing].map((name) => `“${name.slice(0, 60)}”`).join(', ');
    problems.push({ where, message: `The authentication takes ${names} from outside of the collection; enter it, or set the variable, before this is called.` });
  }
  return { type, credentials: prefix === '' ? result : { ...result, prefix, value: (result['value'] as string).slice(key!.length) } };
}
