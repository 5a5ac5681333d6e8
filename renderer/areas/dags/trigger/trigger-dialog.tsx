import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup, SegmentedControl, TextArea } from '@blueprintjs/core';
import { useNavigate } from 'react-router-dom';
import { DraftOffer } from '../../../components/draft-offer.tsx';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { Loading } from '../../../components/loading.tsx';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { useCommand } from '../../../state/commands.ts';
import { detailsOf, runsOf } from '../../../state/dags.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { useList } from '../../../state/lists.ts';
import { dagOf, runOf } from '../airflow.ts';
import { runPath } from '../paths.ts';
import { ConfDiff } from './conf-diff.tsx';
import { fieldsOf, type Raw } from './param-fields.ts';
import { ParamInput } from './param-input.tsx';
import { useTrigger, type Origin, type RunWords } from './use-trigger.ts';
import './trigger.css';

interface TriggerDialogProps {
  readonly dag_id: string;
  /** A run that is run again. */
  readonly from?: Origin;
  readonly onClose: () => void;
}

/** Starts a run with params, which begin as the DAG's own or as those of an earlier run. */
export function TriggerDialog({ dag_id, from, onClose }: TriggerDialogProps) {
  const slice = useList(detailsOf(dag_id));
  const row = slice.data[0];
  return (
    <Dialog isOpen title={`Trigger a run of ${dag_id}`} onClose={onClose} className="trigger-dialog">
      {row || slice.error ? <Form dag_id={dag_id} params={row ? dagOf(row).params : {}} from={from} onClose={onClose} /> : <DialogBody><Loading label="Loading the DAG’s params" /></DialogBody>}
    </Dialog>
  );
}

interface FormProps extends TriggerDialogProps {
  readonly params: Raw;
}

function Form({ dag_id, params, from, onClose }: FormProps) {
  const navigate = useNavigate();
  const form = useTrigger(dag_id, params, from ?? null, (run_id) => {
    onClose();
    void navigate(runPath(dag_id, run_id));
  });
  const { origin, conf, text, words, syntax, problem, isUnknown, failure, sending, round } = form;
  const obstacle = useObstacle('dags', 'trigger');
  useCommand('request.send', obstacle === undefined && !sending ? () => void form.send() : null);
  const fields = fieldsOf(params);
  const others = Object.keys(conf).filter((name) => !Object.hasOwn(params, name));
  return (
    <>
      <DialogBody>
        <DraftOffer of="run" draft={form.draft} onRestore={form.restore} onDiscard={form.discard} />
        <div className="trigger-head">
          <BeginAs dag_id={dag_id} origin={origin} onChoose={form.beginAs} />
          <SegmentedControl
            size="small" aria-label="Params as" options={[{ value: 'form', label: 'Form', disabled: syntax !== undefined }, { value: 'json', label: 'JSON' }]}
            value={text === null ? 'form' : 'json'} onValueChange={(next) => form.showJson(next === 'json')}
          />
        </div>
        {text === null ? (
          <div key={round} className="trigger-params" role="group" aria-label="Params of the run">
            {fields.length === 0 && <p className="form-note">The DAG declares no params. What its tasks read as {'{{ params.<name> }}'} can be given as JSON.</p>}
            {fields.map((field) => (
              <ParamInput
                key={field.name} field={field} value={conf[field.name]} problem={form.problemAt(field.name)}
                onChange={(value) => form.setParam(field.name, value)} onBroken={(said) => form.setBroken(field.name, said)}
              />
            ))}
            {others.length > 0 && <p className="form-note">Sent as well, though the DAG does not declare it: <span className="tr-mono">{others.join(', ')}</span>. See JSON.</p>}
          </div>
        ) : (
          <FormGroup label="Params of this run (conf)" helperText="They take the place of the DAG’s own params.">
            <Editor language="json" label="Conf as JSON" lines={8} value={text} onChange={form.setText} />
            <p className="form-problem trigger-problem" role="alert">{syntax ?? problem}</p>
          </FormGroup>
        )}
        {origin && (
          <section className="trigger-diff" aria-label="Difference of conf">
            <h3>Compared with <span className="tr-mono">{origin.id}</span></h3>
            <ConfDiff before={origin.conf} after={conf} />
          </section>
        )}
        <Words words={words} onChange={form.setWords} />
        {failure && form.isWhole && <Callout compact intent="danger" role="alert" title={failure.message}>{adviceFor(failure.code)}</Callout>}
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><ActionButton intent="primary" loading={sending} obstacle={obstacle} text="Trigger run" onClick={() => void form.send()} /></>}>
        {problem !== undefined && <span className="form-problem" role="status">{problem}</span>}
        {problem === undefined && isUnknown && <span className="form-note" role="status">A pattern takes too long to be checked here. The platform checks it as well.</span>}
      </DialogFooter>
    </>
  );
}

interface BeginAsProps {
  readonly dag_id: string;
  readonly origin: Origin | null;
  readonly onChoose: (origin: Origin | null) => void;
}

function BeginAs({ dag_id, origin, onChoose }: BeginAsProps) {
  const listed = useList(runsOf(dag_id)).data.map(runOf);
  const runs: readonly Origin[] = origin && !listed.some(({ id }) => id === origin.id) ? [origin, ...listed] : listed;
  return (
    <label className="trigger-origin">
      Begin as
      <HTMLSelect value={origin?.id ?? ''} onChange={({ currentTarget }) => onChoose(runs.find(({ id }) => id === currentTarget.value) ?? null)}>
        <option value="">the DAG’s own params</option>
        {runs.map(({ id }) => <option key={id} value={id}>{id}</option>)}
      </HTMLSelect>
    </label>
  );
}

function Words({ words: { logical_date, dag_run_id, note }, onChange }: { readonly words: RunWords; readonly onChange: (change: Partial<RunWords>) => void }) {
  return (
    <div className="trigger-words">
      <FormGroup label="Logical date" labelFor="trigger-date" helperText="Now, if it is empty; in your time zone">
        <InputGroup id="trigger-date" type="datetime-local" step={1} value={logical_date} onValueChange={(next) => onChange({ logical_date: next })} />
      </FormGroup>
      <FormGroup label="Run ID" labelFor="trigger-id" helperText="The platform chooses one, if it is empty">
        <InputGroup id="trigger-id" className="tr-mono" maxLength={250} value={dag_run_id} onValueChange={(next) => onChange({ dag_run_id: next })} />
      </FormGroup>
      <FormGroup className="trigger-note" label="Note" labelFor="trigger-note">
        <TextArea id="trigger-note" fill rows={2} maxLength={1000} value={note} onChange={({ currentTarget }) => onChange({ note: currentTarget.value })} />
      </FormGroup>
    </div>
  );
}
