import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import { pooled, unpooled } from './part-pool.ts';
import { openWithPhrase, sealing, sealWithPhrase } from './phrase-seal.ts';

/** A recipe as one file: JSON that says what it is, and holds the recipe with its versions, in clear or under a pass phrase. */

const format = 'trellis-recipe';
const formatVersion = 1;
const head = `${format} ${formatVersion}`;

const versionSchema = z.looseObject({
  version: z.int().min(1).optional(), version_tag: z.string().nullish(), note: z.string().nullish(), crt_date: z.string().nullish(), crt_user: z.string().nullish(),
  nodes: z.unknown(), edges: z.unknown(),
});
const places = z.array(z.int().min(0)).optional();
/** In a file versions share their parts: `node_parts` and `edge_parts` are places in `parts`, in the stead of nodes and edges. */
const filedSchema = z.looseObject({ parts: z.array(z.unknown()).optional(), versions: z.array(z.looseObject({ node_parts: places, edge_parts: places })) });
const contentSchema = z.looseObject({
  /** Its fields without what ties it to a platform: id, tenant, environment, secrets. */
  recipe: z.looseObject({ name: z.string().trim().min(1) }),
  /** The oldest first; none where the recipe has none. */
  versions: z.array(versionSchema),
  /** What nodes keep beside the graph: of a version, or of the recipe as it stands. */
  node_metadata: z.array(z.looseObject({ version: z.int().min(1).optional(), node_id: z.string().min(1), data: z.unknown() })).optional(),
  /** Whether the recipe itself has the pass phrase, and not this one file alone. */
  is_protected: z.boolean().optional(),
});
export type RecipeContent = z.output<typeof contentSchema>;
export type FileVersion = RecipeContent['versions'][number];

/** Encrypted where there is a pass phrase. */
export async function writeRecipeFile(content: RecipeContent, phrase: string | undefined): Promise<string> {
  if (phrase === undefined) return lines({ format, version: formatVersion, ...pooled(content) });
  const { encryption, content: sealed } = await sealWithPhrase(phrase, head, JSON.stringify(pooled(content)));
  return `${JSON.stringify({ format, version: formatVersion, encryption, content: sealed }, null, 2)}\n`;
}

const notOne = 'This is not a recipe file of Trellis. Choose a file that was exported from a recipe.';
const notWhole = 'The recipe file is not whole: it ends too early or was changed. Get it anew from whoever made it.';

/** Throws `rejected` for what is no recipe file, `invalid_input` where the phrase is missing or wrong. */
export async function readRecipeFile(text: string, phrase: string | undefined): Promise<RecipeContent> {
  const file = parsed(text, text.trimStart().startsWith('{') && text.slice(0, 200).includes(format) ? notWhole : notOne);
  if (typeof file !== 'object' || file === null || !('format' in file) || file.format !== format) throw new AppError('rejected', notOne);
  const { version, encryption, content } = file as { version?: unknown; encryption?: unknown; content?: unknown };
  if (typeof version === 'number' && version > formatVersion) {
    throw new AppError('rejected', `The file was made by a newer Trellis (format ${version}; this one reads up to ${formatVersion}). Update Trellis to import it.`);
  }
  if (encryption === undefined) return readContent(file);

  const how = sealing.safeParse(encryption);
  if (!how.success || typeof content !== 'string' || !z.base64().safeParse(content).success) throw new AppError('rejected', notWhole);
  if (phrase === undefined || phrase === '') {
    const message = 'The file is encrypted. Enter the pass phrase of its recipe.';
    throw new AppError('invalid_input', message, { problems: [{ path: ['pass_phrase'], message }] });
  }
  return readContent(parsed(await openWithPhrase(phrase, head, { encryption: how.data, content }), notWhole));
}

/** JSON with a line for each entry of its lists, so that what changed between two files can be seen. */
function lines(file: object): string {
  const entries = Object.entries(file).map(([name, value]: [string, unknown]) => {
    const text = Array.isArray(value) && value.length > 0 ? `[\n    ${value.map((one) => JSON.stringify(one)).join(',\n    ')}\n  ]` : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${entries.join(',\n')}\n}\n`;
}

function readContent(value: unknown): RecipeContent {
  const filed = filedSchema.safeParse(value);
  const read = contentSchema.safeParse(filed.success ? unpooled(filed.data) : value);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new AppError('rejected', `The recipe file cannot be read: ${path.join('.')} ${message}. Get it anew from whoever made it.`);
}

function parsed(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new AppError('rejected', otherwise, { cause });
  }
}
