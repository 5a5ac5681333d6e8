import type { DatabaseSync } from 'node:sqlite';
import type { Call, Group } from '../../shared/contract/define.ts';
import type { OutputOf, ParsedOf } from '../../shared/rpc.ts';
import type { Vault } from '../storage/vault.ts';

/** What a domain of the embedded platform is: tables, and a function per call of the contract that it answers. */

/** Who calls, and in which scope: checked against the token and the memberships before a handler runs. */
export interface Caller {
  readonly user_id: string;
  /** Empty only for calls that concern no tenant (session, the list of tenants). */
  readonly tenant_id: string;
  /** Empty where the call names no environment. */
  readonly environment_id: string;
  readonly permissions: ReadonlySet<string>;
}

/** What a request says of where it came from. */
export interface Client {
  readonly ip: string | null;
  readonly user_agent: string | null;
}

export interface HandlerContext {
  readonly caller: Caller;
  /** Absent where the platform works by itself, as for a task of a DAG. */
  readonly client?: Client | undefined;
  /** Aborted when the client goes away or the platform stops. */
  readonly signal: AbortSignal;
}

export type Handler = (input: Record<string, unknown>, context: HandlerContext) => unknown;
/** By the call's name, `group.method`. */
export type Handlers = Readonly<Record<string, Handler>>;

export interface Migration {
  /** Unique over all domains and never changed once released; applied once, in the order of the list. */
  readonly id: string;
  readonly sql: string;
}

export interface Job {
  readonly id: string;
  readonly signal: AbortSignal;
  /** 0 to 1, with a word on what is being done. */
  progress(done: number, note?: string): void;
}

/** Long work: it has progress, cancel and a result, and outlives the request that began it. */
export interface Jobs {
  start(kind: string, title: string, caller: Caller, work: (job: Job) => Promise<unknown>): string;
}

export interface Services {
  /** The data folder. */
  readonly data: string;
  readonly db: DatabaseSync;
  /** Under the key that the launcher handed over. */
  readonly vault: Vault;
  readonly jobs: Jobs;
  /** Milliseconds since the epoch; replaced in tests. */
  readonly now: () => number;
  /** Runs `work` in one transaction: all of it or nothing. */
  readonly transaction: <T>(work: () => T) => T;
  /** One line to the platform's own log (stderr); never with secrets in it. */
  readonly log: (line: string) => void;
}

export interface Domain {
  readonly handlers: Handlers;
  /** Begins background work (a scheduler), once all domains are there. */
  start?(): void;
  /** Ends it; resolves when nothing of it runs any more. */
  stop?(): Promise<void>;
}

/** A domain says its tables, and how it is made from the platform's services. */
export interface DomainModule {
  readonly migrations: readonly Migration[];
  create(services: Services): Domain;
}

type HandlersFor<G extends Group> = {
  readonly [M in keyof G['calls']]?: G['calls'][M] extends Call
    ? (input: ParsedOf<G['calls'][M]>, context: HandlerContext) => OutputOf<G['calls'][M]> | Promise<OutputOf<G['calls'][M]>>
    : never;
};

/** Handlers of one group of the contract, typed by it: `implement('dags', contract.dags, { list(input, context) {…} })`. */
export function implement<G extends Group>(name: string, _group: G, handlers: HandlersFor<G>): Handlers {
  return Object.fromEntries(Object.entries(handlers).map(([method, handler]) => [`${name}.${method}`, handler as Handler]));
}
