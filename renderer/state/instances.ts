import type { Row } from '../../shared/contract/entity.ts';
import { api } from '../api/client.ts';
import { titleOf } from './list-entity.ts';
import { refresh, scopeInput, type Source } from './lists.ts';
import { goTo } from './navigation.ts';
import { notify, notifyError } from './toasts.ts';

/** Instances of recipes: started, and what came of it. */

export const instances = 'flowInstances';
export const runsOfInstance = (id: string): Source => ({ group: instances, method: 'runs', input: { id, limit: 100, offset: 0 }, live: true });

/** Starts instances with what each is configured to be given, and offers the way to the run. */
export async function startInstances(rows: readonly Row[], pathOfRun: (run_id: string) => string): Promise<void> {
  for (const row of rows) {
    const reply = await api.flowInstances.start({ ...scopeInput(), id: row.id });
    if (!reply.ok) {
      notifyError(reply.error);
      continue;
    }
    const path = pathOfRun(reply.data.run_id);
    notify(`“${titleOf(row)}” started`, { intent: 'success', action: { text: 'Watch', run: () => goTo(path) } });
    refresh(runsOfInstance(row.id));
  }
}
