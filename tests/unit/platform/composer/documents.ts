/** Documents of our own: one OpenAPI 3.1 and one Swagger 2.0 of the same small API, with what tests ask about. */

export const petsV3 = `
openapi: 3.1.0
info: { title: Pets, version: 1.2.3, description: A shop }
servers:
  - url: https://{region}.example.com/v1
    variables: { region: { default: eu } }
security: [{ key: [] }]
tags: [{ name: pets }]
paths:
  /pets:
    parameters:
      - { name: X-Trace, in: header, required: true, schema: { type: string }, example: abc }
      - { name: limit, in: query, schema: { type: integer, default: 5 } }
    get:
      operationId: listPets
      summary: List pets
      tags: [pets]
      parameters:
        - { name: limit, in: query, required: true, schema: { type: integer, default: 20 } }
        - { $ref: '#/components/parameters/Page' }
        - { name: Accept, in: header, schema: { type: string } }
      responses: { '200': { description: ok } }
    post:
      operationId: createPet
      requestBody: { $ref: '#/components/requestBodies/Pet' }
      security: [{ login: [] }]
      responses: { '201': { description: made } }
  /pets/{petId}:
    get:
      security: []
      parameters:
        - { name: petId, in: path, required: true, schema: { type: string, format: uuid }, examples: { one: { value: p-1 } } }
      responses: { '200': { description: ok } }
    delete:
      operationId: removePet
      responses: { '204': { description: gone } }
components:
  parameters:
    Page: { name: page, in: query, schema: { type: integer } }
  requestBodies:
    Pet:
      content:
        text/plain: { schema: { type: string } }
        application/json: { schema: { $ref: '#/components/schemas/Pet' } }
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: string, example: Rex } } }
    Pet:
      allOf:
        - $ref: '#/components/schemas/Named'
        - type: object
          properties:
            id: { type: integer, readOnly: true }
            kind: { enum: [dog, cat] }
            born: { type: [string, 'null'], format: date }
            mother: { $ref: '#/components/schemas/Pet' }
            toys: { type: array, items: { anyOf: [{ type: 'null' }, { type: object, properties: { weight: { type: number, minimum: 2 } } }] } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: basic }
`;

export const petsV2 = JSON.stringify({
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  host: 'api.example.com',
  basePath: '/v1/',
  schemes: ['http', 'https'],
  consumes: ['application/json'],
  securityDefinitions: { login: { type: 'basic' } },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, type: 'integer', 'x-example': 7 }],
      put: { parameters: [{ name: 'pet', in: 'body', schema: { $ref: '#/definitions/Pet' } }] },
      post: { consumes: ['application/x-www-form-urlencoded'], parameters: [{ name: 'name', in: 'formData', type: 'string' }, { name: 'age', in: 'formData', type: 'integer', default: 3 }] },
      patch: { parameters: [{ name: 'photo', in: 'formData', type: 'file' }] },
    },
  },
  definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
});
