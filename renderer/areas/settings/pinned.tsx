import { Button } from '@blueprintjs/core';
import { Unpin } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { size } from '../../components/measures.ts';
import { Time } from '../../components/resource/cell.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import { pathOf } from '../../state/areas.ts';
import { unpinRows, usePins } from '../../state/pins.ts';

/** What is kept in full on this computer, how large it is, and how to let go of it. */
export function Pinned() {
  const pins = usePins((state) => state.pins);
  const now = useNow();
  if (pins.length === 0) return null;
  return (
    <ul className="tr-profiles" aria-label="Kept on this computer">
      {pins.map(({ group, row, title, bytes, as_of, state, problem }) => (
        <li key={`${group} ${row}`}>
          <span className="tr-clip"><Link to={pathOf(group, row) ?? '/'}>{title}</Link> <span className="tr-muted">{state === 'failed' ? problem : as_of === null ? 'not kept in full yet' : <>kept in full <Time value={as_of} now={Math.max(now, Date.parse(as_of))} /></>}</span></span>
          <span className="filter-space" />
          <span className="tr-number">{size(bytes)}</span>
          <Button size="small" variant="minimal" icon={<Unpin size={14} />} aria-label={`Keep “${title}” no longer`} title="Keep no longer" onClick={() => void unpinRows(group, [{ id: row }])} />
        </li>
      ))}
    </ul>
  );
}
