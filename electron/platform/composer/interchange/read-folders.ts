import { step, textField } from '../openapi/tree.ts';
import type { AuthFields, Pair, Problem, ReadRequest } from './collection.ts';

/** A folder as a format has it. */
export interface Folder {
  readonly items: readonly unknown[];
  /** The field of the folder in which they stand. */
  readonly field: string;
  /** For what is in it and has none of its own. */
  readonly auth?: AuthFields | undefined;
  /** For all that is in it, unless it says otherwise. */
  readonly headers?: readonly Pair[];
  readonly variables?: ReadonlyMap<string, string>;
}

/** How a format tells folders from requests. */
export interface Format {
  /** Undefined where the item is no folder. */
  folder(item: unknown, where: string): Folder | undefined;
  /** As the item says alone. Undefined where it cannot be sent, which is then told among the problems. */
  request(item: unknown, where: string): ReadRequest | undefined;
}

interface Inherited {
  readonly folders: readonly string[];
  readonly auth?: AuthFields | undefined;
  readonly headers: readonly Pair[];
  readonly variables?: ReadonlyMap<string, string> | undefined;
}

const deepest = 30;

/** All requests of a tree of folders, in its order, with what the folders around each hand down to it. */
export function requestsIn(items: readonly unknown[], where: string, format: Format, problems: Problem[], inherited: Inherited = { folders: [], headers: [] }): ReadRequest[] {
  return items.flatMap((item, at) => {
    const here = step(where, at);
    const folder = format.folder(item, here);
    if (!folder) {
      const request = format.request(item, here);
      return request ? [handedDown(request, inherited)] : [];
    }
    if (inherited.folders.length === deepest) {
      problems.push({ where: here, message: `Folders more than ${deepest} deep are left out.` });
      return [];
    }
    const { auth = inherited.auth, headers = [] } = folder;
    return requestsIn(folder.items, step(here, folder.field), format, problems, {
      folders: [...inherited.folders, textField(item, 'name')], auth, headers: [...inherited.headers, ...headers], variables: both(inherited.variables, folder.variables),
    });
  });
}

function handedDown(request: ReadRequest, inherited: Inherited): ReadRequest {
  const auth = request.auth ?? inherited.auth;
  const own = new Set(request.headers.map(({ name }) => name.toLowerCase()));
  const headers = [...inherited.headers.filter(({ name }) => !own.has(name.toLowerCase())), ...request.headers];
  const variables = both(inherited.variables, request.variables);
  return { ...request, folders: inherited.folders, headers, ...(auth && { auth }), ...(variables && { variables }) };
}

/** The inner ones win. */
const both = (outer: ReadonlyMap<string, string> | undefined, inner: ReadonlyMap<string, string> | undefined) => (outer && inner && inner.size > 0 ? new Map([...outer, ...inner]) : (outer ?? inner));
