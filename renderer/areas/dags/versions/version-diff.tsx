import { useMemo } from 'react';
import { DifferenceTable, summaryOf } from '../../../components/diff/difference-table.tsx';
import { diffLines } from '../../../components/diff/diff-lines.ts';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { versionOf } from '../../../state/dag-desk.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { textOfDefinition } from '../schedules.ts';

/** What one version says that another does not, line by line. */
export function VersionDiff({ dag_id, before, after }: { readonly dag_id: string; readonly before: number; readonly after: number }) {
  const [one, other] = [versionOf(dag_id, before), versionOf(dag_id, after)];
  const [first, second] = [useList(one), useList(other)];
  const differences = useMemo(() => {
    const [from, to] = [first.data[0]?.['definition'], second.data[0]?.['definition']];
    return from && to ? diffLines(textOfDefinition(from as Record<string, unknown>), textOfDefinition(to as Record<string, unknown>)) : undefined;
  }, [first.data, second.data]);
  const failure = first.error ?? second.error;
  if (failure) return <Failure failure={failure} onRetry={() => [one, other].forEach(refresh)} />;
  if (!differences) return <Skeleton label="Comparing" />;
  if (differences.length === 0) return <p className="form-note">Both versions say the same.</p>;
  return (
    <>
      <p className="form-note" role="status">{summaryOf(differences)}</p>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="version-lines" tabIndex={0} role="region" aria-label="Differences"><DifferenceTable differences={differences} /></div>
    </>
  );
}
