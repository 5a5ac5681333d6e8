import { Button } from '@blueprintjs/core';
import { TickCircleIcon } from '@blueprintjs/icons';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { clearProblems, useProblems } from '../../state/problems.ts';

/** What went wrong in this window, newest first. */
export function ProblemList() {
  const problems = useProblems((state) => state.problems);
  if (problems.length === 0) return <EmptyState icon={<TickCircleIcon size={24} />} title="No problems" text="What goes wrong in the background is listed here." />;
  return (
    <div className="tr-log">
      <div className="tr-log-bar">
        <span className="tr-status-gap" />
        <Button variant="minimal" text="Clear" onClick={clearProblems} />
      </div>
      <ul className="tr-problems">
        {problems.map(({ id, at, where, message, details }) => (
          <li key={id}>
            <div><strong>{where}</strong> <span className="tr-muted"><TimeAgo at={at} /></span></div>
            <div>{message}</div>
            {details !== undefined && <details><summary>Details</summary><pre className="tr-details">{details}</pre></details>}
          </li>
        ))}
      </ul>
    </div>
  );
}
