import type { Row } from '../../../../shared/contract/entity.ts';
import type { PauseWish } from '../../../state/dags.ts';
import { dagOf, type Dag } from '../airflow.ts';

/** What would come of doing something to DAGs, before anything is sent: from what the list knows of each. */

export type BulkDeed = 'trigger' | 'pause' | 'resume' | 'delete';

export interface Planned {
  /** There is something to send for it. */
  readonly does: boolean;
  /** What has to be known of it beside its name. */
  readonly note: string | undefined;
}

const under = ({ latest }: Dag) => latest.filter(({ state }) => state === 'running' || state === 'queued').length;
const runs = (count: number) => `${count} ${count === 1 ? 'run' : 'runs'} under way`;

const plans: Readonly<Record<BulkDeed, (dag: Dag, wish: PauseWish) => Planned>> = {
  trigger: (dag) => ({ does: true, note: [dag.isPaused ? 'is paused, and runs all the same' : '', under(dag) > 0 ? `${runs(under(dag))} already` : ''].filter(Boolean).join(', ') || undefined }),
  pause(dag, { reason, until }) {
    const changes = (reason !== undefined && reason !== dag.pauseReason) || (until !== undefined && (dag.pausedUntil === null || Date.parse(until) !== Date.parse(dag.pausedUntil)));
    if (dag.isPaused) return changes ? { does: true, note: 'is paused already, its reason and end change' } : { does: false, note: 'is paused already' };
    return { does: true, note: under(dag) > 0 ? `${runs(under(dag))} ${under(dag) === 1 ? 'goes' : 'go'} on` : undefined };
  },
  resume: (dag) => (dag.isPaused ? { does: true, note: dag.schedule === null ? 'has no schedule' : undefined } : { does: false, note: 'is active already' }),
  delete: (dag) => ({ does: true, note: under(dag) > 0 ? `${runs(under(dag))} ${under(dag) === 1 ? 'is' : 'are'} ended` : undefined }),
};

export const planOf = (deed: BulkDeed, row: Row, wish: PauseWish = {}): Planned => plans[deed](dagOf(row), wish);
