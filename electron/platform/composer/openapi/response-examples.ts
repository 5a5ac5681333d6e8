import { mostExamples, onceNamed, type ImportedExample } from '../example-text.ts';
import type { References } from './references.ts';
import { entriesOf, field, isTree, textField } from './tree.ts';

/** The examples that a document gives of its answers. */

/** Characters of one, and of all of a document. */
const longest = 256 * 1024;
const longestTogether = 8_000_000;

interface Given {
  readonly name: string;
  readonly status: number;
  readonly type: string;
  readonly value: unknown;
}

/** Reads those of one operation after another, until there is too much of them. */
export function exampleReader(references: References): (operation: unknown) => ImportedExample[] {
  let left = longestTogether;
  return (operation) => {
    const names = new Set<string>();
    return givenIn(operation, references).slice(0, mostExamples).flatMap(({ name, status, type, value }) => {
      const text = typeof value === 'string' && !/[/+]json\b/i.test(type) ? value : (JSON.stringify(value, null, 2) ?? '');
      if (text === '' || text.length > Math.min(longest, left)) return [];
      left -= text.length;
      const own = onceNamed(name.slice(0, 200), (one) => names.has(JSON.stringify([status, type, one])));
      names.add(JSON.stringify([status, type, own]));
      return [{ name: own, status, headers: { 'content-type': type }, text }];
    });
  };
}

/** Of answers with a status: what holds for a range of them is nobody's answer. */
function givenIn(operation: unknown, references: References): Given[] {
  const responses = entriesOf(references.resolve(field(operation, 'responses'))).filter(([status]) => /^[1-5]\d\d$/.test(status));
  return responses.flatMap(([said, described]) => {
    const status = Number(said);
    const response = references.resolve(described);
    const unnamed = textField(response, 'description').trim() || `Answer ${said}`;
    // Swagger 2.0 has one of each content type.
    const old = entriesOf(field(response, 'examples')).map(([type, value]): Given => ({ name: unnamed, status, type, value }));
    const content = entriesOf(field(response, 'content')).flatMap(([type, inner]): Given[] => {
      const media = references.resolve(inner);
      const one = field(media, 'example');
      const named = entriesOf(field(media, 'examples')).flatMap(([name, given]): Given[] => {
        const example = references.resolve(given);
        return isTree(example) && Object.hasOwn(example, 'value') ? [{ name: textField(example, 'summary').trim() || name, status, type, value: example['value'] }] : [];
      });
      const plain: Given[] = one === undefined ? [] : [{ name: unnamed, status, type, value: one }];
      return plain.concat(named);
    });
    return [...old, ...content].filter(({ type }) => type.includes('/'));
  });
}
