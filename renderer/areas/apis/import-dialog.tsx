import { Button, Callout, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core';
import { Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import type { JobState } from '../../../shared/contract/jobs.ts';
import { useState } from 'react';
import type { ErrorValue } from '../../../shared/errors.ts';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { useFocus } from '../../components/use-focus.ts';
import { goTo } from '../../state/navigation.ts';
import { cancelJob, isUnderWay, useJobs } from '../../state/jobs.ts';
import { closeImport, isReferences, resultOf, showImport, startReferences, useImport, wordsOf, type ImportResult } from '../../state/api-import.ts';
import { ExternalDocuments } from './external-documents.tsx';
import { ImportSource } from './import-source.tsx';
import { ProblemTable } from './problem-table.tsx';
import './apis.css';
import './apis-screens.css';

/** Takes a document in, and tells what came of it. Closing it leaves the import going. */
export function ImportDialog() {
  const { open, job: id } = useImport();
  const job = useJobs(({ jobs }) => jobs.find((job) => job.id === id));
  return (
    <Dialog isOpen={open} title="Import an API" onClose={closeImport} className="import-dialog" canOutsideClickClose={false}>
      {id === null ? <ImportSource /> : job && !isUnderWay(job) ? <Ended job={job} /> : <UnderWay id={id} job={job} />}
    </Dialog>
  );
}

function UnderWay({ id, job }: { readonly id: string; readonly job: JobState | undefined }) {
  const close = useFocus<HTMLButtonElement>();
  // Until the platform knows how far it is, the bar only says that it is going on.
  const progress = job && job.progress > 0 ? { value: job.progress } : {};
  return (
    <>
      <DialogBody>
        <p role="status">{job?.note ?? 'The platform has the document'}…</p>
        <ProgressBar {...progress} intent="primary" stripes={false} aria-label="Import" />
        {job && job.progress > 0 && <p className="form-note tr-number">{Math.round(job.progress * 100)} %</p>}
        <p className="form-note">It goes on when this is closed; the status bar shows how far it is.</p>
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel the import" onClick={() => void cancelJob(id)} /><Button ref={close} intent="primary" text="Close" onClick={closeImport} /></>} />
    </>
  );
}

const again = () => showImport(null);

function Ended({ job }: { readonly job: JobState }) {
  return job.state === 'success' ? <Done key={job.id} job={job} /> : <Undone job={job} />;
}

function Undone({ job }: { readonly job: JobState }) {
  const cancelled = job.state === 'cancelled';
  const references = isReferences(job);
  return (
    <>
      <DialogBody>
        <Callout compact intent={cancelled ? 'none' : 'danger'} icon={cancelled ? undefined : <ErrorIcon />} role="alert">
          <strong>{cancelled ? (references ? 'It was cancelled.' : 'The import was cancelled.') : references ? 'What it refers to could not be taken in.' : 'The document could not be imported.'}</strong> {cancelled ? 'Nothing was taken in.' : (job.error ?? 'The platform gave no reason.')}
        </Callout>
      </DialogBody>
      <DialogFooter actions={<><Button text="Close" onClick={closeImport} /><Button intent="primary" text="Choose another document" onClick={again} /></>} />
    </>
  );
}

function Done({ job }: { readonly job: JobState }) {
  const result = resultOf(job);
  const { api_id, external } = result;
  const first = useFocus<HTMLButtonElement>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const several = (result.api_ids?.length ?? 0) > 1;
  const openApi = () => {
    closeImport();
    goTo(`/apis/${encodeURIComponent(api_id ?? '')}?tab=endpoints`);
  };
  const fetchThese = async (origins: readonly string[]) => {
    if (api_id === undefined) return;
    setSending(true);
    setFailure(await startReferences(api_id, origins));
    setSending(false);
  };
  return (
    <>
      <DialogBody>
        <p role="status" className="import-done"><Tick className="tr-success" /> {wordsOf(job)}</p>
        {several && <p className="form-note">Its requests go to several servers, so each became an API of its own; all are in the list.</p>}
        {api_id !== undefined && <ExternalDocuments external={external} method="fetchReferences" busy={sending} onFetch={(origins) => void fetchThese(origins)} />}
        {failure && <Callout compact intent="danger" role="alert"><strong>{failure.message}</strong> {adviceFor(failure.code)}</Callout>}
        <Problems problems={result.problems} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Import another" onClick={again} />
            {api_id !== undefined && <Button ref={first} intent="primary" text={several ? 'Open the first API' : 'Open API'} onClick={openApi} />}
          </>
        }
      />
    </>
  );
}

function Problems({ problems }: Pick<ImportResult, 'problems'>) {
  if (problems.length === 0) return <p className="form-note">Nothing in the document was wrong.</p>;
  return <><p>What was wrong in the document, and where; all else was taken in.</p><ProblemTable label="Problems of the document" problems={problems} /></>;
}
