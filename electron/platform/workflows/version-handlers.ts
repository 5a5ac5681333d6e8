import { workflowVersions } from '../../../shared/contract/workflows.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers } from '../domain.ts';
import { notFound, pageOf } from '../kinds.ts';
import type { Saving } from './saving.ts';
import type { Versions } from './versions.ts';

/** [C-092][C-093] */
export function versionHandlers({ kinds, transaction }: Core, versions: Versions, saving: Saving): Handlers {
  /** Throws `not_found` for a recipe that the caller may not see. */
  const admit = (id: string, caller: Caller) => void kinds.of('workflowRecipes').find(id, caller);

  return implement('workflowVersions', workflowVersions, {
    create: ({ workflow_id, nodes, edges, version_tag, note, base_version_id }, { caller }) =>
      saving.version(workflow_id, { nodes, edges, version_tag, note, base_version_id }, caller).version,
    latest: ({ workflow_id }, { caller }) => {
      admit(workflow_id, caller);
      const version = versions.latest(workflow_id);
      if (!version) throw notFound('workflow version of', workflow_id);
      return version;
    },
    list: ({ workflow_id }, { caller }) => {
      admit(workflow_id, caller);
      const { rows, total } = pageOf(versions.list(workflow_id));
      return { rows: [...rows], total };
    },
    get: ({ workflow_id, version_id }, { caller }) => {
      admit(workflow_id, caller);
      return versions.find(workflow_id, version_id);
    },
    annotate: ({ workflow_id, version_id, version_tag, note }, { caller }) =>
      transaction(() => {
        admit(workflow_id, caller);
        return versions.annotate(workflow_id, version_id, { version_tag, note });
      }),
    restore: ({ workflow_id, version_id, base_version_id }, { caller }) =>
      transaction(() => {
        admit(workflow_id, caller);
        const { nodes, edges, version } = versions.find(workflow_id, version_id);
        return saving.version(workflow_id, { nodes, edges, note: `Restored from version ${version}`, base_version_id }, caller).version;
      }),
  });
}
