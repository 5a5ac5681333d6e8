import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../../electron/platform/expressions/schema-check.ts';
import { responseSchemas, schemaFor } from '../../../../electron/platform/composer/openapi/response-schemas.ts';

const paths = (responses: object) => ({ info: { title: 'Pets' }, paths: { '/pets': { get: { operationId: 'listPets', responses } } } });
const json = (schema: object) => ({ description: 'it', content: { 'application/json': { schema } } });
const pet = { type: 'object', required: ['name', 'secret'], properties: { name: { type: 'string', nullable: true }, secret: { type: 'string', writeOnly: true }, parent: { $ref: '#/components/schemas/Pet' } } };

const documented = (document: object, status = 200, type = 'application/json') => {
  const found = responseSchemas(JSON.stringify(document), 'listPets');
  return found && schemaFor(found, status, type);
};
const problemsOf = (document: object, value: unknown, status?: number, type?: string) => checkSchema(documented(document, status, type), value).problems;

describe('the schema of an answer in its document', () => {
  it('stands by itself, with all that it refers to, however often it comes to itself', () => {
    const document = { openapi: '3.0.3', ...paths({ 200: json({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }) }), components: { schemas: { Pet: pet } } };
    expect(problemsOf(document, [{ name: null, parent: { name: 'Rex' } }])).toEqual([]); // what is only written is not asked of an answer
    expect(problemsOf(document, [{ parent: { parent: { name: 3 } } }])).toEqual([
      "/0 must have required property 'name'", "/0/parent must have required property 'name'", '/0/parent/parent/name must be string,null, and is 3',
    ]);
  });

  it('of OpenAPI 3.0 is its reference alone, and of 3.1 both', () => {
    const beside = { ...paths({ 200: json({ $ref: '#/components/schemas/Text', maxLength: 1 }) }), components: { schemas: { Text: { type: 'string' } } } };
    expect(problemsOf({ openapi: '3.0.3', ...beside }, 'long')).toEqual([]);
    expect(problemsOf({ openapi: '3.1.0', ...beside }, 'long')).toEqual(['/ must NOT have more than 1 characters, and is "long"']);
  });

  it('of Swagger 2.0 is that of what the operation gives', () => {
    const document = { swagger: '2.0', produces: ['application/hal+json'], ...paths({ 200: { description: 'it', schema: { $ref: '#/definitions/Pet' } } }), definitions: { Pet: { properties: { id: { type: 'integer' } } } } };
    expect(problemsOf(document, { id: 'x' }, 200, 'application/hal+json; charset=utf-8')).toEqual(['/id must be integer, and is "x"']);
    expect(documented(document, 200, 'text/html')).toBeUndefined();
  });

  it.each([
    [200, 'application/json', { const: 'exact' }],
    [201, 'application/json', { const: 'range' }],
    [404, 'application/problem+json', { const: 'application' }],
    [404, 'text/plain', { const: 'any' }],
    [204, '', { enum: [null, ''] }],
  ])('is found by the status %i and the type %s', (status, type, schema) => {
    const document = {
      openapi: '3.1.0',
      ...paths({
        '200': json({ const: 'exact' }), '204': { description: 'nothing' }, '2XX': json({ const: 'range' }),
        'default': { description: 'failed', content: { 'application/*': { schema: { const: 'application' } }, '*/*': { schema: { const: 'any' } } } },
      }),
    };
    expect(documented(document, status, type)).toMatchObject(schema);
  });

  it('is none where the document does not know the operation, or the answer', () => {
    expect(documented({ openapi: '3.1.0', paths: {} })).toBeUndefined();
    expect(documented({ openapi: '3.1.0', ...paths({ 200: json({}) }) }, 500)).toBeUndefined();
  });

  it('says so where it leads out of the document', () => {
    const document = { openapi: '3.1.0', ...paths({ 200: json({ $ref: 'https://other.example/pets.json#/Pet' }) }) };
    expect(() => problemsOf(document, {})).toThrow('https://other.example/pets.json#/Pet');
  });
});
