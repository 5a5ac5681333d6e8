import { useActivity } from '../../state/activity.ts';
import { instantOf } from '../../state/list-order.ts';
import { exactTime, relativeTime } from './cell.tsx';
import { useNow } from './use-now.ts';

const mostShown = 100;

/** The calls of this window's log that were about this row. */
export function RowActivity({ id }: { readonly id: string }) {
  const entries = useActivity(({ entries }) => entries);
  const now = useNow();
  const mine = (entries ?? []).filter(({ url }) => url.includes(encodeURIComponent(id))).slice(0, mostShown);
  if (mine.length === 0) return <p className="form-note">No calls about this one are in the activity log.</p>;
  return (
    <table className="tr-table">
      <thead><tr><th scope="col">When</th><th scope="col">Call</th><th scope="col">Answer</th><th scope="col" className="tr-number">Took</th></tr></thead>
      <tbody>
        {mine.map((entry) => {
          const at = instantOf(entry.started_at);
          return (
            <tr key={entry.id}>
              <td><time dateTime={entry.started_at} title={exactTime(at)}>{relativeTime(at, now)}</time></td>
              <td className="tr-mono">{entry.call}</td>
              <td>{entry.error ?? (entry.source === 'cache' ? 'From the cache' : (entry.status ?? 'Under way'))}</td>
              <td className="tr-number">{Math.round(entry.duration_ms).toLocaleString()} ms</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
