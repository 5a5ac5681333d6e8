import { isPublicName } from '../../secret-names.ts';
import { isTree } from '../openapi/tree.ts';
import type { AuthFields, Problem } from './collection.ts';
import { prefixOfVariable, variablesIn, type Variables } from './variables.ts';

/** Authentication with its variables filled in. A credential whose variable has no value is left empty, to be entered. */
export function credentialsOf({ type, credentials }: AuthFields, variables: Variables, where: string, problems: Problem[]): AuthFields {
  const empty: string[] = [];
  const filled = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return (value as unknown[]).map((inner) => filled(name, inner));
    if (isTree(value)) return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, filled(inner, one)]));
    if (typeof value !== 'string') return value;
    const resolved = variables.resolve(value);
    const unknown = variablesIn(resolved);
    if (unknown.length === 0 || (isPublicName(name) && type !== 'custom')) return resolved;
    empty.push(...unknown);
    return '';
  };
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, filled(name, value)]));
  const key = type === 'api_key' && typeof credentials['value'] === 'string' ? prefixOfVariable(variables.resolve(credentials['value'])) : undefined;
  const prefix = key?.trim() ?? '';
  if (empty.length > 0) {
    const names = [...new Set(empty)].map((name) => `“${name.slice(0, 60)}”`).join(', ');
    problems.push({ where, message: `The authentication takes ${names} from outside of the collection; enter it before this is called.` });
  }
  return { type, credentials: prefix === '' ? result : { ...result, prefix } };
}
