import { entriesOf, field, isTree, listField, textField, type Tree } from './tree.ts';
import { isSecretMark } from '../../../../shared/rules/secret-mark.ts';
import { sameValue } from '../../../../shared/rules/openapi-sync.ts';

/** May what somebody typed under this name be a secret? */
export const isSecretName = (name: string): boolean => secretName.test(name);

const secretName = /authorization|cookie|api[-_]?key|token|secret|passw|signature|credential|session/i;

/**
 * An endpoint without what somebody typed under the name of a secret: a header gets a placeholder, a parameter is left
 * with the example of its document.
 */
export function withoutTypedSecrets(endpoint: Tree): Tree {
  const headers = entriesOf(field(endpoint, 'headers')).map(([name, value]) => [name, isSecretName(name) || isSecretMark(value) ? `<${name}>` : value] as const);
  const parameters = listField(endpoint, 'parameters').map((one) => (isTree(one) && isTyped(one) ? Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'value')) : one));
  return { ...endpoint, headers: Object.fromEntries(headers), parameters };
}

const isTyped = (parameter: Tree) => isSecretMark(parameter['value']) || isSecretName(textField(parameter, 'name')) && !sameValue(parameter['value'], parameter['example']);
