/** What a document is, as far as its beginnings tell: the platform has the last word when it reads it. */

export interface DocumentKind {
  /** The call that takes it in. */
  readonly call: 'importOpenapi' | 'importCollection';
  /** "OpenAPI 3.1", "HAR". */
  readonly label: string;
}

const collection = (label: string): DocumentKind => ({ call: 'importCollection', label });

type Sign = readonly [sign: RegExp, kind: (found: RegExpExecArray) => DocumentKind];

/** Quotes within a text of JSON are escaped, so what a request or an answer quotes is not taken for the document. */
const signs: readonly Sign[] = [
  // A zip as base64: of the kinds that are known, only one is a folder.
  [/^UEsDB/, () => collection('Bruno, as a zip')],
  [/^(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:[$>%][ \t]+)?(?:\S*[/\\])?curl(?:\.exe)?\s/i, () => collection('cURL')],
  [/^\s*meta[ \t]*\{/, () => collection('Bruno')],
  [/(?:^|\n|")type"?\s*:\s*["']?[\w.]*\.insomnia\.rest\/5/, () => collection('Insomnia 5')],
  [/"_type"\s*:\s*"export"|^_type:\s*["']?export\b/m, () => collection('Insomnia 4')],
  [/"schema"\s*:\s*"https?:\/\/schema\.(?:get)?postman\.com\/[^"]*\/v(2\.\d)/, ([, version]) => collection(`Postman collection ${version}`)],
  [/(?:^|\n|")opencollection"?\s*:/, () => collection('Bruno, as OpenCollection')],
  [/(?:^|\n|")(?:openapi|swagger)"?\s*:\s*["']?(\d\.\d)?/, ([, version = '']) => ({ call: 'importOpenapi', label: `OpenAPI ${version}`.trim() })],
  [/(?:^|\n)info:\s*\n(?:[ \t]+[^\n]*\n)*?[ \t]+type:\s*["']?(?:http|graphql)["']?\s*\n/, () => collection('Bruno, as OpenCollection')],
  [/"(?:brunoConfig|exportedUsing)"\s*:/, () => collection('Bruno')],
  [/^\s*\{\s*"log"\s*:\s*\{/, () => collection('HAR')],
];

/** The kind of a document's text, or undefined where nothing tells it. */
export function documentKind(text: string): DocumentKind | undefined {
  const source = text.replace(/^\uFEFF/, '');
  for (const [sign, kind] of signs) {
    const found = sign.exec(source);
    if (found) return kind(found);
  }
  return undefined;
}

/** A text of no known kind goes where the answer says which kinds there are. */
export const unknownKind = collection('');
