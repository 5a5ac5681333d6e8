import type { composerApis, composerEndpoints } from '../../../shared/contract/composer.ts';
import type { OutputOf } from '../../../shared/rpc.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';

export type Api = OutputOf<typeof composerApis.calls.get>;
export type Endpoint = OutputOf<typeof composerEndpoints.calls.get>;

type Given = Record<string, unknown>;

/** The rows of a kind by the contract's type of them; see `Kind`. */
export interface RowsOf<R> {
  all(query: Given, caller: Caller): R[];
  find(id: string, caller: Caller): R;
  create(fields: Given, caller: Caller): R;
  update(id: string, fields: Given, caller: Caller): R;
  remove(id: string, caller: Caller): void;
}

export const apisOf = ({ kinds }: Core) => kinds.of('composerApis') as unknown as RowsOf<Api>;
export const endpointsOf = ({ kinds }: Core) => kinds.of('composerEndpoints') as unknown as RowsOf<Endpoint>;
