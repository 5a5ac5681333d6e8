export interface JsonProblem {
  /** What is wrong and where, for people. */
  readonly message: string;
  /** Where, in characters from the beginning. */
  readonly offset: number;
}

type Expected = 'value' | 'value or ]' | 'name or }' | 'name' | 'colon' | 'comma or }' | 'comma or ]' | 'nothing more';

const words: Readonly<Record<Expected, string>> = {
  value: 'a value is expected',
  'value or ]': 'a value or ] is expected',
  'name or }': 'a name in double quotes or } is expected',
  name: 'a name in double quotes is expected',
  colon: '“:” is expected',
  'comma or }': '“,” or } is expected',
  'comma or ]': '“,” or ] is expected',
  'nothing more': 'nothing more is expected here',
};

// A string may hold no control character (RFC 8259, section 7).
// oxlint-disable-next-line no-control-regex
const token = /[ \t\n\r]*(?:(?<mark>[{}[\]:,])|(?<string>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<other>(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))|(?<end>$))/y;

/**
 * The first place at which a text (RFC 8259) cannot go on, and what could stand there. JSON.parse does not say the place
 * for every fault.
 */
function firstFault(text: string): { offset: number; expected: Expected } | undefined {
  const open: ('object' | 'array')[] = [];
  let expected: Expected = 'value';
  const after = (): Expected => ({ object: 'comma or }', array: 'comma or ]', none: 'nothing more' } as const)[open.at(-1) ?? 'none'];
  token.lastIndex = 0;
  for (;;) {
    const start = token.lastIndex;
    const groups = token.exec(text)?.groups;
    const blank = /[ \t\n\r]*/y;
    blank.lastIndex = start;
    blank.exec(text);
    const fault = { offset: blank.lastIndex, expected };
    if (!groups) return fault;
    if (groups['end'] !== undefined) return expected === 'nothing more' ? undefined : fault;
    const next = step(groups['mark'] ?? (groups['string'] === undefined ? 'value' : 'string'), expected, open, after);
    if (!next) return fault;
    expected = next;
  }
}

/** What is expected after a token, or undefined where it must not stand. */
function step(kind: string, expected: Expected, open: ('object' | 'array')[], after: () => Expected): Expected | undefined {
  const takesValue = expected === 'value' || expected === 'value or ]';
  switch (kind) {
    case 'string':
      if (expected === 'name' || expected === 'name or }') return 'colon';
      return takesValue ? after() : undefined;
    case 'value':
      return takesValue ? after() : undefined;
    case '{':
    case '[':
      if (!takesValue) return undefined;
      open.push(kind === '{' ? 'object' : 'array');
      return kind === '{' ? 'name or }' : 'value or ]';
    case '}':
    case ']':
      if (!expected.endsWith(`or ${kind}`)) return undefined;
      open.pop();
      return after();
    case ':':
      return expected === 'colon' ? 'value' : undefined;
    case ',':
      return expected === 'comma or }' ? 'name' : expected === 'comma or ]' ? 'value' : undefined;
    default:
      return undefined;
  }
}

/** Why a text is not JSON, or undefined if it is. */
export function jsonProblem(text: string): JsonProblem | undefined {
  const fault = firstFault(text);
  if (!fault) return undefined;
  const before = text.slice(0, fault.offset).split('\n');
  return { message: `Line ${before.length}, column ${before.at(-1)!.length + 1}: ${words[fault.expected]}`, offset: fault.offset };
}
