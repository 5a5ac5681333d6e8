import { Button, ProgressBar } from '@blueprintjs/core';
import { CrossIcon, LockIcon, OfflineIcon, PulseIcon, UnlockIcon, WarningSignIcon } from '@blueprintjs/icons';
import type { PlatformState } from '../../shared/contract/app.ts';
import type { JobState } from '../../shared/contract/jobs.ts';
import { useAbout } from '../state/about.ts';
import { runCommand } from '../state/commands.ts';
import { cancelJob, isUnderWay, useJobs } from '../state/jobs.ts';
import { unpinRows, usePins } from '../state/pins.ts';
import { usePlatform } from '../state/platform.ts';
import { useProblems } from '../state/problems.ts';
import { useSession } from '../state/session.ts';
import { useSettings } from '../state/settings.ts';
import { clock } from './offline-banner.tsx';

const words: Record<PlatformState['state'], string> = {
  starting: 'Platform starting', ready: 'Platform ready', unreachable: 'Offline', restarting: 'Platform restarting', failed: 'Platform stopped',
};

function PlatformItem() {
  const { connected, platform } = usePlatform();
  const asOf = useSession(({ session }) => session?.as_of);
  const ready = connected && platform?.state === 'ready';
  const text = connected ? (platform ? words[platform.state] : 'Connecting') : 'Reconnecting';
  const time = asOf ?? platform?.as_of;
  return (
    <span className="tr-status-item" title={platform?.url ?? undefined}>
      {ready || !platform ? <PulseIcon size={12} /> : <OfflineIcon size={12} />}
      {text}
      {ready && platform.latency_ms !== null && <span>{Math.round(platform.latency_ms)} ms</span>}
      {!ready && platform && time !== undefined && <span>as of {clock(time)}</span>}
    </span>
  );
}

interface WorkItemProps extends Pick<JobState, 'title' | 'note' | 'progress'> {
  readonly onCancel: () => void;
}

/** Work that goes on when its tab is closed: of the platform, or of this computer. */
function WorkItem({ title, note, progress, onCancel }: WorkItemProps) {
  const text = note ? `${title}: ${note}` : title;
  return (
    <span className="tr-status-item" title={text}>
      <span className="tr-clip">{text}</span>
      <ProgressBar className="tr-job-bar" value={progress} animate={false} stripes={false} aria-label={title} />
      <span>{Math.round(progress * 100)} %</span>
      <Button variant="minimal" size="small" icon={<CrossIcon size={12} />} aria-label={`Cancel ${title}`} onClick={onCancel} />
    </span>
  );
}

/** One line on how everything is: platform, work under way, problems, the read-only guard, version. */
export function StatusBar() {
  const jobs = useJobs((state) => state.jobs);
  const pins = usePins((state) => state.pins);
  // What is renewed by itself goes on quietly; what the user has just asked for can be watched and cancelled.
  const keeping = pins.filter(({ state, as_of }) => state === 'keeping' && as_of === null);
  const problems = useProblems((state) => state.problems.length);
  const readOnly = useSettings((state) => state.read_only);
  const version = useAbout((state) => state.about?.version);
  return (
    <footer className="tr-status" aria-label="Status">
      <PlatformItem />
      {jobs.filter(isUnderWay).map((job) => (
        <WorkItem key={job.id} {...job} onCancel={() => void cancelJob(job.id)} />
      ))}
      {keeping.map((pin) => (
        <WorkItem key={`${pin.group} ${pin.row}`} title={`Keeping “${pin.title}”`} note={pin.note} progress={pin.progress} onCancel={() => void unpinRows(pin.group, [{ id: pin.row }])} />
      ))}
      <span className="tr-status-gap" />
      {problems > 0 && (
        <Button variant="minimal" icon={<WarningSignIcon size={12} />} text={`${problems} ${problems === 1 ? 'problem' : 'problems'}`} onClick={() => runCommand('panel.problems')} />
      )}
      <Button
        variant="minimal"
        icon={readOnly ? <LockIcon size={12} /> : <UnlockIcon size={12} />}
        text={readOnly ? 'Read only' : 'Editing'}
        aria-pressed={readOnly}
        title={readOnly ? 'Nothing can be changed. Press to allow changes.' : 'Changes are allowed. Press to guard against them.'}
        onClick={() => runCommand('guard.toggle')}
      />
      {version !== undefined && <span className="tr-status-item">Trellis {version}</span>}
    </footer>
  );
}
