import { cronWords } from './cron-words.ts';
import { nextTimes, timeIn } from './next-times.ts';

interface SchedulePreviewProps {
  readonly schedule: string;
  /** Of the DAG. */
  readonly zone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A schedule in words, and when it comes next, in the DAG's zone and in the user's. */
export function SchedulePreview({ schedule, zone, now }: SchedulePreviewProps) {
  const times = nextTimes(schedule, zone, new Date(now));
  const own = here();
  const words = cronWords(schedule);
  if (!times) return <p className="form-problem" role="status">“{schedule}” is no schedule: write a cron expression of five fields, or a preset such as @daily.</p>;
  if (times.length === 0) return <p className="form-note">Runs again and again: a run begins when the last one has ended.</p>;
  return (
    <div className="schedule-preview" role="group" aria-label="When it runs">
      <p>Runs {words ?? 'as'} <span className="tr-muted">{words === undefined ? <span className="tr-mono">{schedule}</span> : <>(<span className="tr-mono">{schedule}</span>)</>} in {zone}.</span> Next:</p>
      <ol className="schedule-next" aria-label={`The next runs in ${zone}`}>
        {times.map((at) => <li key={at.getTime()}>{timeIn(zone, at)}{own !== zone && <> ({timeIn(own, at)} in {own})</>}</li>)}
      </ol>
    </div>
  );
}
