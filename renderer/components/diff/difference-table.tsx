import { Button } from '@blueprintjs/core';
import { memo, useEffect, useRef, useState } from 'react';
import { mostDifferences, type Difference } from './differences.ts';
import './diff.css';

const words = { added: 'added', removed: 'removed', changed: 'changed' } as const;

/** "2 added, 1 changed". */
export function summaryOf(differences: readonly Difference[]): string {
  const counts = (['added', 'removed', 'changed'] as const).map((kind) => [differences.filter((one) => one.kind === kind).length, words[kind]] as const).filter(([count]) => count > 0);
  return `${counts.map(([count, word]) => `${count} ${word}`).join(', ')}${differences.length >= mostDifferences ? ', and more that is not listed' : ''}`;
}

const signs = { added: '+', removed: '−', changed: '~', same: ' ' } as const;

/** Lines that are drawn at once: thousands would be one task of a fifth of a second. */
const part = 100;

/** Differences in lines: where, before, after. As they are scrolled through, more of them are drawn. */
export function DifferenceTable({ differences }: { readonly differences: readonly Difference[] }) {
  const [asked, setAsked] = useState({ of: differences, parts: 1 });
  const parts = asked.of === differences ? asked.parts : 1;
  const left = differences.length - parts * part;
  const more = () => setAsked({ of: differences, parts: parts + 1 });
  return (
    <>
      <table className="tr-table differences">
        <thead><tr><th scope="col"><span className="visually-hidden">Kind</span></th><th scope="col">Where</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
        {Array.from({ length: Math.min(parts, Math.ceil(differences.length / part)) }, (_, at) => <Lines key={at} differences={differences} from={at * part} />)}
      </table>
      {left > 0 && <More left={left} onMore={more} />}
    </>
  );
}

const Lines = memo(function Lines({ differences, from }: { readonly differences: readonly Difference[]; readonly from: number }) {
  return (
    <tbody>
      {differences.slice(from, from + part).map(({ kind, where, before, after }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line may be there twice
        <tr key={at} data-kind={kind}>
          <td title={kind === 'same' ? undefined : kind}>{signs[kind]}<span className="visually-hidden">{kind}</span></td>
          <td className="tr-mono">{where}</td>
          <td className="tr-mono">{before}</td>
          <td className="tr-mono">{kind === 'same' ? before : after}</td>
        </tr>
      ))}
    </tbody>
  );
});

/** Asks for more by itself when it comes into sight. */
function More({ left, onMore }: { readonly left: number; readonly onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  useEffect(() => {
    ask.current = onMore;
  });
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && ask.current());
    seen.observe(place.current!);
    return () => seen.disconnect();
  }, []);
  return <div ref={place}><Button size="small" variant="minimal" text={`Show more: ${left.toLocaleString()} lines are left`} onClick={onMore} /></div>;
}
