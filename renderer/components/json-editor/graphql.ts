import { StreamLanguage } from '@codemirror/language';

const keywords = /^(?:query|mutation|subscription|fragment|on|true|false|null)\b/;

/** GraphQL, in colour: what a word is can be told without its grammar. */
export const graphql = StreamLanguage.define({
  name: 'graphql',
  token(stream) {
    if (stream.eatSpace() || stream.eat(',')) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number';
    if (stream.match(/^[$@]\w+/)) return 'variableName';
    if (stream.match(keywords)) return 'keyword';
    if (stream.match(/^\w+/)) return 'propertyName';
    stream.next();
    return 'brace';
  },
});
