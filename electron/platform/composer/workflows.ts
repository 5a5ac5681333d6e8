import { composerWorkflows } from '../../../shared/contract/all.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers } from '../domain.ts';
import { pageOf, withoutNulls } from './apis.ts';
import { executionsOf } from './executions.ts';
import { graphProblems, refuseGraph } from './workflow-graph.ts';

/** [C-127…C-131][N-029] */
export function workflowHandlers(core: Core): Handlers {
  const workflows = core.kinds.of('composerWorkflows');
  const executions = executionsOf(core);
  const checked = (definition: unknown, caller: Caller) => refuseGraph(graphProblems(core, definition, caller));

  return implement('composerWorkflows', composerWorkflows, {
    list: (query, { caller }) => pageOf(workflows.all(withoutNulls(query), caller)) as never,
    create(fields, { caller }) {
      checked(fields.definition, caller);
      return workflows.create({ ...fields, workflow_type: fields.workflow_type ?? 'sequential' }, caller) as never;
    },
    update({ id, ...fields }, { caller }) {
      if (fields.definition !== undefined) {
        const { environment_id } = workflows.find(id, caller);
        checked(fields.definition, { ...caller, environment_id: typeof environment_id === 'string' ? environment_id : caller.environment_id });
      }
      return workflows.update(id, fields, caller) as never;
    },
    async remove({ id, force }, { caller }) {
      const { name } = workflows.find(id, caller);
      const underWay = executions.underWay(id);
      if (underWay.length > 0 && !force) {
        throw new AppError('conflict', `The workflow “${String(name)}” is running. Wait until it has ended, cancel it, or delete it with force.`);
      }
      await Promise.all(underWay.map((run) => executions.cancel(run.id, 'The workflow was deleted', caller)));
      workflows.remove(id, caller);
      return { id };
    },
  });
}
