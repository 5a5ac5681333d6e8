import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { codeLanguage, type CodeLanguageName } from '../../../../renderer/components/json-editor/code-language.ts';

/** What stands in which colour: pairs of a text and what it is. */
function read(name: CodeLanguageName, text: string): string[] {
  const state = EditorState.create({ doc: text, extensions: [codeLanguage(name)] });
  const found: string[] = [];
  ensureSyntaxTree(state, text.length, 5000)!.iterate({ enter: ({ name: kind, from, to }) => void (kind !== 'Document' && found.push(`${kind} ${text.slice(from, to)}`)) });
  return found;
}

describe('code in colour', () => {
  it.each([
    ['sql', "SELECT 'a' -- b\nfrom t", ['keyword SELECT', "string 'a'", 'comment -- b', 'keyword from']],
    ['python', 'x = """a\nb""" # c', ['string """a', 'string b"""', 'comment # c']],
    ['javascript', '/* a\nb */ const x = `c`; // d', ['comment /* a', 'comment b */', 'keyword const', 'string `c`', 'comment // d']],
    ['go', 'if x == 0x1F { return "a\\"b" }', ['keyword if', 'number 0x1F', 'keyword return', 'string "a\\"b"']],
    ['shell', 'curl "$URL" $TOKEN # a', ['string "$URL"', 'variableName $TOKEN', 'comment # a']],
    ['yaml', 'name: "a" # b\nok: true', ['propertyName name', 'string "a"', 'comment # b', 'propertyName ok', 'keyword true']],
  ] as const)('tells words, texts and comments of %s apart', (name, text, wanted) => expect(read(name, text)).toEqual(wanted));

  it('ends a text that was never closed with its line', () => {
    expect(read('sql', "select 'a\nfrom")).toEqual(['keyword select', "string 'a", 'keyword from']);
  });
});
