import { Button, Callout, Checkbox, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup, Radio, RadioGroup, TextArea } from '@blueprintjs/core';
import { useEffect, useMemo, useState } from 'react';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { jsonProblem } from '../../../components/json-editor/json-problem.ts';
import { Loading } from '../../../components/loading.tsx';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { createBackfill, previewBackfill, type BackfillPreview, type BackfillRange } from '../../../state/backfills.ts';
import { useCommand } from '../../../state/commands.ts';
import { confOf } from '../trigger/param-fields.ts';
import { previewWords, behaviors } from './backfill-words.ts';
import { PreviewList } from './preview-list.tsx';

interface BackfillDialogProps {
  readonly dag_id: string;
  readonly onClose: () => void;
  readonly onMade: (id: number) => void;
}

const aDay = 86_400_000;
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
const mostAtOnce = 100;

/** Runs the dates of a range of the schedule, once it was seen which of them would run. */
export function BackfillDialog({ dag_id, onClose, onMade }: BackfillDialogProps) {
  const [from, setFrom] = useState(() => dayText(Date.now() - 7 * aDay));
  const [to, setTo] = useState(() => dayText(Date.now() - aDay));
  const [run_backwards, setBackwards] = useState(false);
  const [reprocess_behavior, setBehavior] = useState<BackfillRange['reprocess_behavior']>('none');
  const [atOnce, setAtOnce] = useState('10');
  const [conf, setConf] = useState('');
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [sending, setSending] = useState(false);
  const range = useMemo(() => (from === '' || to === '' ? null : { from_date: from, to_date: to, run_backwards, reprocess_behavior }), [from, to, run_backwards, reprocess_behavior]);
  const preview = usePreview(dag_id, range);
  const count = preview?.answer?.backfills.filter(({ runs }) => runs).length ?? 0;
  const active = Number(atOnce);
  const wrongActive = Number.isInteger(active) && active >= 1 && active <= mostAtOnce ? undefined : `Enter a whole number from 1 to ${mostAtOnce}`;
  const wrongConf = conf.trim() === '' ? undefined : (jsonProblem(conf)?.message ?? (confOf(conf) ? undefined : 'The conf must be an object, such as {"full": true}'));
  const obstacle = range === null ? 'Enter both ends of the range.' : (wrongActive ?? wrongConf ?? (preview === null ? 'The platform is asked which dates would run.' : (preview.failure?.message ?? (count === 0 ? 'No date would run.' : undefined))));
  const send = async () => {
    if (!range || obstacle !== undefined || sending) return;
    setSending(true);
    setFailure(null);
    const reply = await createBackfill(dag_id, range, active, confOf(conf) ?? {});
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    onMade(reply.data.id);
    onClose();
  };
  useCommand('request.send', obstacle === undefined && !sending ? () => void send() : null);
  const shownFailure = failure ?? preview?.failure;
  return (
    <Dialog isOpen title={`Backfill ${dag_id}`} onClose={onClose} className="backfill-dialog">
      <DialogBody>
        <div className="backfill-range">
          <FormGroup label="From" labelFor="backfill-from"><InputGroup id="backfill-from" type="date" value={from} onValueChange={setFrom} /></FormGroup>
          <FormGroup label="Until, that day included" labelFor="backfill-to"><InputGroup id="backfill-to" type="date" value={to} onValueChange={setTo} /></FormGroup>
          <FormGroup label="Runs at once, at most" labelFor="backfill-active" intent={wrongActive === undefined ? 'none' : 'danger'} helperText={wrongActive && <span role="alert">{wrongActive}</span>}>
            <InputGroup id="backfill-active" inputMode="numeric" value={atOnce} onValueChange={setAtOnce} aria-invalid={wrongActive !== undefined} />
          </FormGroup>
        </div>
        <Checkbox label="Newest date first" checked={run_backwards} onChange={({ currentTarget }) => setBackwards(currentTarget.checked)} />
        <RadioGroup name="backfill-again" label="Which dates" selectedValue={reprocess_behavior} onChange={({ currentTarget }) => setBehavior(currentTarget.value as BackfillRange['reprocess_behavior'])}>
          {behaviors.map(({ value, label, words }) => <Radio key={value} value={value} labelElement={<>{label}<span className="backfill-explained">{words}</span></>} />)}
        </RadioGroup>
        <FormGroup label="Params of these runs (conf)" labelFor="backfill-conf" labelInfo="(JSON)" intent={wrongConf === undefined ? 'none' : 'danger'} helperText={wrongConf === undefined ? 'The DAG’s own params, if it is empty.' : <span role="alert">{wrongConf}</span>}>
          <TextArea id="backfill-conf" className="tr-mono" fill rows={2} spellCheck={false} value={conf} onChange={({ currentTarget }) => setConf(currentTarget.value)} aria-invalid={wrongConf !== undefined} />
        </FormGroup>
        {shownFailure && <Callout compact intent="danger" role="alert" title={shownFailure.message}>{adviceFor(shownFailure.code)}</Callout>}
        <p role="status" className="backfill-summary">{preview?.answer ? previewWords(preview.answer) : ''}</p>
        {range !== null && preview === null ? <div className="backfill-list"><Loading label="Asking which dates would run" /></div> : preview?.answer && preview.answer.backfills.length > 0 && <PreviewList dates={preview.answer.backfills} />}
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><ActionButton intent="primary" loading={sending} obstacle={obstacle} text={count > 0 ? `Backfill ${count.toLocaleString()} ${count === 1 ? 'date' : 'dates'}` : 'Backfill'} onClick={() => void send()} /></>} />
    </Dialog>
  );
}

interface Preview {
  readonly range: BackfillRange;
  readonly answer: BackfillPreview | null;
  readonly failure: ErrorValue | null;
}

/** What the platform would run; null while it is asked. A late answer to an earlier question counts no more. */
function usePreview(dag_id: string, range: BackfillRange | null): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    if (!range) return undefined;
    const abort = new AbortController();
    const ask = async () => {
      const reply = await previewBackfill(dag_id, range, abort.signal);
      if (!abort.signal.aborted) setPreview({ range, answer: reply.ok ? reply.data : null, failure: reply.ok ? null : reply.error });
    };
    void ask();
    return () => abort.abort();
  }, [dag_id, range]);
  return preview?.range === range ? preview : null;
}
