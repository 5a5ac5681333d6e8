import { FormGroup, HTMLSelect, InputGroup, Switch, TagInput, TextArea } from '@blueprintjs/core';
import { memo, useId, useState } from 'react';
import { PairsField } from '../../../components/resource/pairs-field.tsx';
import { ReferenceField } from '../../../components/resource/reference-field.tsx';
import { isObject, type Path } from './edits.ts';
import { pathText } from './faults.ts';
import type { Field } from './fields.ts';

export interface DefinitionFieldProps {
  readonly field: Field;
  /** Of the object that holds it. */
  readonly at: Path;
  readonly value: unknown;
  readonly fault: string | undefined;
  /** The id of a list of what is offered. */
  readonly offers?: string | undefined;
  /** Ids that may be named. */
  readonly known?: readonly string[] | undefined;
  /** Undefined takes it away. */
  readonly onChange: (path: Path, value: unknown) => void;
}

const noPairs = {};
const noNames: readonly string[] = [];
const isText = (value: unknown): boolean => typeof value === 'string' || value === undefined || value === null;
const texts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Whether the field's own control can show a value; any other value is shown as JSON, so that nothing of it is lost. */
function fits(kind: Field['kind'], value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (kind === 'flag') return typeof value === 'boolean';
  if (kind === 'number') return typeof value === 'number' || typeof value === 'string';
  if (kind === 'texts' || kind === 'names') return texts(value);
  if (kind === 'pairs') return isObject(value) && Object.values(value).every((one) => typeof one !== 'object');
  return isText(value);
}

/** One field of a DAG or a task. Nothing written means that the definition does not say it. */
export const DefinitionField = memo(function DefinitionField({ field, at, value, fault, offers, known = noNames, onChange }: DefinitionFieldProps) {
  const id = useId();
  const path = [...at, field.name];
  const kind = fits(field.kind, value) ? field.kind : 'value';
  const write = (next: unknown) => onChange(path, next);
  const writeText = (next: string) => write(next === '' && !field.required ? undefined : next);
  const about = { id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-help` } as const;
  const shown = typeof value === 'string' ? value : '';
  return (
    <FormGroup
      className={field.wide ? 'definition-wide' : undefined} label={kind === 'flag' ? undefined : field.label} labelFor={id} labelInfo={field.required ? '(required)' : undefined}
      intent={fault === undefined ? 'none' : 'danger'} data-path={pathText(path)}
      helperText={<span id={`${id}-help`}>{fault !== undefined && <span className="form-problem">{fault} </span>}{field.help}</span>}
    >
      {kind === 'flag' && <Switch {...about} label={field.label} checked={value === true} onChange={({ currentTarget }) => write(currentTarget.checked || undefined)} />}
      {kind === 'number' && <NumberInput about={about} value={value} otherwise={field.otherwise} onChange={write} />}
      {kind === 'choice' && (
        <HTMLSelect {...about} fill value={shown} onChange={({ currentTarget }) => writeText(currentTarget.value)}>
          <option value="">{field.otherwise} (default)</option>
          {[...new Set([...(field.choices ?? []), ...(shown === '' ? [] : [shown])])].map((one) => <option key={one} value={one}>{one}</option>)}
        </HTMLSelect>
      )}
      {kind === 'texts' && <TagInput inputProps={about} addOnBlur addOnPaste fill tagProps={{ minimal: true }} values={texts(value) ? [...value] : []} onChange={(next) => write(next.length === 0 ? undefined : next)} />}
      {kind === 'names' && <NamesInput about={about} value={texts(value) ? value : []} known={known} onChange={write} />}
      {kind === 'pairs' && <PairsField one={field.one ?? 'pair'} value={(value ?? noPairs) as Readonly<Record<string, unknown>>} onChange={write} />}
      {kind === 'reference' && <ReferenceField id={id} to={field.to!} value={shown} describedBy={`${id}-help`} invalid={fault !== undefined} onChange={writeText} />}
      {kind === 'value' && <ValueInput about={about} value={value} otherwise={field.otherwise} onChange={write} />}
      {(kind === 'lines' || kind === 'expression') && <TextArea {...about} fill autoResize className={kind === 'expression' ? 'tr-mono' : undefined} rows={3} spellCheck={kind === 'lines'} value={shown} onChange={({ currentTarget }) => writeText(currentTarget.value)} />}
      {(kind === 'text' || kind === 'moment') && <InputGroup {...about} fill list={offers} spellCheck={false} placeholder={kind === 'moment' ? '2026-01-31T06:00:00' : field.otherwise} value={shown} onValueChange={writeText} />}
    </FormGroup>
  );
});

interface InputProps {
  readonly about: { readonly id: string };
  readonly value: unknown;
  readonly otherwise: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** What stands in a field as it was typed, until the value changes from elsewhere. */
function useTyped(value: unknown, textOf: (value: unknown) => string, valueOf: (text: string) => unknown, onChange: (value: unknown) => void) {
  const [typed, setTyped] = useState({ value, text: textOf(value) });
  const isSame = JSON.stringify(typed.value) === JSON.stringify(value);
  const text = isSame ? typed.text : textOf(value);
  return [text, (next: string) => {
    const read = valueOf(next);
    setTyped({ value: read, text: next });
    onChange(read);
  }] as const;
}

const numberText = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? String(value) : value === undefined || value === null ? '' : JSON.stringify(value));
/** What is no number stays the text that it is: a template, or what the platform will name. */
const numberOf = (text: string): unknown => (text.trim() === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text);

function NumberInput({ about, value, otherwise, onChange }: InputProps) {
  const [text, write] = useTyped(value, numberText, numberOf, onChange);
  return <InputGroup {...about} inputMode="decimal" placeholder={otherwise} value={text} onValueChange={write} />;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A text stands as it is, unless it would be read as JSON. */
export const valueText = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' && parsed(value) === value ? value : JSON.stringify(value, null, 2);
};
export const valueOfText = (text: string): unknown => (text.trim() === '' ? undefined : parsed(text));

function ValueInput({ about, value, otherwise, onChange }: InputProps) {
  const [text, write] = useTyped(value, valueText, valueOfText, onChange);
  return <TextArea {...about} fill className="tr-mono" placeholder={otherwise} rows={Math.min(10, text.split('\n').length)} spellCheck={false} value={text} onChange={({ currentTarget }) => write(currentTarget.value)} />;
}

interface NamesInputProps {
  readonly about: { readonly id: string };
  readonly value: readonly string[];
  readonly known: readonly string[];
  readonly onChange: (value: readonly string[] | undefined) => void;
}

/** Ids out of those that are known, chosen by typing; one that is not known yet may be written, too. */
function NamesInput({ about, value, known, onChange }: NamesInputProps) {
  const [text, setText] = useState('');
  const write = (next: readonly string[]) => onChange(next.length === 0 ? undefined : [...new Set(next)]);
  const add = (names: readonly string[]) => {
    setText('');
    write([...value, ...names]);
  };
  return (
    <>
      <TagInput
        inputProps={{ ...about, list: `${about.id}-known` }} fill addOnBlur addOnPaste tagProps={{ minimal: true }} placeholder="Type or choose an id" inputValue={text} values={[...value]}
        onAdd={(names) => add(names)} onRemove={(_name, place) => write(value.toSpliced(place, 1))}
        onInputChange={({ nativeEvent, currentTarget }) => {
          // One that was chosen from the list is meant; one that is typed may be the beginning of another.
          const isChosen = !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText';
          if (isChosen && known.includes(currentTarget.value)) add([currentTarget.value]);
          else setText(currentTarget.value);
        }}
      />
      <datalist id={`${about.id}-known`}>{known.filter((id) => !value.includes(id)).map((id) => <option key={id} value={id}>{id}</option>)}</datalist>
    </>
  );
}
