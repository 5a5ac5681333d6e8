import { listNow, useList, useLists, type Source } from './lists.ts';
import { useSession } from './session.ts';

/** Who schedules the environment's DAGs: the platform itself, or an Airflow that it is connected to. */

const source: Source = { group: 'dagEngine', method: 'get', live: true };

export interface DagEngine {
  readonly engine: 'trellis' | 'airflow';
  readonly url: string | null;
  readonly version: string | null;
  /** Why nothing is scheduled at the moment. */
  readonly trouble?: string | null;
  readonly not_available: Readonly<Record<string, string>>;
}

/** Undefined until it is known, and on a platform that does not tell. */
const known = () => listNow(source).data[0] as unknown as DagEngine | undefined;

/** Asks for it, for as long as the component is shown. Only the embedded platform tells. */
export function useDagEngine(): DagEngine | undefined {
  const embedded = useSession(({ session }) => session?.profile?.kind === 'embedded');
  useList(embedded ? source : null);
  return useLists(known);
}

/** Why it does not answer a call, where a screen has asked who it is. */
export const useEngineAbsence = (group: string, method: string): string | undefined => useLists(() => known()?.not_available[`${group}.${method}`]);
