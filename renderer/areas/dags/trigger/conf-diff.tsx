import { DifferenceTable, summaryOf } from '../../../components/diff/difference-table.tsx';
import { diffJson } from '../../../components/diff/differences.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What one conf says that another does not. */
export function ConfDiff({ before, after }: { readonly before: Raw; readonly after: Raw }) {
  const differences = diffJson(before, after);
  if (differences.length === 0) return <p className="form-note" role="status">Both say the same.</p>;
  return (
    <>
      <p className="form-note" role="status">{summaryOf(differences)}</p>
      <DifferenceTable differences={differences} />
    </>
  );
}
