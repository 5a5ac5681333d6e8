import { withoutVariables } from '../../../../shared/rules/variables.ts';
import { bodyOf, bodyOfParameters, consumesOf } from './bodies.ts';
import { docsLength, docsOf, producesOf } from './docs.ts';
import type { ImportedEndpoint, Problem } from './imported.ts';
import { withOwnEndpoint } from './own-extension.ts';
import { collectParameters, readParameters } from './parameters.ts';
import type { References } from './references.ts';
import type { Security } from './security.ts';
import { exampleReader } from './response-examples.ts';
import { ownServer, type Server } from './servers.ts';
import { entriesOf, field, isTree, listField, step, textField, type Tree } from './tree.ts';

/** The operations of a document: where they stand, and what each becomes. */

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
/** Fields of a Path Item that are no operations. */
const beside = new Set(['$ref', 'summary', 'description', 'servers', 'parameters']);
/** Operations of one API; the largest that are published have a third of it. */
const maxOperations = 50_000;

export interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: Tree;
  readonly operation: Tree;
  readonly where: string;
}

export function placesOf(root: Tree, references: References, problems: Problem[]): Place[] {
  const paths = entriesOf(field(root, 'paths')).filter(([path]) => !path.startsWith('x-'));
  if (paths.length === 0) problems.push({ where: '#/paths', message: 'The document has no paths, so the API has no endpoints.' });
  const places: Place[] = [];
  for (const [path, described] of paths) {
    const where = step('#/paths', path);
    const item = withoutReference(described, references);
    if (item === undefined) continue; // it hangs on a reference that is listed already
    if (!isTree(item)) {
      problems.push({ where, message: 'It is not an object and is left out.' });
      continue;
    }
    if (!path.startsWith('/')) problems.push({ where, message: 'The path does not begin with a slash; one was added.' });
    for (const [method, operation] of Object.entries(item)) {
      if (beside.has(method) || method.startsWith('x-')) continue;
      const at = step(where, method);
      if (!methods.has(method.toLowerCase())) problems.push({ where: at, message: `“${method.slice(0, 40)}” is not a method and is left out.` });
      else if (!isTree(operation)) problems.push({ where: at, message: 'It is not an object and is left out.' });
      else places.push({ path: path.startsWith('/') ? path : `/${path}`, method: method.toUpperCase(), item, operation, where: at });
    }
  }
  const once = withoutTwins(places, problems);
  if (once.length > maxOperations) problems.push({ where: '#/paths', message: `Only the first ${maxOperations} of ${once.length} operations were read. Split the document to import the others.` });
  return once.slice(0, maxOperations);
}

function withoutTwins(places: readonly Place[], problems: Problem[]): Place[] {
  const seen = new Set<string>();
  return places.filter(({ method, path, where }) => {
    const key = `${method} ${path}`;
    if (!seen.has(key)) return seen.add(key);
    problems.push({ where, message: `${key} stands there twice; this one is left out.` });
    return false;
  });
}

/** A Path Item may have a reference and fields of its own; the latter win. */
function withoutReference(described: unknown, references: References): unknown {
  const target = references.resolve(described);
  if (!isTree(described) || references.nameOf(described) === undefined) return target;
  const own = Object.entries(described).filter(([name]) => name !== '$ref');
  if (own.length === 0) return target;
  return Object.fromEntries([...entriesOf(target), ...own]);
}

interface Reading {
  readonly root: Tree;
  readonly references: References;
  readonly security: Security;
  readonly server: Server;
  readonly problems: Problem[];
  /** Filled with the scheme by which each operation signs in that says so itself, by its key. */
  readonly signIns: Map<string, string>;
  /** How many operations there are in all, who share the room for their docs. */
  readonly count: number;
}

/** What an operation is known by: its id, if none before it has the same. It is asked of each, in their order. */
export function operationKeys(problems: Problem[]): (id: string, place: Place) => string {
  const ids = new Set<string>();
  return (id, { method, path, where }) => {
    if (id === '') return `${method} ${path}`;
    if (!ids.has(id)) {
      ids.add(id);
      return id;
    }
    problems.push({ where, message: `The operationId “${id.slice(0, 100)}” is used before; it should be unique.` });
    return `${method} ${path}`;
  };
}

export function createOperations({ root, references, security, server, problems, signIns, count }: Reading): (place: Place) => ImportedEndpoint {
  const v2 = field(root, 'swagger') !== undefined;
  const longest = docsLength(count);
  const keyOf = operationKeys(problems);
  const examplesOf = exampleReader(references);

  return (place) => {
    const { path, method, item, where } = place;
    // An operation that hangs on a reference nobody can follow still has its path and its method.
    const operation = references.resolve(place.operation) ?? {};
    const id = textField(operation, 'operationId');
    const described = collectParameters(item, operation, references);
    const tags = listField(operation, 'tags').filter((tag): tag is string => typeof tag === 'string');
    const auth = security.of(operation);
    const scheme = security.schemeOf(operation);
    const isOwn = listField(operation, 'servers').length > 0;
    const own = ownServer(isOwn ? operation : item, isOwn ? where : where.slice(0, where.lastIndexOf('/')), server, problems);
    const consumes = v2 ? consumesOf(operation, root) : [];
    const docs = docsOf({ operation, parameters: described, ...(v2 ? { consumes, produces: producesOf(operation, root) } : {}) }, references, longest);
    const endpoint: ImportedEndpoint = {
      operation_key: keyOf(id, place),
      name: (textField(operation, 'summary') || id || `${method} ${path}`).slice(0, 300),
      description: textField(operation, 'description').slice(0, 20_000),
      method,
      path: withoutVariables(path),
      ...(id === '' ? {} : { operation_id: id }),
      ...(tags.length === 0 ? {} : { tags }),
      // An example that names one of the user's secrets must not draw it out.
      parameters: withoutVariables(readParameters(path, described, where, references, problems)),
      body: withoutVariables(v2 ? bodyOfParameters(described, consumes, references) : bodyOf(operation, references)),
      ...(auth === undefined ? {} : { auth }),
      ...own,
      ...(docs === undefined ? {} : { docs }),
    };
    const examples = examplesOf(operation);
    const read = { ...withOwnEndpoint(endpoint, operation), ...(examples.length === 0 ? {} : { examples }) };
    if (scheme !== undefined) signIns.set(read.operation_key, scheme);
    return read;
  };
}
