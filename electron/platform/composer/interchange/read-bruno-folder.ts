import { AppError } from '../../../../shared/errors.ts';
import { field, step, textField } from '../openapi/tree.ts';
import { filesOfArchive } from './archive.ts';
import type { Problem, ReadCollection } from './collection.ts';
import { brunoItem, parsedBru, readBruno } from './read-bruno.ts';

/** A folder of Bruno's, with what its own files say of it. */
interface Folder {
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly requests: { readonly path: string; readonly item: object }[];
  own?: unknown;
}

const environmentFolder = 'environments';

/** A zip of a collection's folder as Bruno keeps it: its files become the tree that it exports as JSON. */
export function readBrunoFolder(document: string): ReadCollection {
  const packed = filesOfArchive(document, (path) => /(?:\.bru|(?:^|\/)bruno\.json)$/.test(path) && !/(?:^|\/)(?:node_modules|__MACOSX)\//.test(path));
  const root = [...packed.keys()].filter((path) => /(?:^|\/)bruno\.json$/.test(path)).toSorted((one, other) => one.length - other.length)[0]?.slice(0, -'bruno.json'.length);
  if (root === undefined) throw new AppError('invalid_input', 'The archive cannot be imported: there is no bruno.json in it. Choose the zip of a Bruno collection’s folder.');
  const files = [...packed].filter(([path]) => path.startsWith(root)).map(([path, text]) => [path.slice(root.length), text] as const);
  const problems: Problem[] = [];
  const top: Folder = { path: '', folders: new Map(), requests: [] };
  const environments: object[] = [];
  for (const [path, text] of files) {
    if (!path.endsWith('.bru')) continue;
    const name = path.slice(path.lastIndexOf('/') + 1, -'.bru'.length);
    try {
      if (path === `${environmentFolder}/${name}.bru`) environments.push({ name, ...parsedBru(text, 'bruToEnvJsonV2') });
      else if (path === 'collection.bru' || name === 'folder') folderAt(top, path).own = parsedBru(text, 'collectionBruToJson');
      else folderAt(top, path).requests.push({ path, item: brunoItem(text) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ where: path, message: error.message });
    }
  }
  /** Where each file's item comes to stand in the tree. */
  const paths = new Map<string, string>();
  const items = itemsOf(top, '#/items', paths);
  const read = readBruno({ name: nameOf(packed.get(`${root}bruno.json`)!), items, environments, root: ownOf(top) });
  const named = ({ where, message }: Problem): Problem => ({ where: paths.get(where) ?? where, message });
  return { ...read, requests: read.requests.map((request) => ({ ...request, where: paths.get(request.where) ?? request.where })), problems: [...problems, ...read.problems.map(named)] };
}

function folderAt(top: Folder, path: string): Folder {
  return path.split('/').slice(0, -1).reduce((folder, name) => {
    const found = folder.folders.get(name) ?? { path: `${folder.path}${name}/`, folders: new Map<string, Folder>(), requests: [] };
    folder.folders.set(name, found);
    return found;
  }, top);
}

/** Folders first, then requests, each as they are numbered. */
function itemsOf(folder: Folder, where: string, paths: Map<string, string>): object[] {
  const folders = inOrder([...folder.folders], ([, { own }]) => field(own, 'meta'));
  const requests = inOrder(folder.requests, ({ item }) => item);
  const inside = folders.map(([name, child], at) => {
    paths.set(step(where, at), child.path);
    return { type: 'folder', name: textField(field(child.own, 'meta'), 'name') || name, items: itemsOf(child, step(step(where, at), 'items'), paths), root: ownOf(child) };
  });
  for (const [at, { path }] of requests.entries()) paths.set(step(where, folders.length + at), path);
  return [...inside, ...requests.map(({ item }) => item)];
}

const inOrder = <T>(all: readonly T[], metaOf: (one: T) => unknown): T[] =>
  all.toSorted((one, other) => (Number(textField(metaOf(one), 'seq')) || Infinity) - (Number(textField(metaOf(other), 'seq')) || Infinity) || 0);

/** What all requests of a folder share. */
const ownOf = ({ own }: Folder) => ({ request: own, docs: textField(own, 'docs') });

function nameOf(text: string): string {
  try {
    return textField(JSON.parse(text), 'name');
  } catch {
    throw new AppError('invalid_input', 'The archive cannot be imported: its bruno.json is not JSON. Correct it and pack the folder again.');
  }
}
