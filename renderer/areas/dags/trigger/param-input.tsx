import { Button, FormGroup, HTMLSelect, InputGroup, Switch, TextArea } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { jsonProblem } from '../../../components/json-editor/json-problem.ts';
import { instantOfLocal, localMoment, type ParamField } from './param-fields.ts';

interface ParamInputProps {
  readonly field: ParamField;
  /** Undefined where the conf does not say it. */
  readonly value: unknown;
  readonly problem: string | undefined;
  /** Undefined takes it out of the conf. */
  readonly onChange: (value: unknown) => void;
  /** Why what is typed is no value at all; undefined once it is one. */
  readonly onBroken: (problem: string | undefined) => void;
}

/** One param of a run. What is typed stands as it is typed, also while it is no value yet. */
export function ParamInput({ field, value, problem, onChange, onBroken }: ParamInputProps) {
  const { name, kind, title, description, limits, required, initial } = field;
  const id = useId();
  const shown = value === undefined ? initial : value;
  const isOwn = value === undefined || JSON.stringify(value) === JSON.stringify(initial);
  const help = [description, limits].filter(Boolean).join(' · ');
  const about = { id, 'aria-invalid': problem !== undefined, 'aria-describedby': `${id}-help` } as const;
  return (
    <FormGroup
      className="param" label={kind === 'flag' ? undefined : <>{title}{title !== name && <span className="tr-mono tr-muted"> {name}</span>}</>} labelFor={id} labelInfo={required ? '(required)' : undefined}
      intent={problem === undefined ? 'none' : 'danger'}
      helperText={<span id={`${id}-help`}>{problem !== undefined && <span className="form-problem" role="alert">{problem} </span>}{help}{!required && !isOwn && <Button className="param-reset" size="small" variant="minimal" text="Use the DAG’s value" aria-label={`Use the DAG’s value of ${title}`} onClick={() => onChange(initial)} />}</span>}
    >
      {kind === 'flag' && <Switch {...about} label={title} checked={shown === true} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />}
      {kind === 'choice' && <Choice about={about} choices={field.choices} value={shown} onChange={onChange} />}
      {kind === 'moment' && <InputGroup {...about} type="datetime-local" step={1} value={localMoment(shown)} onValueChange={(text) => onChange(text === '' ? undefined : instantOfLocal(text))} />}
      {kind === 'day' && <InputGroup {...about} type="date" value={typeof shown === 'string' ? shown : ''} onValueChange={(text) => onChange(text === '' ? undefined : text)} />}
      {kind === 'lines' && <TextArea {...about} fill rows={4} value={typeof shown === 'string' ? shown : ''} onChange={({ currentTarget }) => onChange(currentTarget.value)} />}
      {kind === 'text' && <InputGroup {...about} value={plainText(shown)} onValueChange={onChange} />}
      {kind === 'hidden' && <InputGroup {...about} type="password" autoComplete="off" value={plainText(shown)} onValueChange={onChange} />}
      {kind === 'number' && <NumberText about={about} value={shown} onChange={onChange} />}
      {kind === 'json' && <JsonText about={about} value={shown} onChange={onChange} onBroken={onBroken} />}
    </FormGroup>
  );
}

/** What stands in a field of text; what is neither text nor figure is shown as JSON. */
const plainText = (value: unknown): string => (value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));

interface PartProps {
  readonly about: { readonly id: string };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Choice({ about, choices, value, onChange }: PartProps & { readonly choices: readonly unknown[] }) {
  const at = choices.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  return (
    <HTMLSelect {...about} fill value={at < 0 ? '' : String(at)} onChange={({ currentTarget }) => onChange(choices[Number(currentTarget.value)])}>
      {at < 0 && <option value="" disabled>{value === undefined ? 'Choose…' : JSON.stringify(value)}</option>}
      {choices.map((one, place) => <option key={JSON.stringify(one)} value={place}>{typeof one === 'string' ? one : JSON.stringify(one)}</option>)}
    </HTMLSelect>
  );
}

/** What is no number is sent as the text that it is, so that the schema's own words say so. */
function NumberText({ about, value, onChange }: PartProps) {
  const [text, setText] = useState(plainText(value));
  const write = (next: string) => {
    setText(next);
    const number = Number(next);
    onChange(next.trim() === '' ? undefined : Number.isFinite(number) ? number : next);
  };
  return <InputGroup {...about} inputMode="decimal" value={text} onValueChange={write} />;
}

function JsonText({ about, value, onChange, onBroken }: PartProps & Pick<ParamInputProps, 'onBroken'>) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const write = (next: string) => {
    setText(next);
    const broken = next.trim() === '' ? undefined : jsonProblem(next)?.message;
    onBroken(broken);
    if (broken === undefined) onChange(next.trim() === '' ? undefined : (JSON.parse(next) as unknown));
  };
  return <TextArea {...about} fill className="tr-mono" rows={Math.min(8, Math.max(3, text.split('\n').length))} spellCheck={false} value={text} onChange={({ currentTarget }) => write(currentTarget.value)} />;
}
