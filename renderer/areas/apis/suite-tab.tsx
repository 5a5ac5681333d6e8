import { Button, Callout, ProgressBar } from '@blueprintjs/core';
import { Export, Play } from '@blueprintjs/icons';
import { useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { saveBlob } from '../../components/resource/copy-rows.ts';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { useCommand } from '../../state/commands.ts';
import { cancelJob } from '../../state/jobs.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { exportSuite, isRunning, reportOf, startSuite, useSuiteJob, useSuites } from '../../state/suites.ts';
import { notify } from '../../state/toasts.ts';
import { initialOptions, inputOf, SuiteOptions } from './suite-options.tsx';
import { SuiteReportView } from './suite-report.tsx';
import './apis-screens.css';

const none: readonly string[] = [];

/** The tests of an API in one go: what is run and how, how far it is, and what came of it. */
export function SuiteTab({ row: api }: { readonly row: Row }) {
  const chosen = useSuites((state) => state.chosen[api.id] ?? none);
  const job = useSuiteJob(api.id);
  const [options, setOptions] = useState(initialOptions);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [starting, setStarting] = useState(false);
  const running = isRunning(job);
  const report = job && reportOf(job.result);
  const toRun = useObstacle('composerSuites', 'run');
  const input = inputOf(options);
  const obstacle = toRun ?? ('problem' in input ? input.problem : undefined);

  const start = async () => {
    if ('problem' in input) return;
    setStarting(true);
    setFailure(await startSuite(api.id, { ...input, ...(chosen.length > 0 ? { endpoint_ids: [...chosen] } : {}) }));
    setStarting(false);
  };
  const save = async () => {
    const reply = await exportSuite(api.id, chosen);
    setFailure(reply.ok ? null : reply.error);
    if (!reply.ok) return;
    const { text, filename, placeholders = [] } = reply.data;
    saveBlob(filename, new Blob([text], { type: 'application/json' }));
    notify(placeholders.length === 0 ? `“${filename}” runs with: npm run suite -- ${filename}` : `“${filename}” holds no secret. Give --var NAME=VALUE for ${placeholders.join(', ')} where it is run.`, { timeout: 0 });
  };
  useCommand('suite.run', obstacle || running || starting ? null : () => void start());
  return (
    <div className="detail-panel suite">
      <div className="panel-bar">
        <h2>Run the tests</h2>
        <span className="filter-space" />
        <Button size="small" variant="minimal" icon={<Export size={14} />} text="Export as a suite" title="A file that npm run suite runs without the app" onClick={() => void save()} />
        {running
          ? <Button size="small" text="Cancel" onClick={() => job && void cancelJob(job.id)} />
          : <ActionButton size="small" intent="primary" icon={<Play size={14} />} obstacle={obstacle} loading={starting} text={chosen.length > 0 ? `Run ${chosen.length.toLocaleString()} chosen` : 'Run all'} title="Run the tests (Shift+V)" onClick={() => void start()} />}
      </div>
      <SuiteOptions api_id={api.id} chosen={chosen} value={options} onChange={setOptions} />
      {failure && <Callout compact intent="danger" role="alert" className="form-notice"><strong>{failure.message}</strong> {adviceFor(failure.code)}</Callout>}
      {running && (
        <div className="suite-progress">
          <ProgressBar value={job?.progress ?? 0} intent="primary" stripes={false} aria-label="Tests" />
          <p role="status" className="form-note tr-number">{job?.note ?? 'It begins'}. It goes on when this tab is left.</p>
        </div>
      )}
      {!running && job && (job.state === 'cancelled' || job.state === 'failed') && (
        <Callout compact intent={job.state === 'failed' ? 'danger' : 'none'} className="form-notice">{job.state === 'cancelled' ? report ? 'The tests were cancelled. The report has what was run until then.' : 'The tests were cancelled. What was sent until then is in the history of the endpoints.' : `The tests could not be run: ${job.error ?? 'the platform gave no reason'}`}</Callout>
      )}
      {!running && report && <SuiteReportView report={report} />}
    </div>
  );
}
