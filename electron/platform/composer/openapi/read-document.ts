import { parseDocument } from 'yaml';
import { AppError } from '../../../../shared/errors.ts';
import type { Problem } from './imported.ts';
import { isTree, type Tree } from './tree.ts';

/** How often an anchor may be used inside of others: enough for people, too little for a bomb [F-12]. */
const maxAliasCount = 200;

/** The tree of a document in JSON or YAML. Throws `invalid_input` with the place where it cannot be read. */
export function readDocument(source: string): { tree: Tree; problems: Problem[] } {
  const text = source.replace(/^\uFEFF/, '');
  if (text.trim() === '') throw refusal('it is empty');
  const { value, problems } = /^\s*[[{]/.test(text) ? readJson(text) : readYaml(text);
  if (!isTree(value)) throw refusal('it is not an object with fields');
  return { tree: value, problems };
}

function readJson(text: string): { value: unknown; problems: Problem[] } {
  try {
    return { value: JSON.parse(text), problems: [] };
  } catch (error) {
    const complaint = (error as Error).message;
    try {
      const { value, problems } = readYaml(text);
      return { value, problems: [{ where: '#', message: `It is not valid JSON (${complaint}), and was read as YAML.` }, ...problems] };
    } catch {
      throw refusal(`it is not valid JSON: ${complaint}`);
    }
  }
}

function readYaml(text: string): { value: unknown; problems: Problem[] } {
  const document = unlessTooDeep(() => parseDocument(text, { merge: true, prettyErrors: true, logLevel: 'silent' }));
  const problems: Problem[] = [];
  for (const error of document.errors) {
    const [complaint = ''] = error.message.split('\n');
    if (error.code !== 'DUPLICATE_KEY') throw refusal(`it is not valid YAML: ${complaint.replace(/:$/, '')}`);
    problems.push({ where: '#', message: `${complaint.replace(/:$/, '')}; the last one counts.` });
  }
  try {
    return { value: unlessTooDeep(() => document.toJS({ maxAliasCount }) as unknown), problems };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(error instanceof ReferenceError ? 'its YAML aliases unfold to too much' : `it is not valid YAML: ${(error as Error).message}`);
  }
}

/** Readers that go down with the nesting overflow the stack on thousands of levels. */
export function unlessTooDeep<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? refusal('it is nested too deeply') : error;
  }
}

const refusal = (reason: string) => new AppError('invalid_input', `The document cannot be imported: ${reason}. Correct it and try again.`);
