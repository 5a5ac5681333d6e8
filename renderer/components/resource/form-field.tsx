import { FileInput, FormGroup, HTMLSelect, InputGroup, TagInput, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import type { FieldMeta } from '../../../shared/contract/fields.ts';
import { instantOf, textOf } from '../../state/list-order.ts';
import { Editor } from '../json-editor/editor.tsx';
import { jsonProblem } from '../json-editor/json-problem.ts';
import { LargeText, mostAtOnce } from '../json-editor/large-text.tsx';
import { AuthField } from './auth-field.tsx';
import { base64Of } from './base64-of.ts';
import { ReferenceField } from './reference-field.tsx';
import { NetworkField } from './network-field.tsx';
import { ReachField } from './reach-field.tsx';
import { InnerSecrets } from './reveal.tsx';
import { SecretField } from './secret-field.tsx';
import { SecretsUnder } from './secret-place.tsx';
import { VariablesField } from './variables-field.tsx';

interface FormFieldProps {
  readonly name: string;
  readonly meta: FieldMeta;
  readonly value: unknown;
  /** The text of a JSON field that is not JSON yet. */
  readonly text: string | undefined;
  readonly problem: string | undefined;
  readonly required: boolean;
  readonly onChange: (value: unknown) => void;
  /** Keeps a text that cannot be read as a value yet; undefined takes it away. */
  readonly onText: (text: string | undefined) => void;
}

/** A field: its label above, help below, and what is wrong with it. */
export function FormField(props: FormFieldProps) {
  const { name, meta, problem, required } = props;
  const id = `field-${name}`;
  const described = problem ? `${id}-problem` : meta.help ? `${id}-help` : undefined;
  return (
    <FormGroup
      label={meta.label}
      labelFor={id}
      labelInfo={required ? '(required)' : undefined}
      intent={problem ? 'danger' : 'none'}
      helperText={
        <>
          {problem && <span id={`${id}-problem`} className="form-problem" role="alert">{problem}</span>}
          {meta.help && <span id={`${id}-help`}>{meta.help}</span>}
        </>
      }
    >
      <SecretsUnder name={name}><Widget {...props} id={id} described={described} /></SecretsUnder>
    </FormGroup>
  );
}

type WidgetProps = FormFieldProps & { readonly id: string; readonly described: string | undefined };

function Widget(props: WidgetProps) {
  const { id, meta, value, problem, described, onChange } = props;
  const invalid = problem !== undefined;
  const intent = invalid ? 'danger' : 'none';
  const aria = { 'aria-describedby': described, 'aria-invalid': invalid };
  switch (meta.widget) {
    case 'long':
      if (textOf(value).length > mostAtOnce) return <LargeText text={textOf(value)} label={meta.label} onClear={() => onChange('')} />;
      return <TextArea id={id} fill className="form-long" rows={4} intent={intent} {...aria} value={textOf(value)} onChange={(event) => onChange(event.currentTarget.value)} />;
    case 'code':
      return <Editor language="text" label={meta.label} lines={6} value={textOf(value)} onChange={onChange} />;
    case 'json':
      return <JsonField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'flag':
      return (
        <HTMLSelect id={id} {...aria} value={value === true ? 'yes' : value === false ? 'no' : ''} onChange={(event) => onChange({ yes: true, no: false }[event.currentTarget.value] ?? null)}>
          <option value="">Not said</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </HTMLSelect>
      );
    case 'choice': {
      const known = meta.options ?? [];
      const own = textOf(value);
      const options = own === '' || known.includes(own) ? known : [own, ...known];
      return (
        <HTMLSelect id={id} fill {...aria} value={own} onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}>
          <option value="">None</option>
          {options.map((option) => <option key={option} value={option}>{option}</option>)}
        </HTMLSelect>
      );
    }
    case 'reference':
      return <ReferenceField id={id} to={meta.to ?? ''} value={textOf(value)} onChange={onChange} describedBy={described} invalid={invalid} />;
    case 'secret':
      return <SecretField id={id} label={meta.label} value={value} described={described} invalid={invalid} onChange={onChange} />;
    case 'auth':
      return <AuthField id={id} value={value} described={described} inherited={meta.inherited} kept={meta.kept} onChange={onChange} />;
    case 'variables':
      return <VariablesField value={value} onChange={onChange} />;
    case 'network':
      return <NetworkField id={id} value={value} checked={invalid} onChange={onChange} />;
    case 'reach':
      return <ReachField id={id} value={value} onChange={onChange} />;
    case 'time':
      return <InputGroup id={id} type="datetime-local" step={1} intent={intent} {...aria} value={localTime(value)} onValueChange={(text) => onChange(text === '' ? null : new Date(text).toISOString())} />;
    case 'tags':
      return (
        <TagInput
          inputProps={{ id, ...aria }} addOnBlur addOnPaste fill values={Array.isArray(value) ? value.map(textOf) : []}
          onChange={(values) => onChange(values.map(textOf))} tagProps={{ minimal: true }}
        />
      );
    case 'file':
      return <FileField {...props} />;
    case 'text':
      return <InputGroup id={id} fill intent={intent} {...aria} value={textOf(value)} onValueChange={onChange} />;
  }
}

/** An instant as the local date and time that the browser's field takes. */
function localTime(value: unknown): string {
  const at = instantOf(value);
  if (Number.isNaN(at)) return '';
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** Keeps what was typed until it is a number. */
function NumberField({ id, value, text, described, problem, onChange, onText }: WidgetProps) {
  const take = (typed: string) => {
    const number = Number(typed);
    if (typed.trim() === '') {
      onText(undefined);
      onChange(null);
    } else if (Number.isFinite(number)) {
      onText(undefined);
      onChange(number);
    } else onText(typed);
  };
  return (
    <InputGroup
      id={id} inputMode="decimal" className="form-number" intent={problem ? 'danger' : 'none'} aria-describedby={described} aria-invalid={problem !== undefined}
      value={text ?? textOf(value)} onValueChange={take}
    />
  );
}

function JsonField({ meta, value, text, onChange, onText }: WidgetProps) {
  const [written, setWritten] = useState(() => ({ value, text: value === undefined || value === null ? '' : JSON.stringify(value, null, 2) }));
  // What the person wrote stays as they wrote it, until the value changes from elsewhere.
  const shown = text ?? (written.value === value ? written.text : value === undefined || value === null ? '' : JSON.stringify(value, null, 2));
  const take = (typed: string) => {
    if (typed.trim() === '') {
      setWritten({ value: null, text: typed });
      onText(undefined);
      onChange(null);
    } else if (jsonProblem(typed)) onText(typed);
    else {
      const next: unknown = JSON.parse(typed);
      setWritten({ value: next, text: typed });
      onText(undefined);
      onChange(next);
    }
  };
  return (
    <>
      <Editor language="json" label={meta.label} lines={4} value={shown} onChange={take} />
      <InnerSecrets value={value} />
    </>
  );
}

function FileField({ id, value, described, onChange }: WidgetProps) {
  const name = typeof value === 'object' && value !== null && 'name' in value ? textOf(value.name) : textOf(value);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    onChange({ name: file.name, type: file.type || 'application/octet-stream', encoding: 'base64', content: base64Of(bytes) });
  };
  return (
    <FileInput
      fill text={name || 'Choose a file'} hasSelection={name !== ''}
      inputProps={{ id, 'aria-describedby': described, onChange: (event) => void take((event.target as HTMLInputElement).files?.[0]) }}
    />
  );
}
