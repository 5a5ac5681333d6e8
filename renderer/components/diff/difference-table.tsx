import { mostDifferences, type Difference } from './differences.ts';
import './diff.css';

const words = { added: 'added', removed: 'removed', changed: 'changed' } as const;

/** "2 added, 1 changed". */
export function summaryOf(differences: readonly Difference[]): string {
  const counts = (['added', 'removed', 'changed'] as const).map((kind) => [differences.filter((one) => one.kind === kind).length, words[kind]] as const).filter(([count]) => count > 0);
  return `${counts.map(([count, word]) => `${count} ${word}`).join(', ')}${differences.length >= mostDifferences ? ', and more that is not listed' : ''}`;
}

const signs = { added: '+', removed: '−', changed: '~', same: ' ' } as const;

/** Differences in lines: where, before, after. */
export function DifferenceTable({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <table className="tr-table differences">
      <thead><tr><th scope="col"><span className="visually-hidden">Kind</span></th><th scope="col">Where</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
      <tbody>
        {differences.map(({ kind, where, before, after }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line may be there twice
          <tr key={at} data-kind={kind}>
            <td title={kind === 'same' ? undefined : kind}>{signs[kind]}<span className="visually-hidden">{kind}</span></td>
            <td className="tr-mono">{where}</td>
            <td className="tr-mono">{before}</td>
            <td className="tr-mono">{kind === 'same' ? before : after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
