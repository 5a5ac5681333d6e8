import { queryPairs } from '../../../execution/query.ts';
import { scalarText } from '../../../execution/request.ts';
import { partsOfFolder, topFolder } from '../../../../shared/rules/endpoint-folders.ts';
import { templatePieces } from '../../../../shared/rules/path-template.ts';
import { layerOf } from '../../../../shared/rules/variables.ts';
import type { ComposerRow } from '../../../execution/compose/compose-request.ts';
import { isTree, listField, textField } from '../openapi/tree.ts';
import { pairOf, type Pair, type Problem } from './collection.ts';
import { bodyOf, type OutgoingBody } from './outgoing.ts';
import { slugOf } from './placeholders.ts';

/** An endpoint as the tools keep one: with its variables, and with what is switched off. */
export interface Template {
  readonly name: string;
  readonly method: string;
  readonly description: string;
  /** The variable that says where the API is, or the endpoint's own server. */
  readonly base: string;
  /** Begins with a slash; variables are `:name`, or `{{name}}` inside of a part. */
  readonly path: string;
  readonly path_variables: readonly Pair[];
  readonly query: readonly Pair[];
  /** With the content type of the body, and without what signs in. */
  readonly headers: readonly Pair[];
  readonly body: OutgoingBody | null;
}

/** The variables that must stand in the collection are added to `variables`. */
export async function templateOf(endpoint: ComposerRow, variables: Map<string, string>, problems: Problem[]): Promise<Template> {
  const name = textField(endpoint, 'name') || textField(endpoint, 'path');
  const headers = headersOf(endpoint);
  const body = await sentBody(endpoint, name, problems);
  const isTyped = body === null || body.type === 'form' || headers.some((one) => one.name.toLowerCase() === 'content-type');
  return {
    name, base: textField(endpoint, 'server_url') === '' ? '{{base_url}}' : baseUrl(endpoint), method: textField(endpoint, 'method') || 'GET', description: textField(endpoint, 'description'), body,
    ...addressOf(endpoint, variables),
    headers: isTyped ? headers : [...headers, { name: 'Content-Type', value: body.content_type }],
  };
}

async function sentBody(endpoint: ComposerRow, name: string, problems: Problem[]): Promise<OutgoingBody | null> {
  try {
    return await bodyOf(isTree(endpoint['body']) ? (endpoint['body'] as never) : null);
  } catch (thrown) {
    problems.push({ where: name, message: `Its body is left out: ${(thrown as Error).message}` });
    return null;
  }
}

interface Parameter {
  readonly name: string;
  readonly value?: unknown;
  readonly example?: unknown;
}

const parametersIn = (endpoint: ComposerRow, place: string) => listField(endpoint, 'parameters').filter((one) => textField(one, 'in') === place && textField(one, 'name') !== '').map((one) => one as Parameter);
const valued = ({ value }: Parameter) => value !== undefined && value !== null;
const textOf = (value: unknown) => scalarText(value) ?? (value === undefined || value === null ? '' : JSON.stringify(value));

function headersOf(endpoint: ComposerRow): Pair[] {
  const parameters = parametersIn(endpoint, 'header');
  const cookies = parametersIn(endpoint, 'cookie').filter(valued).map(({ name, value }) => `${name}=${textOf(value)}`);
  return [
    ...parameters.map((one) => pairOf(one.name, textOf(valued(one) ? one.value : one.example), !valued(one))),
    ...Object.entries(isTree(endpoint['headers']) ? endpoint['headers'] : {}).map(([name, value]): Pair => ({ name, value: textOf(value) })),
    ...(cookies.length === 0 ? [] : [{ name: 'Cookie', value: cookies.join('; ') }]),
  ];
}

function addressOf(endpoint: ComposerRow, variables: Map<string, string>): Pick<Template, 'path' | 'path_variables' | 'query'> {
  const values = new Map(parametersIn(endpoint, 'path').map(({ name, value }) => [name, textOf(value)]));
  const whole = new Map<string, string>();
  const kept: string[] = [];
  // Braces in pairs are variables of the collection already, and none of the path.
  const path = textField(endpoint, 'path').replace(/\{\{[^{}]*\}\}/g, (whole) => `\uE000${kept.push(whole) - 1}\uE001`);
  const restored = (text: string) => text.replace(/\uE000(\d+)\uE001/g, (_, index: string) => kept[Number(index)] ?? '');
  const { route, query } = templatePieces(path);
  const written = route.map(({ text, variable }, at) => {
    if (variable === undefined) return text;
    const isWhole = (route[at - 1]?.text ?? '/').endsWith('/') && (route[at + 1]?.text ?? '/').startsWith('/') && /^[A-Za-z_]\w*$/.test(variable);
    if (!isWhole) return inside(variable, values, variables);
    whole.set(variable, values.get(variable) ?? '');
    return `:${variable}`;
  });
  const fixed = restored(query.map(({ text, variable }) => (variable === undefined ? text : inside(variable, values, variables))).join(''));
  const parameters = parametersIn(endpoint, 'query');
  const own = new Set(parameters.filter(valued).map(({ name }) => name));
  return {
    path: restored(written.join('')).replace(/^(?!\/)/, '/'),
    path_variables: [...whole].map(([name, value]) => ({ name, value })),
    query: [
      ...[...new URLSearchParams(fixed)].filter(([name]) => !own.has(name)).map(([name, value]): Pair => ({ name, value })),
      ...parameters.filter(valued).flatMap(({ name, value }) => queryPairs({ [name]: value }).map(([key, one]): Pair => ({ name: key, value: one }))),
      ...parameters.filter((one) => !valued(one)).map(({ name, example }) => pairOf(name, textOf(example), true)),
    ],
  };
}

/** A variable inside of a part of the path: its value, or a variable of the collection. */
function inside(name: string, values: ReadonlyMap<string, string>, variables: Map<string, string>): string {
  const value = values.get(name) ?? '';
  if (value !== '') return value;
  if (!variables.has(slugOf(name))) variables.set(slugOf(name), '');
  return `{{${slugOf(name)}}}`;
}

/** Encoded as in an address, with the variables in it still to be read. */
export const encodedText = (text: string): string => encodeURIComponent(text.toWellFormed()).replace(/%7B%7B([\w.-]+)%7D%7D/gi, '{{$1}}');

/** The folders that an endpoint is in; where nobody put it into one, those of its first tag. */
export function foldersOf(endpoint: ComposerRow): string[] {
  const folder = textField(endpoint, 'folder');
  const [tag] = listField(endpoint, 'tags');
  if (folder === topFolder) return [];
  return partsOfFolder(folder === '' && typeof tag === 'string' ? tag : folder);
}

/** The API's own variables, but for those that are secret. */
export const variablesOf = (api: ComposerRow): Map<string, string> => new Map([...layerOf(api['variables'])].map(([name, { value }]) => [name, value]));

/** Where the API is, as one variable. */
export const baseUrl = (api: ComposerRow): string =>
  `${textField(api, 'server_url').replace(/\/+$/, '')}${textField(api, 'base_path').replace(/^(?!\/|$)/, '/').replace(/\/+$/, '')}`;
