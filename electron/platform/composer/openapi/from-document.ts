import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { requirePermission } from '../../tenancy/access.ts';
import type { Problem, SchemesUsed } from './imported.ts';
import { configMaker, withConfigs, type ConfigIds } from './kept-sign-ins.ts';
import { freeVariable, putServers, serversOf, withVariable } from './server-environments.ts';

/** What becomes of the servers and the security schemes of a document, beside the API itself: remembered with the API, so that its next version is read the same way. */

export interface ImportChoices {
  /** Of which documents' servers environments are made: of those that name several, or of each. */
  readonly environments?: 'several' | 'each' | undefined;
  readonly auth_configs?: boolean | undefined;
}

/** As an API remembers it, in `from_document`. */
export interface FromDocument {
  readonly server_variable?: string;
  readonly auth_configs?: ConfigIds;
}

type Fields = Readonly<Record<string, unknown>>;
interface Side {
  readonly api: Fields;
  readonly endpoints: readonly Fields[];
}

export const fromDocumentOf = (api: Fields): FromDocument => (api['from_document'] ?? {}) as FromDocument;

/** Says so before anything is read, where the caller may not make what is asked for. */
export function mayChoose({ environments, auth_configs }: ImportChoices, caller: Caller): void {
  if (environments) requirePermission('environments.create', caller);
  if (auth_configs) requirePermission('authConfigs.create', caller);
}

/** What a document says, as an API that remembers this reads it. */
export function asRemembered(side: Side, security: SchemesUsed, { server_variable, auth_configs }: FromDocument): Side {
  const { api, endpoints } = auth_configs ? withConfigs(side, security, auth_configs) : side;
  return { api: server_variable === undefined ? api : withVariable(api, server_variable), endpoints };
}

/** Makes what is asked for, within a transaction; the fields of the rows refer to it. */
export function taken(core: Core, side: Side, security: SchemesUsed, choices: ImportChoices, caller: Caller): Side & { readonly problems: readonly Problem[] } {
  const name = String(side.api['name']);
  const servers = serversOf(side.api);
  const wanted = choices.environments === 'each' || (choices.environments === 'several' && servers.length > 1);
  const problems = wanted && servers.length === 0 ? [{ where: '#/servers', message: 'No environment was made: the document names no server by its whole address.' }] : [];
  const server_variable = wanted && servers.length > 0 ? freeVariable(core, name, caller) : undefined;
  if (server_variable !== undefined) putServers(core, servers, server_variable, caller);
  const maker = choices.auth_configs ? configMaker(core, name, security, {}, caller) : undefined;
  maker?.all();
  const remembered: FromDocument = { ...(server_variable === undefined ? {} : { server_variable }), ...(maker ? { auth_configs: maker.ids() } : {}) };
  const { api, endpoints } = asRemembered(side, security, remembered);
  return { api: Object.keys(remembered).length === 0 ? api : { ...api, from_document: remembered }, endpoints, problems };
}
