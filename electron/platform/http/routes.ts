import type { Call, Contract, Method, Stream } from '../../../shared/contract/define.ts';
import { AppError } from '../../../shared/errors.ts';
import { callsOf } from '../../../shared/rpc.ts';

/** From the contract to the routes that answer it: by path and method, then by the constants that select a call. */

export interface Route {
  /** `group.method`. */
  readonly name: string;
  readonly call: Call | Stream;
  /** The texts that select this call among those of its path; flags are sent along, but select nothing. */
  readonly constants: Readonly<Record<string, string>>;
}

export interface Match {
  readonly routes: readonly Route[];
  /** Values of the path's variables by the names that the contract gives them, one set per route. */
  readonly variables: (route: Route) => Record<string, string>;
}

/** A route, and the names of its path's variables in their order. */
interface End {
  readonly route: Route;
  readonly names: readonly string[];
}

interface Node {
  readonly literals: Map<string, Node>;
  variable: Node | undefined;
  /** By HTTP method. */
  readonly ends: Map<string, End[]>;
}

const newNode = (): Node => ({ literals: new Map(), variable: undefined, ends: new Map() });
const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

export interface Router {
  /** Throws `not_found` for an unknown path and `rejected` (405) for a method that it does not have. */
  match(method: string, path: string): Match;
}

export function createRouter(contract: Contract): Router {
  const root = newNode();
  for (const [name, call] of callsOf(contract)) {
    if (call.kind === 'local' || !call.request) continue;
    const { constants = {}, method, path } = call.request;
    const selecting = Object.entries(constants).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const route: Route = { name, call, constants: Object.fromEntries(selecting) };
    const also = call.kind === 'call' ? call.also : undefined;
    for (const onePath of [path, ...(also?.paths ?? [])]) {
      for (const oneMethod of new Set<Method>([method, ...(also?.methods ?? [])])) add(root, oneMethod, onePath, route);
    }
  }

  return {
    match(method, path) {
      const segments = segmentsOf(path).map((segment) => decode(segment, path));
      const values: string[] = [];
      const allowed = new Set<string>();
      const ends = walk(root, segments, 0, method, values, allowed);
      if (ends) {
        const namesOf = new Map(ends.map(({ route, names }) => [route, names]));
        return {
          routes: ends.map(({ route }) => route),
          variables: (route) => Object.fromEntries((namesOf.get(route) ?? []).map((name, index) => [name, values[index]!])),
        };
      }
      if (allowed.size > 0) {
        throw new AppError('rejected', `${method} is not answered at ${path}; ${[...allowed].join(', ')} is.`, { status: 405 });
      }
      throw new AppError('not_found', `Unknown path: ${path}`);
    },
  };
}

function add(root: Node, method: string, path: string, route: Route): void {
  const names: string[] = [];
  let node = root;
  for (const segment of segmentsOf(path)) {
    if (segment.startsWith('{')) {
      names.push(segment.slice(1, -1));
      node = node.variable ??= newNode();
    } else {
      const next = node.literals.get(segment) ?? newNode();
      node.literals.set(segment, next);
      node = next;
    }
  }
  const ends = node.ends.get(method) ?? [];
  ends.push({ route, names });
  // The most constants first, so that a call that is selected by two fields wins over one that is selected by one.
  ends.sort((a, b) => Object.keys(b.route.constants).length - Object.keys(a.route.constants).length);
  node.ends.set(method, ends);
}

/** A fixed segment wins over a variable; where it leads nowhere, the variable is tried. */
function walk(
  node: Node, segments: readonly string[], at: number, method: string, values: string[], allowed: Set<string>,
): readonly End[] | undefined {
  if (at === segments.length) {
    for (const known of node.ends.keys()) allowed.add(known);
    return node.ends.get(method);
  }
  const segment = segments[at]!;
  const literal = node.literals.get(segment);
  const found = literal && walk(literal, segments, at + 1, method, values, allowed);
  if (found || !node.variable) return found;
  values.push(segment);
  const through = walk(node.variable, segments, at + 1, method, values, allowed);
  if (!through) values.pop();
  return through;
}

function decode(segment: string, path: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('rejected', `The path ${path} is not percent-encoded correctly.`, { status: 400 });
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The one route whose constants the request has, in query or body. Throws `rejected`: `Unknown method: <name>`. */
export function select(routes: readonly Route[], query: Fields, body: Fields): Route {
  const valueOf = (key: string) => {
    const value = query[key] ?? body[key];
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const found = routes.find(({ constants }) => Object.entries(constants).every(([key, value]) => valueOf(key) === value));
  if (found) return found;
  const known = new Map<string, Set<string>>();
  for (const { constants } of routes) {
    for (const [key, value] of Object.entries(constants)) known.set(key, (known.get(key) ?? new Set<string>()).add(value));
  }
  const wrong = [...known].find(([key, values]) => !values.has(valueOf(key) ?? ''))?.[0] ?? [...known.keys()].at(-1)!;
  const given = valueOf(wrong);
  const message = given === undefined ? `Unknown method: the field “${wrong}” is missing` : `Unknown method: ${given.slice(0, 100)}`;
  throw new AppError('rejected', message, { status: 400 });
}
