import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ErrorValue } from '../../../shared/errors.ts';
import { Editor } from '../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../components/json-editor/json-problem.ts';
import { Loading } from '../../components/loading.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { pathOf } from '../../state/areas.ts';
import { detailsOf, triggerRun } from '../../state/dags.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { useList } from '../../state/lists.ts';
import { useCommand } from '../../state/commands.ts';
import { dagOf } from './airflow.ts';

interface TriggerDialogProps {
  readonly dag_id: string;
  /** Of a run that is run again; it stands over the DAG's own params. */
  readonly conf?: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

/** Starts a run with a conf, which begins as the DAG's own params or as another run's conf. */
export function TriggerDialog({ dag_id, conf, onClose }: TriggerDialogProps) {
  const slice = useList(detailsOf(dag_id));
  const row = slice.data[0];
  return (
    <Dialog isOpen title={`Trigger a run of ${dag_id}`} onClose={onClose} className="dag-dialog">
      {row || slice.error ? <Conf dag_id={dag_id} params={{ ...(row ? dagOf(row).params : {}), ...conf }} onClose={onClose} /> : <DialogBody><Loading label="Loading the DAG’s params" /></DialogBody>}
    </Dialog>
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with a conf's text, or undefined. */
export function confProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  return jsonProblem(text)?.message ?? (isObject(JSON.parse(text)) ? undefined : 'The conf must be an object, such as {"day": "2026-03-29"}');
}

function Conf({ dag_id, params, onClose }: TriggerDialogProps & { readonly params: Readonly<Record<string, unknown>> }) {
  const [text, setText] = useState(() => JSON.stringify(params, null, 2));
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [sending, setSending] = useState(false);
  const navigate = useNavigate();
  const problem = confProblem(text);
  const obstacle = useObstacle('dags', 'trigger') ?? problem;
  const send = async () => {
    setSending(true);
    setFailure(null);
    const reply = await triggerRun(dag_id, text.trim() === '' ? undefined : (JSON.parse(text) as Record<string, unknown>));
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    onClose();
    void navigate(`${pathOf('dags', dag_id)}?${new URLSearchParams({ tab: 'runs', run: reply.data.dag_run_id })}`);
  };
  const canSend = obstacle === undefined && !sending;
  useCommand('request.send', canSend ? () => void send() : null);
  return (
    <>
      <DialogBody>
        <FormGroup label="Params of this run (conf)" helperText="They take the place of the DAG’s own params. Tasks read them as {{ params.<name> }}.">
          <Editor language="json" label="Conf as JSON" lines={8} value={text} onChange={setText} />
        </FormGroup>
        {problem !== undefined && <p className="form-problem" role="alert">{problem}</p>}
        {failure && <Callout compact intent="danger" role="alert" title={failure.message}>{adviceFor(failure.code)}</Callout>}
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><ActionButton intent="primary" loading={sending} obstacle={obstacle} text="Trigger run" onClick={() => void send()} /></>} />
    </>
  );
}
