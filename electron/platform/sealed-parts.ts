import { isDeepStrictEqual } from 'node:util';
import { isSecretMark } from '../../shared/contract/fields.ts';
import { secretStep } from '../../shared/rules/secret-path.ts';
import { namesCredential } from '../execution/compose/secret-names.ts';
import { scalarText } from '../execution/request.ts';
import type { Fields } from './rows.ts';
import type { Visit } from './secrets.ts';

/** The headers and parameters of a request, of which some are secrets: by their names, or because somebody says so. */

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names a variable, after a scheme or alone: it says where the secret is, and holds none. */
export const isReference = (text: string): boolean => /^(?:\S+\s+)?\{\{[^{}]+\}\}$/.test(text.trim());
const isTyped = (value: unknown): value is string | number => (typeof value === 'string' && value !== '' && !isReference(value)) || typeof value === 'number';

export const sealParts = (kind: 'headers' | 'parameters', value: unknown, path: string, visit: Visit): unknown =>
  kind === 'headers' ? headersIn(value, path, visit) : parametersIn(value, path, visit);

/** `{name: value}`; a value of `{value, secret: true}` asks for being kept as one, and is read as a mark from then on. */
function headersIn(headers: unknown, path: string, visit: Visit): unknown {
  if (!isObject(headers)) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, given]) => {
    const said = isObject(given) && given['secret'] === true && 'value' in given;
    const value = said ? given['value'] : given;
    const sealed = isSecretMark(value) || ((said || namesCredential(name)) && isTyped(value));
    return [name, sealed ? visit(secretStep(path, name, undefined), clearText(value)) : value];
  }));
}

/** `[{name, in, value?, example?, secret?}]`. A value that is its document's example is none of the user's. */
function parametersIn(parameters: unknown, path: string, visit: Visit): unknown {
  if (!Array.isArray(parameters)) return parameters;
  return (parameters as unknown[]).map((one, index) => {
    if (!isObject(one)) return one;
    const { name, in: place, value, example, secret } = one;
    const isNamed = typeof name === 'string' && (place === 'cookie' || namesCredential(name)) && !isDeepStrictEqual(value, example);
    const sealed = isSecretMark(value) || ((secret === true || isNamed) && isTyped(value));
    return sealed ? Object.assign({}, one, { value: visit(`${secretStep(path, index, one)}/value`, clearText(value)) }) : one;
  });
}

const clearText = (value: unknown): unknown => scalarText(value) ?? value;
