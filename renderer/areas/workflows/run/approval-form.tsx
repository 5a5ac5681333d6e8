import { Button, FormGroup, InputGroup, Switch, TextArea } from '@blueprintjs/core';
import { Cross, Play, Tick } from '@blueprintjs/icons';
import { useState } from 'react';
import type { NodeExecution } from '../../../../shared/contract/workflow-runs.ts';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../../components/json-editor/json-problem.ts';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { useObstacle } from '../../../state/list-permission.ts';
import { isObject } from '../canvas/graph.ts';
import { fieldsOf, valueOf } from './approval-fields.ts';
import { answerNode } from './run-setup.ts';

interface WaitingProps {
  readonly run_id: string;
  readonly execution: NodeExecution;
  readonly title: string;
}

/** What a node waits for: somebody's word, or to go on behind a breakpoint. */
export function Waiting(props: WaitingProps) {
  if (props.execution.waits_for === 'breakpoint') return <Breakpoint {...props} />;
  if (props.execution.waits_for === 'workflow') return <p className="form-note">The workflow that it runs waits. Open its run to answer.</p>;
  return <ApprovalForm {...props} />;
}

function ApprovalForm({ run_id, execution, title }: WaitingProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [note, setNote] = useState('');
  const [sending, setSending] = useState(false);
  const obstacle = useObstacle('workflowRuns', 'resume');
  const { question } = execution;
  const fields = fieldsOf(question);
  const message = isObject(question) && typeof question['message'] === 'string' && question['message'] !== '' ? question['message'] : 'Shall it go on?';
  const missing = fields.find((field) => field.required && (valueOf(field, typed[field.name]) === undefined));
  const wrong = fields.find((field) => field.type === 'number' && Number.isNaN(valueOf(field, typed[field.name]) ?? 0));
  const send = async (approved: boolean) => {
    setSending(true);
    const values = Object.fromEntries(fields.flatMap((field) => {
      const value = valueOf(field, typed[field.name]);
      return value === undefined ? [] : [[field.name, value]];
    }));
    await answerNode(run_id, execution, { ...values, approved, ...(note.trim() === '' ? {} : { note: note.trim() }) });
    setSending(false);
  };
  const put = (name: string, text: string) => setTyped((now) => ({ ...now, [name]: text }));
  return (
    <section className="run-approval" aria-label={`Approval: ${title}`}>
      <p><strong>{title}</strong></p>
      <p>{message}</p>
      {fields.map((field) => {
        const id = `approval-${field.name}`;
        if (field.type === 'boolean' || field.type === 'flag') return <Switch key={field.name} label={field.label} checked={typed[field.name] === 'true'} onChange={({ currentTarget }) => put(field.name, String(currentTarget.checked))} />;
        return (
          <FormGroup key={field.name} label={field.label} labelFor={id} labelInfo={field.required ? '(required)' : undefined}>
            <InputGroup id={id} inputMode={field.type === 'number' ? 'decimal' : 'text'} value={typed[field.name] ?? ''} onValueChange={(text) => put(field.name, text)} />
          </FormGroup>
        );
      })}
      <FormGroup label="Note" labelFor="approval-note"><TextArea id="approval-note" fill rows={2} value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} /></FormGroup>
      <div className="tr-actions">
        <ActionButton intent="success" icon={<Tick size={14} />} text="Approve" loading={sending} obstacle={obstacle ?? (missing ? `${missing.label} is required.` : wrong ? `${wrong.label} must be a number.` : undefined)} onClick={() => void send(true)} />
        <ActionButton intent="danger" icon={<Cross size={14} />} text="Reject" loading={sending} obstacle={obstacle} onClick={() => void send(false)} />
      </div>
    </section>
  );
}

function Breakpoint({ run_id, execution, title }: WaitingProps) {
  const input = isObject(execution.question) ? execution.question['input'] : undefined;
  const given = JSON.stringify(input ?? null, null, 2);
  const [text, setText] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const obstacle = useObstacle('workflowRuns', 'resume');
  const syntax = text === null ? undefined : jsonProblem(text)?.message;
  const go = async () => {
    setSending(true);
    await answerNode(run_id, execution, text === null ? {} : { input: JSON.parse(text) as unknown });
    setSending(false);
  };
  return (
    <section className="run-approval" aria-label={`Breakpoint: ${title}`}>
      <p>The run waits before <strong>{title}</strong>.</p>
      {text === null ? <Button size="small" text="Give it another input" onClick={() => setText(given)} /> : <Editor language="json" label="Its input" lines={6} value={text} onChange={setText} />}
      {syntax !== undefined && <p className="form-problem" role="alert">{syntax}</p>}
      <div className="tr-actions"><ActionButton intent="primary" icon={<Play size={14} />} text="Go on" loading={sending} obstacle={obstacle ?? syntax} onClick={() => void go()} /></div>
    </section>
  );
}
