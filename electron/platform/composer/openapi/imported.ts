import type { ImportedExample } from '../example-text.ts';

/** What is read out of an OpenAPI document: the fields of an API and of its endpoints, and what was wrong. */

/** `where` is a JSON pointer into the document (RFC 6901), beginning with `#`; `line` counts from 1. */
export type Problem = { readonly where: string; readonly message: string; readonly line?: number };

export type AuthFields = { readonly type: string; readonly credentials: Readonly<Record<string, unknown>> };
export type BodyFields = { readonly type: string; readonly content_type?: string; readonly content?: unknown };

/** `value` is sent unless the caller gives another; `example` is only shown. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description?: string;
  readonly type?: string;
  readonly example?: unknown;
  readonly value?: unknown;
  /** How a value of several parts is written, where it is not as the place has it by default. */
  readonly style?: string;
  readonly explode?: boolean;
}

/** A server that the document names, with the variables of its address. */
export interface ServerFields {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[]; readonly description?: string }>>;
}

/** A schema in the words of OpenAPI 3.1, without references and of bounded depth. */
export type DocsSchema = Readonly<Record<string, unknown>>;

/** Bodies by content type. */
export type DocsContent = Readonly<Record<string, { readonly schema?: DocsSchema }>>;

/** What the document says of an operation beyond what is sent: a few KB at the most. */
export interface OperationDocs {
  readonly deprecated?: true;
  readonly external_docs?: { readonly url: string; readonly description?: string };
  /** By place and name, such as `query limit`. */
  readonly parameters?: Readonly<Record<string, DocsSchema>>;
  readonly request?: { readonly description?: string; readonly required?: boolean; readonly content: DocsContent };
  /** By status, such as `200`, `4XX` or `default`. */
  readonly responses?: Readonly<Record<string, { readonly description: string; readonly content?: DocsContent }>>;
}

export interface ImportedEndpoint {
  /** By which a later version of the document knows the operation again: its operationId, or its method and path. */
  readonly operation_key: string;
  readonly name: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly operation_id?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: BodyFields;
  /** Only where it differs from the API's. */
  readonly auth?: AuthFields;
  /** Both, where the operation has a server of its own. */
  readonly server_url?: string;
  readonly base_path?: string;
  readonly docs?: OperationDocs;
  /** Of its answers; they become rows of their own. */
  readonly examples?: readonly ImportedExample[];
  /** What OpenAPI has no words for; only in documents that were exported from here. */
  readonly enabled?: boolean;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly timeout_ms?: number;
  readonly folder?: string;
  readonly position?: number;
}

export interface ImportedApi {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly server_url: string;
  readonly base_path: string;
  /** The defaults of the variables that stand in the two above as `{{name}}`; an environment may have values of its own. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Where there is more to say than `server_url` and `base_path` do. */
  readonly servers?: readonly ServerFields[];
  /** Only in documents that were exported from here. */
  readonly folders?: readonly string[];
  readonly auth: AuthFields;
}

/** By which security scheme of the document each part signs in; several at once are named together. */
export interface SchemesUsed {
  /** What each becomes, with the credentials empty. */
  readonly schemes: Readonly<Record<string, AuthFields>>;
  readonly api?: string | undefined;
  /** By operation key, of those that say so themselves. */
  readonly endpoints: Readonly<Record<string, string>>;
}

export interface Imported {
  readonly api: ImportedApi;
  readonly endpoints: readonly ImportedEndpoint[];
  readonly problems: readonly Problem[];
  readonly security: SchemesUsed;
  /** Documents that it refers to and that are not in it, as it writes them; nothing of them is read. */
  readonly external: readonly string[];
}
