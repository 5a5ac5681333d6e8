import { z } from 'zod';
import { defaultLimit, defaultPage, noAuth } from '../rules/constants.ts';
import { anything } from './define.ts';
import { networkSettings, reachSettings } from './network.ts';
import { secretMark } from './secret-mark.ts';

export { isSecretMark, type SecretMark } from '../rules/secret-mark.ts';

/**
 * Field kinds of the entities. Each is a zod schema that also says how a form asks for it, so that forms, table
 * columns and help derive from the contract. Unknown kinds of fields (a newer server's) are kept as they are.
 */

export type Widget = 'text' | 'long' | 'code' | 'json' | 'number' | 'flag' | 'choice' | 'reference' | 'secret' | 'time' | 'tags' | 'file' | 'auth' | 'variables' | 'network' | 'reach';

export interface FieldMeta {
  readonly label: string;
  readonly widget: Widget;
  readonly help?: string | undefined;
  /** For `choice`: the values, as they are sent. */
  readonly options?: readonly string[] | undefined;
  /** For `reference`: the group in the contract whose rows may be chosen. */
  readonly to?: string | undefined;
  /** For `auth`: what nothing means, where it does not mean none. */
  readonly inherited?: string | undefined;
  /** For `auth`: an auth config may stand for it. */
  readonly kept?: boolean | undefined;
  /** Values by name, or parameters, of which those are kept as secrets that carry a credential by their name, or are marked with `secret: true`. */
  readonly seals?: 'headers' | 'parameters' | undefined;
  /** Written by the server; shown, never asked for. */
  readonly readOnly?: boolean | undefined;
  /** With what a new form starts. */
  readonly initial?: unknown;
  /** CSS pixels of its column at first, where those of its kind do not fit. */
  readonly width?: number | undefined;
}

const known = new WeakMap<z.ZodType, FieldMeta>();
const readers = new WeakMap<z.ZodType, z.ZodType>();

/** How a form asks for a field, or undefined if nobody said. */
export function metaOf(schema: z.ZodType): FieldMeta | undefined {
  return known.get(schema);
}

/** How a field is read from an answer: most as they come, some from more than one form. */
export const readerOf = (schema: z.ZodType): z.ZodType => readers.get(schema) ?? anything;

function field<T extends z.ZodType>(schema: T, meta: FieldMeta, reader?: z.ZodType): T {
  known.set(schema, meta);
  if (reader) readers.set(schema, reader);
  return schema;
}

type Options = Omit<FieldMeta, 'label' | 'widget' | 'options' | 'to'>;

/** A name that must not be empty. */
export const name = (label = 'Name', options: Options & { message?: string } = {}) => {
  const { message = `${label} is required`, ...rest } = options;
  return field(z.string({ error: message }).trim().min(1, message), { label, widget: 'text', ...rest });
};
export const text = (label: string, options: Options = {}) => field(z.string().nullish(), { label, widget: 'text', ...options });
export const long = (label: string, options: Options = {}) => field(z.string().nullish(), { label, widget: 'long', ...options });
export const code = (label: string, options: Options = {}) => field(z.string().nullish(), { label, widget: 'code', ...options });
/** The same, where it must be there. */
export const requiredCode = (label: string, options: Options & { message?: string } = {}) => {
  const { message = `${label} is required`, ...rest } = options;
  return field(z.string({ error: message }).min(1, message), { label, widget: 'code', ...rest });
};
export const number = (label: string, options: Options = {}) => field(z.number().nullish(), { label, widget: 'number', ...options });
/** A whole number within bounds. */
export const count = (label: string, least: number, most: number, options: Options = {}) => {
  const message = `${label} must be a whole number from ${least} to ${most}`;
  return field(z.number({ error: message }).refine((value) => Number.isInteger(value) && value >= least && value <= most, message).nullish(), { label, widget: 'number', ...options });
};
export const flag = (label: string, options: Options = {}) => field(z.boolean().nullish(), { label, widget: 'flag', ...options });
/** Any JSON value. */
export const json = (label: string, options: Options = {}) => field(z.unknown().optional(), { label, widget: 'json', ...options });
export const tags = (label: string, options: Options = {}) => field(z.array(z.string()).nullish(), { label, widget: 'tags', ...options });
/** An instant, ISO 8601 in UTC. */
export const time = (label: string, options: Options = {}) =>
  field(z.union([z.string(), z.number()]).nullish(), { label, widget: 'time', ...options });
/** One of a fixed set; a server's newer value is kept, not refused. */
export const choice = (label: string, values: readonly string[], options: Options = {}) =>
  field(z.string().nullish(), { label, widget: 'choice', options: values, ...options });
/** The id of a row of another group of the contract. */
export const reference = (label: string, to: string, options: Options = {}) =>
  field(z.string().nullish(), { label, widget: 'reference', to, ...options });
/** The same, where it must be there. */
export const requiredReference = (label: string, to: string, options: Options & { message?: string } = {}) => {
  const { message = `${label} is required`, ...rest } = options;
  return field(z.string({ error: message }).min(1, message), { label, widget: 'reference', to, ...rest });
};

export const secret = (label: string, options: Options = {}) =>
  field(z.union([z.string(), secretMark]).nullish(), { label, widget: 'secret', ...options });

/** JSON that holds credentials: a secret inside reads as a mark, and may be written as one. */
export const credentials = (label: string, options: Options = {}) =>
  field(z.record(z.string(), z.unknown()).nullish(), { label, widget: 'json', ...options });

/** Text that cannot be read as JSON stays as it is, so that nobody saves an empty value over it. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A list that may arrive as JSON text. */
export const jsonList = (label: string, options: Options = {}) =>
  field(z.preprocess(parsed, z.array(z.unknown()).nullish()).optional(), { label, widget: 'json', ...options }, anything.transform(parsed));

/** `{type, credentials}`, which may arrive as JSON text; none, if there is none [Q-002][K-029]. */
const authConfigSchema = z.looseObject({ type: z.string(), credentials: z.record(z.string(), z.unknown()).default({}) });
const readAuthConfig = (value: unknown) => parsed(value === '' ? undefined : value) ?? noAuth;
const authField = (reader: (value: unknown) => unknown) => (label: string, options: Options = {}) =>
  field(z.preprocess(parsed, authConfigSchema.nullish()).optional(), { label, widget: 'auth', ...options }, anything.transform(reader));
export const authConfig = authField(readAuthConfig);
/** The same, where none at all means that of what it belongs to. */
export const authOverride = authField((value) => (value === null || value === undefined || value === '' ? null : readAuthConfig(value)));
export const authConfigValue = z.preprocess(readAuthConfig, authConfigSchema);

const variableName = /^[A-Za-z_][\w.-]*$/;
/** Why a name cannot stand in `{{name}}`; undefined where it can. */
export const variableNameProblem = (name: string): string | undefined =>
  variableName.test(name) ? undefined : `“${name.slice(0, 60)}” cannot be the name of a variable. Begin with a letter, and go on with letters, digits, “_”, “-” and “.”`;

const variableRecord = z.record(z.string(), z.unknown(), { error: 'Variables are names and values, such as {"host": "api.example.com"}' }).superRefine((variables, context) => {
  for (const name of Object.keys(variables)) {
    const message = variableNameProblem(name);
    if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
  }
});
/** Values by name, for `{{name}}`: each a value, or `{value, secret?, enabled?}`. */
export const variables = (label: string, options: Options = {}) =>
  field(z.preprocess(parsed, variableRecord.nullish()).optional(), { label, widget: 'variables', ...options }, anything.transform(parsed));
/** How requests of an environment get there. */
export const network = (label: string, options: Options = {}) =>
  field(z.preprocess(parsed, networkSettings.nullish()).optional(), { label, widget: 'network', ...options }, anything.transform(parsed));
/** Which networks requests of a tenant may reach. */
export const reach = (label: string, options: Options = {}) =>
  field(z.preprocess(parsed, reachSettings.nullish()).optional(), { label, widget: 'reach', ...options }, anything.transform(parsed));

/** A file as it is uploaded: its content as base64 [K-023][Q-016]. */
export const fileContent = z.object({
  name: z.string().min(1),
  type: z.string().default('application/octet-stream'),
  encoding: z.literal('base64').default('base64'),
  content: z.base64({ error: 'The file is not base64' }),
});
export type FileContent = z.infer<typeof fileContent>;
/** A file; read back, it is its address. */
export const file = (label: string, options: Options = {}) => field(z.union([fileContent, z.string()]).nullish(), { label, widget: 'file', ...options });

/** What lists can be asked for. A query carries text only, so numbers and flags are read from text, too. */
export const search = (label = 'Search') => field(z.string().optional(), { label, widget: 'text' });
export const only = (label: string) => field(z.union([z.boolean(), z.stringbool()]).optional(), { label, widget: 'flag' });
/** A row is asked for with its details, unless said otherwise. */
export const withDetails = only('With details').default(true);
export const listOf = (label: string) => field(z.preprocess(parsed, z.array(z.string())).optional(), { label, widget: 'tags' });
const countFrom = (first: number, most: number, start: number, label: string) =>
  field(z.coerce.number().int().min(first).max(most).default(start), { label, widget: 'number' });
/** Page 1 and 10 rows, unless said otherwise [K-001]. */
export const paging = { page: countFrom(1, 1_000_000, defaultPage, 'Page'), limit: countFrom(1, 10_000, defaultLimit, 'Rows') };
