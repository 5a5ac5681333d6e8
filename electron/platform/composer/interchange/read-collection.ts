import { AppError } from '../../../../shared/errors.ts';
import { readDocument } from '../openapi/read-document.ts';
import { field, type Tree } from '../openapi/tree.ts';
import { isArchive } from './archive.ts';
import { assemble } from './assemble.ts';
import type { ImportedCollection, ReadCollection } from './collection.ts';
import { isBru, isBruno, readBru, readBruno } from './read-bruno.ts';
import { readBrunoFolder } from './read-bruno-folder.ts';
import { readCurl } from './read-curl.ts';
import { isHar, readHar } from './read-har.ts';
import { isInsomnia, readInsomnia } from './read-insomnia.ts';
import { isOpenCollection, isOpenRequest, readOpenCollection, readOpenRequest } from './read-open-collection.ts';
import { isPostman, readPostman } from './read-postman.ts';

/** The kinds of collection that are documents in JSON or YAML, with how each is told from the others. */
const documents: readonly (readonly [kind: string, is: (root: Tree) => boolean, read: (root: Tree) => ReadCollection])[] = [
  ['har', isHar, readHar],
  ['postman', isPostman, readPostman],
  ['insomnia', isInsomnia, readInsomnia],
  ['bruno', isOpenCollection, readOpenCollection],
  ['bruno', isOpenRequest, readOpenRequest],
  ['bruno', isBruno, readBruno],
];

export const knownKinds = 'Known are: cURL commands, HAR, Postman collections 2.0 and 2.1, Bruno (requests in Bru or YAML, and collections as a zip of their folder, as JSON or as OpenCollection), and Insomnia exports 4 and 5 (YAML or JSON)';

/**
 * Reads a collection of any known kind, which is told from the text itself. What cannot be carried over is listed and
 * the rest is read; only a text of no known kind throws `invalid_input`. Nothing in it is run, fetched or opened.
 */
export function readCollection(text: string): ImportedCollection {
  const source = text.replace(/^\uFEFF/, '');
  if (source.trim() === '') throw new AppError('invalid_input', `The collection cannot be imported: it is empty. ${knownKinds}.`);
  if (isArchive(source)) return assemble('bruno', readBrunoFolder(source));
  if (isCurl(source)) return assemble('curl', readCurl(source));
  if (isBru(source)) return assemble('bruno', readBru(source));
  const tree = treeOf(source);
  const found = tree && documents.find(([, is]) => is(tree.root));
  if (!tree || !found) throw unknown(tree?.root);
  const [kind, , read] = found;
  const collection = read(tree.root);
  return assemble(kind, { ...collection, problems: [...tree.problems, ...collection.problems] });
}

/** Before it may stand a prompt, and comments. */
const isCurl = (text: string) => /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:[$>%][ \t]+)?(?:\S*[/\\])?curl(?:\.exe)?\s/i.test(text.slice(0, 64 * 1024));

function treeOf(text: string): { root: Tree; problems: ReadCollection['problems'] } | undefined {
  try {
    const { tree, problems } = readDocument(text);
    return { root: tree, problems };
  } catch (error) {
    // What looks like a document is told what is wrong with it; any other text, what would be one.
    if (error instanceof AppError && !/^\s*[[{]|^[\w"'-]+[ \t]*:(?:\s|$)/m.test(text.slice(0, 4096))) return undefined;
    throw error;
  }
}

function unknown(root: Tree | undefined): AppError {
  const isOpenapi = field(root, 'openapi') !== undefined || field(root, 'swagger') !== undefined;
  if (isOpenapi) return new AppError('invalid_input', 'The collection cannot be imported: it is an OpenAPI document. Import it as one.');
  if (Array.isArray(field(root, 'requests')) && Array.isArray(field(root, 'order'))) return new AppError('invalid_input', 'The collection cannot be imported: it is a Postman collection of format 1. Export it as format 2.1.');
  return new AppError('invalid_input', `The collection cannot be imported: it is of no kind that is known here. ${knownKinds}.`);
}
