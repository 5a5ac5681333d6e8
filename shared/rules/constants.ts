/** The business constants and limits of section 9, each once. Durations are in milliseconds unless the name says otherwise. */

/** Page and rows per page of paged lists [K-001]. */
export const defaultPage = 1;
export const defaultLimit = 10;
/** Total deadline of one endpoint execution, from the first byte sent to the last one read [K-002]. */
export const executionTimeout = 30_000;
/** How long a connection's token info is served from memory; `skipCache` passes it by [K-003]. */
export const tokenInfoLifetime = 30_000;
/** From this age on, connection info is stale [K-004]. */
export const connectionStaleAfter = 30_000;
/** Reads are tried again so often, after 1 s times the number of the attempt; never on these statuses [K-005]. */
export const fetchRetries = 2;
export const retryWait = (attempt: number): number => 1_000 * attempt;
export const finalStatuses: readonly number[] = [401, 404];
/** A token that has less than this left is expiring [K-006]. */
export const expiringWindow = 300_000;
/** Wait between refreshing a token and reading it again [K-007]. */
export const waitAfterRefresh = 1_000;
/** Of a token by the implicit grant, in seconds [K-008], and its type [K-009]. */
export const implicitExpirySeconds = 3_600;
export const implicitTokenType = 'Bearer';
/** [K-011] */
export const defaultDeploymentType = 'Internal';
/** [K-012] */
export const defaultCancelReason = 'User requested cancellation';
/** [K-013] */
export const defaultMaxResults = 5;
/** Entries kept of the search history [K-014], of executions in all [K-015] and per endpoint [K-016], of tests per endpoint [K-017]. */
export const searchHistoryKept = 50;
export const executionsKept = 1_000;
export const executionsKeptPerEndpoint = 100;
export const testsKeptPerEndpoint = 50;
/** What a cloned workflow starts with [K-018][S-038]. */
export const clonedVersion = { version: 1, version_tag: 'Initial version (cloned)' } as const;
/** [K-019] */
export const defaultWorkflowType = 'langgraph';
/** [K-020] */
export const defaultCreator = 'system';
/** How documents are shown at first [K-021][K-022]. */
export const documentView = { view: 'grid', sort: 'updatedAt', direction: 'descending' } as const;
/** [K-023] */
export const uploadEncoding = 'base64';
/** [K-024] */
export const defaultExecutionMode = 'sync';
/** [K-025] */
export const hotReload = { scope: 'all', force: false } as const;
/** Bytes of an answer that are worked on as a whole, by a test or a filter. */
export const judgedBytes = 10 * 1024 * 1024;
/** [K-026] */
export const includeRelationships = true;
/** [K-027] */
export const defaultComplexity = 'medium';
/** Status of a router's failure that names none [K-028]. */
export const failureStatus = 500;
/** [K-029] */
export const noAuth = { type: 'none', credentials: {} } as const;
/** Status texts of an execution: still under way [E-073], answered with an error [E-071], failed otherwise [E-072]. */
export const executingText = 'Executing...';
export const executionErrorText = 'Execution Error';
export const executionFailedText = 'Execution Failed';
/** Where nobody knows better [E-020][E-060]. */
export const unknownErrorText = 'Unknown error occurred';
/** The type of an `auth` that stands for an auth config: its credentials are `{auth_config_id}`, and are looked up when something is sent. */
export const keptAuthType = 'auth_config';
/** Characters of a body that an example keeps. */
export const longestExample = 1024 * 1024;
