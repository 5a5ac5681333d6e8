import { agentsDomain } from './agents/index.ts';
import { composerDomain } from './composer/index.ts';
import { connectorsDomain } from './connectors/index.ts';
import type { CoreModule } from './core.ts';
import { dagsDomain } from './dags/index.ts';
import { documentsDomain } from './documents/index.ts';
import { jobsDomain } from './job-calls.ts';
import { mcpDomain } from './mcp/index.ts';
import { oauthDomain } from './oauth/index.ts';
import { secretsDomain } from './secret-calls.ts';
import { tenancyDomain } from './tenancy/index.ts';
import { workflowsDomain } from './workflows/index.ts';
import { workspacesDomain } from './workspaces/index.ts';

/** The platform's table of contents: its domains, in the order of their migrations. */
export const domains: readonly CoreModule[] = [
  tenancyDomain, agentsDomain, mcpDomain, connectorsDomain, oauthDomain, workflowsDomain, composerDomain, dagsDomain, workspacesDomain, documentsDomain, jobsDomain, secretsDomain,
];
