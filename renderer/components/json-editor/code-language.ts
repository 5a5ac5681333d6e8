import { StreamLanguage, type StringStream } from '@codemirror/language';

/** Languages in colour by their words, comments and quotes alone: enough to read a piece of code by, without a grammar of each. */

interface Words {
  readonly keywords: string;
  readonly line: string;
  /** What begins and ends a comment of many lines. */
  readonly block?: readonly [string, string];
  readonly quotes: string;
  /** Quotes between which a text goes on over lines, before those that end with their line. */
  readonly long?: readonly string[];
  readonly variable?: RegExp;
  readonly ignoreCase?: boolean;
  /** What stands before a colon is a name. */
  readonly names?: boolean;
}

const slashes = { line: '//', block: ['/*', '*/'] } as const;
const javascript = 'async await break case catch class const continue default delete do else export extends finally for from function if import in instanceof let new of return static super switch this throw try typeof var void while yield true false null undefined';

const languages = {
  javascript: { ...slashes, keywords: javascript, quotes: '"\'', long: ['`'] },
  typescript: { ...slashes, keywords: `${javascript} abstract as declare enum implements interface keyof namespace private protected public readonly satisfies type boolean number string unknown never any`, quotes: '"\'', long: ['`'] },
  python: {
    keywords: 'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield True False None',
    line: '#', quotes: '"\'', long: ['"""', "'''"],
  },
  go: {
    ...slashes, quotes: '"\'', long: ['`'],
    keywords: 'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var true false nil',
  },
  shell: { keywords: 'case do done elif else esac export fi for function if in local return set then until while', line: '#', quotes: '', long: ['"', "'"], variable: /^\$(?:\w+|\{[^}]*\}|[?!#@*$-])/ },
  sql: {
    keywords: 'all alter and as asc between by case create cross delete desc distinct drop else end exists false from full group having in index inner insert into is join left like limit not null offset on or order outer primary references returning right select set table then true union unique update values view when where with',
    line: '--', block: ['/*', '*/'], quotes: '\'"', ignoreCase: true,
  },
  yaml: { keywords: 'true false null yes no', line: '#', quotes: '"\'', names: true },
} as const satisfies Record<string, Words>;

export type CodeLanguageName = keyof typeof languages;

/** Eats up to and with `end`; false where the line ends first. A backslash takes what follows it along. */
function eatUntil(stream: StringStream, end: string): boolean {
  while (!stream.eol()) {
    if (stream.match(end)) return true;
    if (stream.next() === '\\') stream.next();
  }
  return false;
}

interface Inside {
  /** With what ends that began on an earlier line, and what it is; null outside of such. */
  open: { readonly end: string; readonly token: 'comment' | 'string' } | null;
}

function languageOf(name: string, { keywords, line, block, quotes, long = [], variable, ignoreCase = false, names = false }: Words) {
  const words = new Set(keywords.split(' '));
  return StreamLanguage.define<Inside>({
    name,
    startState: () => ({ open: null }),
    languageData: { commentTokens: { line, ...(block ? { block: { open: block[0], close: block[1] } } : {}) } },
    token(stream, state) {
      if (state.open) {
        const { end, token } = state.open;
        if (eatUntil(stream, end)) state.open = null;
        return token;
      }
      if (stream.eatSpace()) return null;
      if (block && stream.match(block[0])) {
        if (!eatUntil(stream, block[1])) state.open = { end: block[1], token: 'comment' };
        return 'comment';
      }
      if (stream.match(line)) {
        stream.skipToEnd();
        return 'comment';
      }
      const begun = long.find((quote) => stream.match(quote));
      if (begun !== undefined) {
        if (!eatUntil(stream, begun)) state.open = { end: begun, token: 'string' };
        return 'string';
      }
      const quote = stream.peek()!;
      if (quotes.includes(quote)) {
        stream.next();
        eatUntil(stream, quote);
        return names && stream.match(/^\s*:(?:\s|$)/, false) ? 'propertyName' : 'string';
      }
      if (variable && stream.match(variable)) return 'variableName';
      if (names && stream.match(/^[\w.$/-]+(?=\s*:(?:\s|$))/)) return 'propertyName';
      if (stream.match(/^(?:0[xX][\da-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)/)) return 'number';
      const word = stream.match(/^[A-Za-z_$][\w$]*/) as RegExpMatchArray | null;
      if (word) return words.has(ignoreCase ? word[0].toLowerCase() : word[0]) ? 'keyword' : null;
      stream.next();
      return null;
    },
  });
}

export const codeLanguage = (name: CodeLanguageName) => languageOf(name, languages[name]);
