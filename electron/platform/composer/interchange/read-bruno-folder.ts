import { AppError } from '../../../../shared/errors.ts';
import { field, step, textField } from '../openapi/tree.ts';
import { filesOfArchive } from './archive.ts';
import type { Problem, ReadCollection } from './collection.ts';
import { brunoItem, parsedBru, readBruno } from './read-bruno.ts';
import { openEnvironment, openFolder, openItem, openRoot, parsedYaml } from './read-open-collection.ts';

/** A folder of Bruno's, with what its own files say of it. */
interface Folder {
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly requests: { readonly path: string; readonly item: object }[];
  own?: unknown;
}

/** One of the two languages in which Bruno writes the files of a folder. */
interface Language {
  readonly ending: string;
  /** The file by which a collection's folder is known. */
  readonly root: string;
  /** Files that say something of what is around them, and hold no request. */
  readonly isOwn: (path: string, name: string) => boolean;
  environment(text: string, name: string, where: string, problems: Problem[]): object;
  own(text: string, where: string, problems: Problem[]): unknown;
  item(text: string, where: string, problems: Problem[]): object;
  /** What the root's file says, and what all requests share. */
  top(text: string, own: unknown, problems: Problem[]): object;
}

const bru: Language = {
  ending: '.bru',
  root: 'bruno.json',
  isOwn: (path, name) => path === 'collection.bru' || name === 'folder',
  environment: (text, name) => ({ name, ...parsedBru(text, 'bruToEnvJsonV2') }),
  own: (text) => parsedBru(text, 'collectionBruToJson'),
  item: (text) => brunoItem(text),
  top(text, own) {
    const brunoConfig = configIn(text);
    return { name: textField(brunoConfig, 'name'), brunoConfig, root: ownOf(own) };
  },
};

const yaml: Language = {
  ending: '.yml',
  root: 'opencollection.yml',
  isOwn: (path, name) => path === 'opencollection.yml' || name === 'folder',
  environment: (text, name, where, problems) => ({ ...openEnvironment(parsedYaml(text, where, problems), where, problems), name }),
  own: (text, where, problems) => (where === 'opencollection.yml' ? undefined : openFolder(parsedYaml(text, where, problems), where, problems)),
  item: (text, where, problems) => openItem(parsedYaml(text, where, problems), where, problems),
  top: (text, _own, problems) => openRoot(parsedYaml(text, 'opencollection.yml', problems), 'opencollection.yml', problems),
};

const environmentFolder = 'environments';

/** A zip of a collection's folder as Bruno keeps it: its files become the tree that it exports as JSON. */
export function readBrunoFolder(document: string): ReadCollection {
  const packed = filesOfArchive(document, (path) => /(?:\.bru|\.yml|(?:^|\/)bruno\.json)$/.test(path) && !/(?:^|\/)(?:node_modules|__MACOSX|\.[^/]*)\//.test(path));
  const found = [...packed.keys()].flatMap((path) => [bru, yaml].filter(({ root }) => path === root || path.endsWith(`/${root}`)).map((language) => ({ language, path }))).toSorted((one, other) => depthOf(one.path) - depthOf(other.path))[0];
  if (!found) throw new AppError('invalid_input', 'The archive cannot be imported: there is no bruno.json and no opencollection.yml in it. Choose the zip of a Bruno collection’s folder.');
  const { language, path: rootFile } = found;
  const root = rootFile.slice(0, -language.root.length);
  const files = [...packed].filter(([path]) => path.startsWith(root) && path.endsWith(language.ending)).map(([path, text]) => [path.slice(root.length), text] as const);
  const problems: Problem[] = [];
  const top: Folder = { path: '', folders: new Map(), requests: [] };
  const environments: object[] = [];
  for (const [path, text] of files) {
    const name = path.slice(path.lastIndexOf('/') + 1, -language.ending.length);
    try {
      if (path === `${environmentFolder}/${name}${language.ending}`) environments.push(language.environment(text, name, path, problems));
      else if (language.isOwn(path, name)) folderAt(top, path).own = language.own(text, path, problems);
      else folderAt(top, path).requests.push({ path, item: language.item(text, path, problems) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ where: path, message: error.message });
    }
  }
  /** Where each file's item comes to stand in the tree. */
  const paths = new Map<string, string>();
  const items = itemsOf(top, '#/items', paths);
  const read = readBruno({ ...language.top(packed.get(rootFile)!, top.own, problems), items, environments });
  const named = ({ where, message }: Problem): Problem => ({ where: paths.get(where) ?? where, message });
  return { ...read, requests: read.requests.map((request) => ({ ...request, where: paths.get(request.where) ?? request.where })), problems: [...problems, ...read.problems.map(named)] };
}

const depthOf = (path: string) => path.split('/').length;

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
    return { type: 'folder', name: textField(field(child.own, 'meta'), 'name') || name, items: itemsOf(child, step(step(where, at), 'items'), paths), root: ownOf(child.own) };
  });
  for (const [at, { path }] of requests.entries()) paths.set(step(where, folders.length + at), path);
  return [...inside, ...requests.map(({ item }) => item)];
}

const inOrder = <T>(all: readonly T[], metaOf: (one: T) => unknown): T[] =>
  all.toSorted((one, other) => (Number(textField(metaOf(one), 'seq')) || Infinity) - (Number(textField(metaOf(other), 'seq')) || Infinity) || 0);

/** What all requests of a folder share. */
const ownOf = (own: unknown) => ({ request: own, docs: textField(own, 'docs') });

function configIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AppError('invalid_input', 'The archive cannot be imported: its bruno.json is not JSON. Correct it and pack the folder again.');
  }
}
