import type { Contract } from '../../shared/contract/define.ts';
import type { Domain, HandlerContext, Migration, Services } from './domain.ts';
import type { JobBoard } from './jobs.ts';
import type { Kinds } from './kinds.ts';
import type { Rows } from './rows.ts';
import type { Secrets } from './secrets.ts';
import type { Access } from './tenancy/access.ts';
import type { Memberships } from './tenancy/memberships.ts';

/** The services, and what only the platform's own domains need beside them. */
export interface Core extends Services {
  readonly jobs: JobBoard;
  readonly contract: Contract;
  readonly rows: Rows;
  readonly secrets: Secrets;
  readonly kinds: Kinds;
  readonly memberships: Memberships;
  readonly access: Access;
  /** A call to any domain, made within the platform in the name of the caller, who must be allowed to make it. */
  ask(name: string, input: Record<string, unknown>, context: HandlerContext): unknown;
}

/** As a `DomainModule`, for a domain that works on the common rows. */
export interface CoreModule {
  readonly migrations: readonly Migration[];
  create(core: Core): Domain;
}
