import type { EndpointTest } from '../../../../shared/contract/endpoint-tests.ts';
import type { ImportedExample } from '../example-text.ts';
import type { AuthFields, BodyFields, ImportedApi, ImportedEndpoint, Problem } from '../openapi/imported.ts';

/** Collections of requests between their formats and our own fields. */

/** A name and its value as another tool has them; what is switched off there is shown here and not sent. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  readonly enabled?: boolean;
}

/** One request as it was read; every text may hold `{{variables}}`. */
export interface ReadRequest {
  readonly where: string;
  readonly name: string;
  readonly description?: string;
  /** From the outermost inwards. */
  readonly folders?: readonly string[];
  readonly method: string;
  /** May carry a query, and variables as `:name`. */
  readonly url: string;
  readonly query?: readonly Pair[];
  readonly path_variables?: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: BodyFields;
  /** Absent where it is that of the collection. */
  readonly auth?: AuthFields;
  /** Of its answers. */
  readonly examples?: readonly ImportedExample[];
  readonly tests?: readonly EndpointTest[];
  readonly tags?: readonly string[];
  readonly timeout_ms?: number;
  /** Its own and those of the folders around it, which go before the collection's; their values are filled in. */
  readonly variables?: ReadonlyMap<string, string>;
}

/** What a reader makes of one document. */
export interface ReadCollection {
  readonly name: string;
  readonly description?: string;
  readonly auth?: AuthFields;
  readonly variables: ReadonlyMap<string, string>;
  /** Variables that the document itself calls secret. */
  readonly secrets?: ReadonlySet<string>;
  readonly requests: readonly ReadRequest[];
  /** Addresses are as they were sent: a colon in a path begins no variable. */
  readonly literal?: boolean;
  readonly problems: readonly Problem[];
}

export interface CollectionEndpoint extends Pick<ImportedEndpoint, 'name' | 'description' | 'method' | 'path' | 'folder' | 'tags' | 'parameters' | 'body' | 'auth' | 'timeout_ms' | 'examples'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly tests?: readonly EndpointTest[];
}

export interface CollectionApi {
  readonly api: Pick<ImportedApi, 'name' | 'description' | 'server_url' | 'base_path' | 'auth'> & { readonly variables?: Readonly<Record<string, unknown>> };
  readonly endpoints: readonly CollectionEndpoint[];
}

/** One API for each server that the requests go to. */
export interface ImportedCollection {
  readonly kind: string;
  readonly apis: readonly CollectionApi[];
  readonly problems: readonly Problem[];
}

export const pairOf = (name: string, value: string, isOff: boolean): Pair => (isOff ? { name, value, enabled: false } : { name, value });

export const isOn = ({ enabled }: Pair): boolean => enabled !== false;

export type { AuthFields, BodyFields, Problem };
