import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { AppError } from '../../../../shared/errors.ts';
import type { Problem } from './imported.ts';
import { refusal, tooDeep, unlessTooDeep } from './too-deep.ts';
import { isTree, type Tree } from './tree.ts';
import { weightOf } from './weight.ts';

/** Nesting of YAML: far more than people write, and no more than its reader's stack bears. */
export const maxDepth = 500;
/** Of heap that a document may need to be read: what is left of the thread's is for what is made of it [F-12]. */
const maxWeight = 400_000_000;
/** Texts up to this length cannot weigh too much, whatever is in them. */
const alwaysRead = { json: 4_000_000, yaml: 1_000_000 };
/** Values of a document with its aliases unfolded: enough for people, too little for a bomb [F-12]. */
const maxUnfolded = 1_000_000;

/** Dates stay texts, as JSON has them. */
const schema = CORE_SCHEMA.withTags(mergeTag);

export interface ReadDocument {
  readonly tree: Tree;
  readonly problems: Problem[];
  readonly isJson: boolean;
}

/** The tree of a document in JSON or YAML. Throws `invalid_input` with the place where it cannot be read, or `too_large`. */
export function readDocument(source: string): ReadDocument {
  const text = source.replace(/^\uFEFF/, '');
  if (text.trim() === '') throw refusal('it is empty');
  const looksJson = /^\s*[[{]/.test(text);
  if (text.length > alwaysRead[looksJson ? 'json' : 'yaml'] && weightOf(text, looksJson) > maxWeight) throw new AppError('too_large', 'The document holds more than can be read at once. Split it, or import a part of it.');
  const { value, ...rest } = looksJson ? readJson(text) : { ...readYaml(text), isJson: false };
  if (!isTree(value)) throw refusal('it is not an object with fields');
  return { tree: value, ...rest };
}

interface Value {
  readonly value: unknown;
  readonly problems: Problem[];
}

function readJson(text: string): Value & { isJson: boolean } {
  try {
    return { value: JSON.parse(text), problems: [], isJson: true };
  } catch (error) {
    const complaint = (error as Error).message.slice(0, 200);
    const hopeless = refusal(`it is not valid JSON: ${complaint}`);
    if (text.length > alwaysRead.yaml && weightOf(text, false) > maxWeight) throw hopeless;
    try {
      const { value, problems } = readYaml(text);
      return { value, problems: [{ where: '#', message: `It is not valid JSON (${complaint}), and was read as YAML.` }, ...problems], isJson: false };
    } catch {
      throw hopeless;
    }
  }
}

function readYaml(text: string): Value {
  const problems: Problem[] = [];
  const value = unlessTooDeep(() => {
    try {
      return load(text, { schema, maxDepth });
    } catch (error) {
      if (!(error instanceof YAMLException) || !error.reason.includes('duplicated mapping key')) throw refusalOf(error);
      problems.push({ where: '#', message: 'The same key stands there twice; the last one counts.', ...(error.mark ? { line: error.mark.line + 1 } : {}) });
    }
    try {
      return load(text, { schema, maxDepth, json: true });
    } catch (error) {
      throw refusalOf(error);
    }
  });
  // Without aliases no value stands in two places.
  if (/(^|[\s,[{:-])\*[^\s*]/m.test(text) && unfolded(value, new Map(), new Set()) > maxUnfolded) throw bomb();
  return { value, problems };
}

/** How many values there are when each alias stands for a copy; its objects are shared, so that none is counted twice. */
function unfolded(value: unknown, known: Map<object, number>, inside: Set<object>): number {
  if (typeof value !== 'object' || value === null) return 1;
  const counted = known.get(value);
  if (counted !== undefined) return counted;
  if (inside.has(value)) throw bomb();
  inside.add(value);
  let count = 1;
  for (const inner of Object.values(value)) count += unfolded(inner, known, inside);
  inside.delete(value);
  known.set(value, count);
  return count;
}

const bomb = () => refusal('its YAML aliases unfold to too much');

function refusalOf(error: unknown): unknown {
  if (!(error instanceof YAMLException)) return error;
  if (error.reason.includes('maxDepth')) return tooDeep();
  const place = error.mark ? ` (line ${error.mark.line + 1}, column ${error.mark.column + 1})` : '';
  return refusal(`it is not valid YAML: ${error.reason.slice(0, 200)}${place}`);
}
