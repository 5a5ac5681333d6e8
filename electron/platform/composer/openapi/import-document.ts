import { AppError } from '../../../../shared/errors.ts';
import { bodyOf, bodyOfParameters, consumesOf } from './bodies.ts';
import type { Imported, ImportedEndpoint, Problem } from './imported.ts';
import { collectParameters, readParameters } from './parameters.ts';
import { readDocument } from './read-document.ts';
import { brokenReferences, createReferences, type References } from './references.ts';
import { readSecurity, type Security } from './security.ts';
import { ownServers, readServer, type Server } from './servers.ts';
import { entriesOf, field, isTree, listField, step, textField, type Tree } from './tree.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
/** Fields of a Path Item that are no operations. */
const beside = new Set(['$ref', 'summary', 'description', 'servers', 'parameters']);
const maxProblems = 500;

/**
 * Reads an OpenAPI document (Swagger 2.0, OpenAPI 3.0 and 3.1; JSON or YAML). What is wrong in it is listed and the
 * rest is read; only a text that is no such document throws `invalid_input`. Nothing but the text is ever read.
 */
export function importDocument(text: string): Imported {
  const { tree: root, problems } = readDocument(text);
  checkVersion(root, problems);
  problems.push(...brokenReferences(root));
  const references = createReferences(root);
  const security = readSecurity(root, references, problems);
  const info = field(root, 'info');
  const name = textField(info, 'title').trim();
  if (name === '') problems.push({ where: '#/info', message: 'The document has no title.' });
  const server = readServer(root, problems);
  const endpoints = readPaths({ root, references, security, server, problems });
  return {
    api: {
      name: name || 'Imported API',
      description: textField(info, 'description'),
      version: textField(info, 'version'),
      ...server,
      auth: security.api,
    },
    endpoints,
    problems: problems.length > maxProblems ? [...problems.slice(0, maxProblems), { where: '#', message: `${problems.length - maxProblems} more problems are not listed.` }] : problems,
  };
}

function checkVersion(root: Tree, problems: Problem[]): void {
  const said = textField(root, 'openapi') || textField(root, 'swagger');
  if (said === '') {
    throw new AppError('invalid_input', 'The document cannot be imported: it says neither “openapi” nor “swagger”, so it is no OpenAPI document. Choose another one.');
  }
  if (/^(2|2\.0|3|3\.[01](\..*)?)$/.test(said)) return;
  if (!/^[23]\b/.test(said)) throw new AppError('invalid_input', `The document cannot be imported: its version is “${said.slice(0, 40)}”. Convert it to OpenAPI 3.1 and try again.`);
  problems.push({ where: '#', message: `Version ${said.slice(0, 40)} is not known, and was read as 3.1.` });
}

interface Reading {
  readonly root: Tree;
  readonly references: References;
  readonly security: Security;
  readonly server: Server;
  readonly problems: Problem[];
}

function readPaths(reading: Reading): ImportedEndpoint[] {
  const { root, references, server, problems } = reading;
  const paths = entriesOf(field(root, 'paths')).filter(([path]) => !path.startsWith('x-'));
  if (paths.length === 0) problems.push({ where: '#/paths', message: 'The document has no paths, so the API has no endpoints.' });
  const endpoints: ImportedEndpoint[] = [];
  const seen = new Set<string>();
  for (const [path, described] of paths) {
    const where = step('#/paths', path);
    const item = withoutReference(described, references);
    if (item === undefined) continue; // it hangs on a reference that is listed already
    if (!isTree(item)) {
      problems.push({ where, message: 'It is not an object and is left out.' });
      continue;
    }
    if (!path.startsWith('/')) problems.push({ where, message: 'The path does not begin with a slash; one was added.' });
    ownServers(item, where, server, problems);
    for (const [method, operation] of Object.entries(item)) {
      if (beside.has(method) || method.startsWith('x-')) continue;
      const at = step(where, method);
      if (!methods.has(method.toLowerCase())) problems.push({ where: at, message: `“${method.slice(0, 40)}” is not a method and is left out.` });
      else if (!isTree(operation)) problems.push({ where: at, message: 'It is not an object and is left out.' });
      else endpoints.push(readOperation(reading, { path: path.startsWith('/') ? path : `/${path}`, method, item, operation, where: at }, seen));
    }
  }
  return endpoints;
}

/** A Path Item may have a reference and fields of its own; the latter win. */
function withoutReference(described: unknown, references: References): unknown {
  const target = references.resolve(described);
  if (!isTree(described) || references.nameOf(described) === undefined) return target;
  const own = Object.entries(described).filter(([name]) => name !== '$ref');
  if (own.length === 0) return target;
  return Object.fromEntries([...entriesOf(target), ...own]);
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: unknown;
  readonly operation: Tree;
  readonly where: string;
}

function readOperation(reading: Reading, place: Place, seen: Set<string>): ImportedEndpoint {
  const { root, references, security, server, problems } = reading;
  const { path, method, item, where } = place;
  // An operation that hangs on a reference nobody can follow still has its path and its method.
  const operation = references.resolve(place.operation) ?? {};
  const id = textField(operation, 'operationId');
  if (id !== '' && seen.has(id)) problems.push({ where, message: `The operationId “${id.slice(0, 100)}” is used before; it should be unique.` });
  seen.add(id);
  ownServers(operation, where, server, problems);
  const described = collectParameters(item, operation, references);
  const tags = listField(operation, 'tags').filter((tag): tag is string => typeof tag === 'string');
  const auth = security.of(operation);
  const v2 = field(root, 'swagger') !== undefined;
  return {
    name: (textField(operation, 'summary') || id || `${method.toUpperCase()} ${path}`).slice(0, 300),
    description: textField(operation, 'description'),
    method: method.toUpperCase(),
    path,
    ...(id === '' ? {} : { operation_id: id }),
    ...(tags.length === 0 ? {} : { tags }),
    parameters: readParameters(path, described, where, references, problems),
    body: v2 ? bodyOfParameters(described, consumesOf(operation, root), references) : bodyOf(operation, references),
    ...(auth === undefined ? {} : { auth }),
  };
}
