import { AppError, toErrorValue } from '../../../shared/errors.ts';
import { refuse } from '../../execution/request.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { composeRequest, type ComposerRow } from '../../execution/compose/compose-request.ts';
import { problemsIn } from './endpoints.ts';
import { environmentOf } from './execute-endpoint.ts';
import { graphProblems } from './workflow-graph.ts';

const kinds = { apis: 'composerApis', endpoints: 'composerEndpoints', workflows: 'composerWorkflows' } as const;
const scopes = ['all', ...Object.keys(kinds)] as const;
type Part = keyof typeof kinds;

export interface Reload {
  readonly scope: string;
  readonly force: boolean;
  /** How many of each were read anew. */
  readonly read: Partial<Record<Part, number>>;
  /** Left out because they are disabled; `force` looks at those, too. */
  readonly skipped: number;
  readonly valid: boolean;
  readonly problems: readonly { readonly where: Part; readonly id: string; readonly name: string; readonly message: string }[];
}

/**
 * Reads APIs, endpoints and workflows anew, opens their secrets, and says what in them could not run. The platform
 * reads them at each run, so nothing that was changed has to wait for this [C-114].
 */
export function reloadConfig(core: Core, scope: string, force: boolean, caller: Caller): Reload {
  if (!(scopes as readonly string[]).includes(scope)) throw refuse('scope', `“${scope.slice(0, 40)}” cannot be reloaded. Choose one of: ${scopes.join(', ')}.`);
  const problems: Reload['problems'][number][] = [];
  const read: Partial<Record<Part, number>> = {};
  let skipped = 0;
  const checks: Record<Part, (row: ComposerRow) => void> = {
    apis: (api) => void composeRequest(api, { id: '', path: '/' }, {}, environmentOf(core, api, caller)),
    endpoints(endpoint) {
      const api = core.kinds.of(kinds.apis).find(String(endpoint['api_id']), caller);
      const path_variables = Object.fromEntries(variablesIn(String(endpoint['path'])).map((name) => [name, 'x']));
      composeRequest(core.secrets.reveal(kinds.apis, api.id, api) as ComposerRow, endpoint, { path_variables }, environmentOf(core, endpoint, caller));
      const [problem] = problemsIn(endpoint);
      if (problem) throw refuse(String(problem.path[0]), `${problem.path.join('.')}: ${problem.message}`);
    },
    workflows(workflow) {
      const [problem] = graphProblems(core, workflow['definition'], caller);
      if (problem) throw refuse('definition', problem.message);
    },
  };
  for (const part of Object.keys(kinds) as Part[]) {
    if (scope !== 'all' && scope !== part) continue;
    const rows = core.kinds.of(kinds[part]).all({}, caller);
    const looked = rows.filter((row) => force || row['enabled'] !== false);
    skipped += rows.length - looked.length;
    read[part] = looked.length;
    for (const row of looked) {
      try {
        checks[part](core.secrets.reveal(kinds[part], row.id, row) as ComposerRow);
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown;
        problems.push({ where: part, id: row.id, name: typeof row['name'] === 'string' ? row['name'] : '', message: toErrorValue(thrown).message });
      }
    }
  }
  return { scope, force, read, skipped, valid: problems.length === 0, problems };
}

/** Names of the variables of a path, which get their values when it is run; `{{name}}` is none of them. */
const variablesIn = (path: string): string[] =>
  [...path.replaceAll(/\{\{.*?\}\}/g, '').matchAll(/\{([^{}/?]+)\}|:([A-Za-z_]\w*)/g)].map(([, braced, colon]) => (braced ?? colon)!);
