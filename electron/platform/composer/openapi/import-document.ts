import { AppError } from '../../../../shared/errors.ts';
import type { Imported, ImportedEndpoint, Problem } from './imported.ts';
import { linesOf } from './lines.ts';
import { createOperations, placesOf } from './operations.ts';
import { withOwnApi } from './own-extension.ts';
import { readDocument } from './read-document.ts';
import { brokenReferences, createReferences, externalDocuments } from './references.ts';
import { readSecurity } from './security.ts';
import { readServers } from './servers.ts';
import { field, textField, type Tree } from './tree.ts';

const maxProblems = 500;

/** How far the reading is: from 0 to 1, with a word on what is being done. */
export type Progress = (done: number, note: string) => void;

/**
 * Reads an OpenAPI document (Swagger 2.0, OpenAPI 3.0 and 3.1; JSON or YAML). What is wrong in it is listed and the
 * rest is read; only a text that is no such document throws `invalid_input`, or `too_large`. Nothing but the text is ever read.
 */
export const importDocument = (text: string, progress?: Progress): Imported => importEach(text, (endpoint) => endpoint, progress);

/** Endpoints that go from one thread to another at once. */
const together = 200;

/** The same, with the endpoints as JSON, some at a time, as they are read: no more of a large API is held than it must. */
export function importInParts(text: string, post: (endpoints: string) => void, progress?: Progress): Omit<Imported, 'endpoints'> {
  let waiting: string[] = [];
  const send = () => {
    if (waiting.length > 0) post(`[${waiting.join(',')}]`);
    waiting = [];
  };
  const { api, problems, security, external } = importEach(text, (endpoint) => {
    if (waiting.push(JSON.stringify(endpoint)) >= together) send();
  }, progress);
  send();
  return { api, problems, security, external };
}

interface ImportedAs<T> extends Omit<Imported, 'endpoints'> {
  readonly endpoints: readonly T[];
}

function importEach<T>(text: string, keep: (endpoint: ImportedEndpoint) => T, progress: Progress = () => undefined): ImportedAs<T> {
  progress(0, 'Reading the document');
  const { tree: root, problems, isJson } = readDocument(text);
  checkVersion(root, problems);
  progress(0.3, 'Resolving references');
  const { problems: broken, external } = brokenReferences(root);
  problems.push(...broken);
  const references = createReferences(root);
  const security = readSecurity(root, references, problems);
  const info = field(root, 'info');
  const name = textField(info, 'title').trim();
  if (name === '') problems.push({ where: '#/info', message: 'The document has no title.' });
  const { used, fields } = readServers(root, problems);
  const api = { name: name || 'Imported API', description: textField(info, 'description'), version: textField(info, 'version'), ...fields, auth: security.api };
  const places = placesOf(root, references, problems);
  const signIns = new Map<string, string>();
  const read = createOperations({ root, references, security, server: used, problems, signIns, count: places.length });
  const endpoints = places.map((place, at) => {
    if (at % 50 === 0) progress(0.4 + (0.6 * at) / places.length, `Operation ${at + 1} of ${places.length}`);
    return keep(read(place));
  });
  // A document that was put together has no lines that anybody knows.
  const isBundle = field(root, externalDocuments) !== undefined;
  return {
    api: withOwnApi(api, root), endpoints, external,
    security: { schemes: Object.fromEntries(security.schemes), api: security.scheme, endpoints: Object.fromEntries(signIns) },
    problems: isBundle ? bounded(problems) : withLines(bounded(problems), text, isJson),
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

const bounded = (problems: readonly Problem[]): readonly Problem[] =>
  problems.length > maxProblems ? [...problems.slice(0, maxProblems), { where: '#', message: `${problems.length - maxProblems} more problems are not listed.` }] : problems;

/** Each problem with the line of its place, where that can be told; the whole document's have none. */
function withLines(problems: readonly Problem[], text: string, isJson: boolean): readonly Problem[] {
  const unplaced = problems.filter(({ where, line }) => line === undefined && where !== '#');
  if (unplaced.length === 0) return problems;
  const lines = linesOf(text, unplaced.map(({ where }) => where), isJson);
  return problems.map((problem) => {
    const line = problem.line ?? (problem.where === '#' ? undefined : lines.get(problem.where));
    return line === undefined ? problem : { ...problem, line };
  });
}
