import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { petsV2, petsV3 } from '../../unit/platform/composer/documents.ts';
import { startComposer, type Composer } from './platform.ts';

/** Real vendors' documents, where there are any: a folder beside the checkout, or the one that is named. */
const folder = resolve(process.env['TRELLIS_OPENAPI_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/openapi'));
const files = existsSync(folder) ? globSync('**/*.{json,yaml,yml}', { cwd: folder }).filter((file) => basename(file) !== 'index.json').toSorted() : [];
const documents = [
  ['our own, OpenAPI 3.1', petsV3] as const,
  ['our own, Swagger 2.0', petsV2] as const,
  ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const),
];

let composer: Composer;
beforeAll(async () => {
  composer = await startComposer();
});
afterAll(() => composer[Symbol.asyncDispose]());

interface Imported {
  readonly api_id: string;
  readonly endpoint_count: number;
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}

/** A library of schemas: the one document that has no paths. */
const withoutPaths = /common\.yaml$/;

describe('documents as they are in the world [C-111][F-12]', () => {
  it.each(documents)('imports %s', async (name, document) => {
    const { status, data, error } = await composer.call<Imported>('import-openapi', { document });
    expect(error).toBeUndefined();
    expect(status).toBe(200);
    expect(data.endpoint_count > 0).toBe(!withoutPaths.test(name));
    const { data: rows, totalCount } = await composer.call<{ id: string; method: string; path: string }[]>('list-endpoints', { api_id: data.api_id });
    expect(totalCount).toBe(data.endpoint_count);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(rows.length);
    for (const problem of data.problems) expect(problem).toMatchObject({ where: expect.stringMatching(/^#/) as string, message: expect.stringMatching(/\S/) as string });
    expect(composer.lines).toEqual([]);
  });
});
