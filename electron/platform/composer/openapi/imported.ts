/** What is read out of an OpenAPI document: the fields of an API and of its endpoints, and what was wrong. */

/** `where` is a JSON pointer into the document (RFC 6901), beginning with `#`. */
export interface Problem {
  readonly where: string;
  readonly message: string;
}

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

export interface ImportedEndpoint {
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
}

export interface ImportedApi {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly server_url: string;
  readonly base_path: string;
  readonly auth: AuthFields;
}

export interface Imported {
  readonly api: ImportedApi;
  readonly endpoints: readonly ImportedEndpoint[];
  readonly problems: readonly Problem[];
}
