import { useEffect, useState } from 'react';
import { toErrorValue, type ErrorValue } from '../../../../shared/errors.ts';
import { DifferenceTable, summaryOf } from '../../../components/diff/difference-table.tsx';
import type { Difference } from '../../../components/diff/differences.ts';
import { Failure, Skeleton } from '../../../components/resource/list-states.tsx';
import { readLog, type LogPlace } from '../../../state/task-logs.ts';
import { compareTexts } from '../../apis/compare-answers.ts';
import { plainText } from './log-text.ts';

/** Lines of each log that are compared. */
export const mostCompared = 20_000;
/** Lines that are brought at once. */
const piece = 2000;

interface Compared {
  readonly differences: readonly Difference[];
  /** Lines of either log beyond those that are compared. */
  readonly beyond: number;
}

interface LogDiffProps {
  readonly place: LogPlace;
  /** The try before, and the one after. */
  readonly tries: readonly [number, number];
}

/** What one try wrote that another did not, line by line; when it wrote it does not matter. */
export function LogDiff({ place, tries: [before, after] }: LogDiffProps) {
  const [found, setFound] = useState<Compared | ErrorValue>();
  const [asked, setAsked] = useState(0);
  const key = JSON.stringify([{ ...place, try_number: before }, { ...place, try_number: after }, asked]);
  useEffect(() => {
    const controller = new AbortController();
    const look = async () => {
      setFound(undefined);
      try {
        const [one, other] = JSON.parse(key) as [LogPlace, LogPlace];
        const compared = await compare(one, other, controller.signal);
        if (!controller.signal.aborted) setFound(compared);
      } catch (thrown) {
        if (!controller.signal.aborted) setFound(toErrorValue(thrown));
      }
    };
    void look();
    return () => controller.abort();
  }, [key]);
  if (found === undefined) return <Skeleton label="Comparing" />;
  if ('code' in found) return <Failure failure={{ call: 'taskLogs.read', error: found }} onRetry={() => setAsked((now) => now + 1)} />;
  const { differences, beyond } = found;
  return (
    <>
      <p className="log-note" role="status">
        {differences.length === 0 ? 'Both tries wrote the same, but for the times.' : `From try ${before} to try ${after}, but for the times: ${summaryOf(differences)}.`}
        {beyond > 0 && ` Only the first ${mostCompared.toLocaleString()} lines of each are compared; ${beyond.toLocaleString()} more are left out.`}
      </p>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      {differences.length > 0 && <div className="log-differences" tabIndex={0} role="region" aria-label="Differences"><DifferenceTable differences={differences} /></div>}
    </>
  );
}

/** Beside the page, which stays free meanwhile. */
async function compare(one: LogPlace, other: LogPlace, signal: AbortSignal): Promise<Compared> {
  const [before, after] = [await linesOf(one, signal), await linesOf(other, signal)];
  const differences = await compareTexts([before.text, after.text], 'text', signal);
  return { differences, beyond: before.beyond + after.beyond };
}

async function linesOf(place: LogPlace, signal: AbortSignal): Promise<{ readonly text: string; readonly beyond: number }> {
  const lines: string[] = [];
  for (;;) {
    const { rows, lines: known, complete } = await readLog(place, { levels: [], text: '' }, { from: lines.length, count: Math.min(piece, mostCompared - lines.length) }, signal);
    lines.push(...rows.map(({ text }) => plainText(text)));
    const isThrough = rows.length === 0 || lines.length >= mostCompared;
    if (isThrough && complete) return { text: lines.join('\n'), beyond: known - lines.length };
    if (isThrough) await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
