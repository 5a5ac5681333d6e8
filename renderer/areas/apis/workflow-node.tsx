import { Button, Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useId, useState, type ReactNode } from 'react';
import { failurePolicies } from '../../../shared/contract/composer-graph.ts';
import type { FieldProblem } from '../../../shared/errors.ts';
import { jsonProblem } from '../../components/json-editor/json-problem.ts';
import { PairsField, type Pairs } from '../../components/resource/pairs-field.tsx';
import { ReferenceField } from '../../components/resource/reference-field.tsx';
import { textOf } from '../../state/list-order.ts';
import { linesOf, problemAt, valuesOf, waitsFor, withFields, withoutNode, withWait, type WorkflowDraft } from './workflow-text.ts';

interface WorkflowNodeFieldsProps {
  readonly draft: WorkflowDraft;
  readonly at: number;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (draft: WorkflowDraft) => void;
}

const inputs = [['path_variables', 'Path variables', 'path variable'], ['query', 'Query', 'query value'], ['headers', 'Headers', 'header']] as const;

/** One node: which endpoint it calls, after which others, with what, and what its failure means. */
export function WorkflowNodeFields({ draft, at, problems, onChange }: WorkflowNodeFieldsProps) {
  const id = useId();
  const node = draft.nodes[at]!;
  const name = textOf(node.id) || `node ${at + 1}`;
  const set = (changed: Readonly<Record<string, unknown>>) => onChange(withFields(draft, at, changed));
  const problem = (field: string) => problemAt(problems, 'nodes', at, field);
  const others = draft.nodes.filter((_other, place) => place !== at).map((other) => textOf(other.id));
  const waits = waitsFor(draft, node.id);
  return (
    <fieldset className="workflow-node" aria-label={`Node ${name}`}>
      <div className="workflow-node-head">
        <Field label="ID" id={`${id}-id`} problem={problem('id')}>
          <InputGroup id={`${id}-id`} className="tr-mono" value={textOf(node.id)} aria-invalid={problem('id') !== undefined} onValueChange={(value) => set({ id: value })} />
        </Field>
        <Field label="Endpoint" id={`${id}-endpoint`} problem={problem('endpoint_id')}>
          <ReferenceField id={`${id}-endpoint`} to="composerEndpoints" value={textOf(node.endpoint_id)} invalid={problem('endpoint_id') !== undefined} onChange={(value) => set({ endpoint_id: value })} />
        </Field>
        <Button className="workflow-remove" variant="minimal" icon={<Trash size={14} />} aria-label={`Remove ${name}`} title="Remove the node and its edges" onClick={() => onChange(withoutNode(draft, at))} />
      </div>
      {others.length > 0 && (
        <div className="workflow-waits" role="group" aria-label={`${name} waits for`}>
          <span className="tr-muted">Waits for</span>
          {others.map((other, place) => (
            // Two nodes may have the same id while one is typed.
            // oxlint-disable-next-line react/no-array-index-key
            <Checkbox key={`${other} ${place}`} checked={waits.has(other)} label={other || '(no ID)'} onChange={(event) => onChange(withWait(draft, node.id, other, event.currentTarget.checked))} />
          ))}
        </div>
      )}
      <details open={inputs.some(([field]) => node[field]) || node.body !== undefined}>
        <summary>What it sends</summary>
        <p className="form-note">A value that begins with = is read as JSONata over <code>input</code> and <code>nodes</code>, such as <code>=nodes.{others[0] ?? 'first'}.data.id</code>. What is left empty is as the endpoint says.</p>
        {inputs.map(([field, label, one]) => (
          <div key={field} role="group" aria-label={`${label} of ${name}`}>
            <h3>{label}</h3>
            <Values one={one} values={node[field]} onChange={(values) => set({ [field]: values })} />
            {problem(field) !== undefined && <span className="form-problem" role="alert">{problem(field)}</span>}
          </div>
        ))}
        <Body key={`${id}-body`} id={`${id}-body`} value={node.body} problem={problem('body')} onChange={(body) => set({ body })} />
      </details>
      <div className="workflow-rules">
        <Field label="Only if" id={`${id}-when`} problem={problem('when')} help="JSONata; where it yields nothing or false, the node is skipped.">
          <InputGroup id={`${id}-when`} className="tr-mono" placeholder="always" value={textOf(node.when)} onValueChange={(value) => set({ when: value })} />
        </Field>
        <Field label="If it fails" id={`${id}-failure`} problem={problem('on_failure')}>
          <HTMLSelect id={`${id}-failure`} value={node.on_failure ?? 'stop'} onChange={({ currentTarget }) => set({ on_failure: currentTarget.value === 'stop' ? undefined : currentTarget.value })}>
            {failurePolicies.map((policy) => <option key={policy} value={policy}>{policy === 'stop' ? 'begin no other node' : 'go on with what follows'}</option>)}
          </HTMLSelect>
        </Field>
        <Field label="Time limit (ms)" id={`${id}-limit`} problem={problem('timeout_ms')}>
          <InputGroup id={`${id}-limit`} className="form-number" inputMode="numeric" placeholder="as the endpoint" value={textOf(node.timeout_ms)} onValueChange={(value) => set({ timeout_ms: value === '' || Number.isNaN(Number(value)) ? value : Number(value) })} />
        </Field>
      </div>
    </fieldset>
  );
}

interface FieldProps {
  readonly label: string;
  readonly id: string;
  readonly problem: string | undefined;
  readonly help?: string;
  readonly children: ReactNode;
}

function Field({ label, id, problem, help, children }: FieldProps) {
  return (
    <FormGroup label={label} labelFor={id} intent={problem === undefined ? 'none' : 'danger'} helperText={problem === undefined ? help : <span className="form-problem" role="alert">{problem}</span>}>
      {children}
    </FormGroup>
  );
}

/** Names and values in lines; what no line can hold is left to the JSON. */
function Values({ one, values, onChange }: { readonly one: string; readonly values: unknown; readonly onChange: (values: Record<string, unknown> | undefined) => void }) {
  const json = JSON.stringify(values ?? {});
  const [sent, setSent] = useState<{ readonly json: string; readonly lines: Pairs | undefined }>({ json, lines: linesOf(values) });
  // The lines stay as they were typed until the values change from elsewhere.
  if (json !== sent.json) setSent({ json, lines: linesOf(values) });
  if (!sent.lines) return <p className="form-note">It holds values that are no text. Edit them as JSON.</p>;
  return (
    <PairsField
      one={one} value={sent.lines} onChange={(lines) => {
        const next = valuesOf(lines);
        setSent({ json: JSON.stringify(next ?? {}), lines });
        onChange(next);
      }}
    />
  );
}

interface BodyProps {
  readonly id: string;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** The body as JSON; what is not JSON yet stays here until it is. */
function Body({ id, value, problem, onChange }: BodyProps) {
  const json = value === undefined ? '' : JSON.stringify(value);
  const [typed, setTyped] = useState<{ readonly json: string; readonly text: string }>({ json, text: json });
  if (json !== typed.json) setTyped({ json, text: json });
  const syntax = typed.text.trim() === '' ? undefined : jsonProblem(typed.text)?.message;
  return (
    <Field label="Body (JSON)" id={id} problem={syntax ?? problem} help='Such as {"name": {"$jsonata": "input.name"}}.'>
      <InputGroup
        id={id} className="tr-mono" value={typed.text} onValueChange={(text) => {
          const next = text.trim() === '' ? undefined : jsonProblem(text) ? value : (JSON.parse(text) as unknown);
          setTyped({ json: next === undefined ? '' : JSON.stringify(next), text });
          onChange(next);
        }}
      />
    </Field>
  );
}
