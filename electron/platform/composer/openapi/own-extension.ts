import { keptAuthType } from '../../../../shared/rules/constants.ts';
import type { ImportedApi, ImportedEndpoint } from './imported.ts';
import { field, isTree, type Tree } from './tree.ts';

/**
 * `x-trellis`, in a document that was exported from here: the fields for which OpenAPI has no words, or other ones. They
 * stand beside what any reader understands, and win when the document comes back.
 */
export const ownExtension = 'x-trellis';

/** What each field may be; anything else under its name is left alone. */
type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string' && value.length <= 300_000;
const isFlag: Check = (value) => typeof value === 'boolean';
const isTime: Check = (value) => typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 3_600_000;
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
/** No document may name an auth config: its credentials would go where the document says. */
const isAuth: Check = (value) => value === null || (isTree(value) && isText(value['type']) && value['type'] !== keptAuthType && isTree(value['credentials']));
const isBody: Check = (value) => isTree(value) && isText(value['type']);
const isListOf = (check: Check): Check => (value) => Array.isArray(value) && (value as unknown[]).every(check);
const isParameter: Check = (value) => isTree(value) && isText(value['name']) && isText(value['in']);

const apiChecks: Readonly<Record<string, Check>> = {
  name: isText, description: isText, version: isText, server_url: isText, base_path: isText, auth: isAuth, servers: isListOf((one) => isTree(one) && isText(one['url'])),
  folders: isListOf(isText),
};
const endpointChecks: Readonly<Record<string, Check>> = {
  operation_key: isText, name: isText, description: isText, method: isText, path: isText, operation_id: isText, tags: isListOf(isText), parameters: isListOf(isParameter),
  body: isBody, auth: isAuth, server_url: isText, base_path: isText, docs: isTree, enabled: isFlag, headers: isTree, timeout_ms: isTime, folder: isText, position: isNumber,
};
export const apiFields = Object.keys(apiChecks);
export const endpointFields = Object.keys(endpointChecks);

/** `read`, with what the extension of the same object says in its place; null takes a field away. */
const withOwn = <T extends object>(read: T, described: unknown, checks: Readonly<Record<string, Check>>): T => {
  const own = field(described, ownExtension);
  if (!isTree(own)) return read;
  const said = Object.entries(own).filter(([name, value]) => Object.hasOwn(checks, name) && (value === null || checks[name]!(value)));
  const fields: Tree = { ...read, ...Object.fromEntries(said) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T;
};

export const withOwnApi = (api: ImportedApi, root: unknown): ImportedApi => withOwn(api, root, apiChecks);
export const withOwnEndpoint = (endpoint: ImportedEndpoint, operation: unknown): ImportedEndpoint => withOwn(endpoint, operation, endpointChecks);
