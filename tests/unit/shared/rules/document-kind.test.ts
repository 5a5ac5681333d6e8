import { expect, test } from 'vitest';
import { documentKind } from '../../../../shared/rules/document-kind.ts';

const known: readonly (readonly [label: string, text: string])[] = [
  ['OpenAPI 3.1', '{"openapi": "3.1.0", "info": {}}'],
  ['OpenAPI 3.0', '# Pets\nopenapi: 3.0.3\ninfo: {}'],
  ['OpenAPI 2.0', "info: {}\nswagger: '2.0'\n"],
  ['OpenAPI', '{"openapi": '],
  ['cURL', '# a comment\n$ curl -X POST https://example.com -d \'{"openapi": "3.0.0"}\''],
  ['HAR', JSON.stringify({ log: { version: '1.2', entries: [{ response: { content: { text: '{"openapi": "3.0.0"}' } } }] } })],
  ['Postman collection 2.1', '{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": []}'],
  ['Bruno, as a zip', 'UEsDBBQAAAAIAAAAIQA='],
  ['Bruno', 'meta {\n  name: Get\n}\n'],
  ['Bruno', '{"name": "x", "version": "1", "items": [], "brunoConfig": {}}'],
  ['Bruno, as OpenCollection', 'opencollection: 1.0.0\ninfo:\n  name: x\nextensions:\n  bruno:\n    openapi: []\n'],
  ['Bruno, as OpenCollection', '{"opencollection": "1.0.0", "extensions": {"bruno": {"openapi": []}}}'],
  ['Bruno, as OpenCollection', 'info:\n  name: Get\n  type: http\n  seq: 1\n\nhttp:\n  method: GET\n'],
  ['Insomnia 5', 'type: collection.insomnia.rest/5.0\nname: x\ncollection: []'],
  ['Insomnia 4', '{"_type": "export", "resources": []}'],
];

test.each(known)('tells %s by what the text begins with or holds, whatever its requests quote [C-111]', (label, text) => {
  expect(documentKind(text)).toEqual({ label, call: label.startsWith('OpenAPI') ? 'importOpenapi' : 'importCollection' });
  expect(documentKind(`\uFEFF${text}`)?.label).toBe(label);
});

test('says nothing of a text that tells no kind, and takes a name inside of a word for none', () => {
  expect(documentKind('')).toBeUndefined();
  expect(documentKind('{"my_openapi": "3.0.0"}')).toBeUndefined();
  expect(documentKind('curly braces')).toBeUndefined();
  expect(documentKind('info:\n  title: x\ntype: http\n')).toBeUndefined();
});
