import { AppError } from '../../../../shared/errors.ts';
import { readDocument } from '../openapi/read-document.ts';
import { entriesOf, field, isTree, listField, step, textField, type Tree } from '../openapi/tree.ts';
import type { Problem, ReadCollection } from './collection.ts';
import { configProblems, readBruno, readBrunoItem } from './read-bruno.ts';
import { openAuth } from './open-collection-auth.ts';

/** OpenCollection, the YAML in which Bruno keeps collections, translated to the tree that Bruno exports as JSON. */

export const isOpenCollection = (root: Tree): boolean => field(root, 'opencollection') !== undefined;

const kindOf = (tree: unknown): string => textField(field(tree, 'info'), 'type');

/** One request, as it stands in a file of its own. */
export const isOpenRequest = (root: Tree): boolean => ['http', 'graphql', 'grpc', 'websocket'].includes(kindOf(root)) && field(root, 'item') === undefined;

export function readOpenRequest(root: Tree): ReadCollection {
  const problems: Problem[] = [];
  return readBrunoItem(openItem(root, '#', problems), problems);
}

/** A collection with all that is in it in one document. */
export function readOpenCollection(root: Tree): ReadCollection {
  if (!Array.isArray(field(root, 'items'))) {
    throw new AppError('invalid_input', 'The collection cannot be imported: its requests stand in files beside this one. Choose the zip of its folder.');
  }
  const problems: Problem[] = [];
  const tree = {
    ...openRoot(root, '#', problems),
    items: openItems(listField(root, 'items'), '#/items', problems),
    environments: listField(field(root, 'config'), 'environments').map((one, at) => openEnvironment(one, step('#/config/environments', at), problems)),
  };
  const read = readBruno(tree);
  return { ...read, problems: [...problems, ...read.problems] };
}

/** The tree of a file in YAML, and what is wrong with it among the problems. Throws `invalid_input` or `too_large`. */
export function parsedYaml(text: string, where: string, problems: Problem[]): Tree {
  const read = readDocument(text);
  problems.push(...read.problems.map(({ message, ...rest }) => ({ ...rest, where, message })));
  return read.tree;
}

/** What a collection says of itself, and of all that is in it. */
export function openRoot(root: Tree, where: string, problems: Problem[]) {
  unknownIn(root, ['opencollection', 'info', 'config', 'items', 'request', 'docs', 'bundled', 'extensions'], where, problems);
  configProblems(field(root, 'config'), where, problems);
  unknownIn(field(root, 'config'), ['environments', 'proxy', 'clientCertificates'], step(where, 'config'), problems);
  return { name: textField(field(root, 'info'), 'name'), root: { request: openDefaults(field(root, 'request'), where, problems), docs: described(field(root, 'docs')) } };
}

/** What a folder says of itself, in the fields of its own file in Bru. */
export function openFolder(tree: unknown, where: string, problems: Problem[]) {
  unknownIn(tree, ['info', 'request', 'docs', 'items'], where, problems);
  const info = field(tree, 'info');
  return { meta: { name: textField(info, 'name'), seq: textField(info, 'seq') }, ...openDefaults(field(tree, 'request'), where, problems), docs: described(field(tree, 'docs')) };
}

/** A file that is none of Bruno's throws `invalid_input`. */
export function openItem(tree: unknown, where: string, problems: Problem[]) {
  const kind = kindOf(tree);
  const info = field(tree, 'info');
  const item = { name: textField(info, 'name'), type: kind, seq: textField(info, 'seq'), tags: field(info, 'tags'), settings: field(tree, 'settings') };
  if (kind === '') throw new AppError('invalid_input', 'The file is none of Bruno’s: it does not say which kind of request it is. It is left out.');
  if (kind !== 'http' && kind !== 'graphql') return item;
  const sent = field(tree, kind);
  const runtime = field(tree, 'runtime');
  unknownIn(tree, ['info', kind, 'runtime', 'settings', 'examples', 'docs'], where, problems);
  unknownIn(info, ['name', 'type', 'seq', 'tags', 'description'], step(where, 'info'), problems);
  unknownIn(sent, ['method', 'url', 'headers', 'params', 'body', 'auth'], step(where, kind), problems);
  unknownIn(runtime, ['variables', 'scripts', 'assertions', 'actions', 'auth'], step(where, 'runtime'), problems);
  const body = kind === 'graphql' ? { mode: 'graphql', graphql: chosen(field(sent, 'body'), 'body', where, problems) } : openBody(chosen(field(sent, 'body'), 'body', where, problems));
  return {
    ...item,
    request: {
      ...openDefaults({ ...(runtime as object | undefined), headers: field(sent, 'headers') }, where, problems),
      method: textField(sent, 'method') || (kind === 'graphql' ? 'POST' : 'GET'), url: textField(sent, 'url'), params: entries(field(sent, 'params')),
      auth: openAuth(field(sent, 'auth') ?? field(runtime, 'auth') ?? 'none', where, problems), body,
      assertions: listField(runtime, 'assertions').map((one) => ({ name: textField(one, 'expression'), value: `${textField(one, 'operator')} ${scalar(field(one, 'value'))}`.trim(), enabled: field(one, 'disabled') !== true })),
      docs: described(field(tree, 'docs')) || described(field(info, 'description')),
    },
    examples: listField(tree, 'examples').map((one) => ({ name: textField(one, 'name'), response: openResponse(field(one, 'response')) })),
  };
}

export function openEnvironment(tree: unknown, where: string, problems: Problem[]) {
  unknownIn(tree, ['name', 'variables', 'color', 'description'], where, problems);
  const variables = listField(tree, 'variables').map((one) => variable(one, where, problems));
  return { name: textField(tree, 'name'), variables };
}

function openItems(items: readonly unknown[], where: string, problems: Problem[]): object[] {
  return items.map((item, at) => {
    const here = step(where, at);
    if (kindOf(item) !== 'folder' && !Array.isArray(field(item, 'items'))) return openUnlessForeign(item, here, problems);
    const { meta, docs, ...request } = openFolder(item, here, problems);
    return { type: 'folder', name: meta.name, root: { request, docs }, items: openItems(listField(item, 'items'), step(here, 'items'), problems) };
  });
}

/** In a document of many, one that is none keeps its place, where it is told what it is. */
function openUnlessForeign(item: unknown, where: string, problems: Problem[]): object {
  return kindOf(item) === '' ? { name: textField(field(item, 'info'), 'name'), type: 'unknown' } : openItem(item, where, problems);
}

/** What is handed down, or done around a request. */
function openDefaults(tree: unknown, where: string, problems: Problem[]) {
  const scripts = listField(tree, 'scripts');
  const code = (type: string) => scripts.filter((one) => textField(one, 'type') === type).map((one) => textField(one, 'code')).join('\n');
  const given = field(tree, 'auth');
  return {
    headers: entries(field(tree, 'headers')),
    auth: given === undefined ? undefined : openAuth(given, where, problems),
    vars: { req: listField(tree, 'variables').map((one) => variable(one, where, problems)), res: listField(tree, 'actions') },
    script: { req: code('before-request'), res: code('after-response') },
    tests: code('tests'),
  };
}

function openBody(body: unknown) {
  const type = textField(body, 'type');
  const data = field(body, 'data');
  switch (type) {
    case '':
      return { mode: 'none' };
    case 'json':
    case 'text':
    case 'xml':
    case 'sparql':
      return { mode: type, [type]: typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data, null, 2) };
    case 'form-urlencoded':
      return { mode: 'formUrlEncoded', formUrlEncoded: entries(data) };
    case 'multipart-form':
      return { mode: 'multipartForm', multipartForm: entries(data) };
    case 'file':
      return { mode: 'file', file: data };
    default:
      return { mode: type };
  }
}

const openResponse = (response: unknown) => {
  const body = field(response, 'body');
  return { status: textField(response, 'status'), headers: entries(field(response, 'headers')), body: { type: textField(body, 'type'), content: scalar(field(body, 'data')) } };
};

/** Of several ways to say something, the one that is selected; the others are told of. */
function chosen(value: unknown, what: string, where: string, problems: Problem[]): unknown {
  if (!Array.isArray(value)) return value;
  const ways = value as unknown[];
  const one = ways.find((way) => field(way, 'selected') === true) ?? ways[0];
  if (ways.length > 1) problems.push({ where, message: `It has ${ways.length} variants of its ${what}, of which “${(textField(one, 'title') || '1').slice(0, 60)}” was taken.` });
  return field(one, what);
}

function variable(one: unknown, where: string, problems: Problem[]) {
  const value = chosen(field(one, 'value'), 'value', where, problems);
  return { name: textField(one, 'name'), value: scalar(isTree(value) && field(value, 'data') !== undefined ? field(value, 'data') : value), enabled: field(one, 'disabled') !== true, secret: field(one, 'secret') === true };
}

/** Names and values, with what is switched off in the words of the JSON. */
const entries = (list: unknown): object[] =>
  (Array.isArray(list) ? (list as unknown[]) : []).filter((one) => isTree(one)).map((one) => Object.assign({}, one, { value: Array.isArray(one['value']) ? (one['value'] as unknown) : scalar(one['value']), enabled: one['disabled'] !== true }));

/** A text with its media type, or alone. */
const described = (docs: unknown): string => (isTree(docs) ? textField(docs, 'content') : typeof docs === 'string' ? docs : '');

const scalar = (value: unknown): string =>
  (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : value === undefined || value === null ? '' : JSON.stringify(value));

function unknownIn(tree: unknown, known: readonly string[], where: string, problems: Problem[]): void {
  for (const [name, value] of entriesOf(tree)) {
    if (!known.includes(name) && value !== null && value !== '') problems.push({ where, message: `“${name.slice(0, 60)}” is not known here, and is left out.` });
  }
}
