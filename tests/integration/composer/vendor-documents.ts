import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { petsV2, petsV3 } from '../../unit/platform/composer/documents.ts';

/** Real vendors' documents, where there are any: a folder beside the checkout, or the one that is named. */
const folder = resolve(process.env['TRELLIS_OPENAPI_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/openapi'));
const files = existsSync(folder) ? globSync('**/*.{json,yaml,yml}', { cwd: folder }).filter((file) => basename(file) !== 'index.json').toSorted() : [];

/** Those, each with its name, after two of our own. */
export const documents: readonly (readonly [name: string, text: string])[] = [
  ['our own, OpenAPI 3.1', petsV3],
  ['our own, Swagger 2.0', petsV2],
  ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const),
];
