import { Button, HTMLSelect, InputGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Add, Cross, Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import { useEffect, useId, useRef, useState } from 'react';
import { comparisons, endpointTest, testSources, type Assertion } from '../../../shared/contract/endpoint-tests.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import type { Values } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { isObject } from './request.ts';

interface RequestTestsProps {
  readonly value: unknown;
  /** What the document says of the endpoint. */
  readonly docs: unknown;
  /** What came of the tests in the answer that is shown. */
  readonly assertions: readonly Assertion[];
  readonly onChange: (tests: readonly Values[]) => void;
  readonly onRun: () => void;
  /** Why they cannot be run now. */
  readonly toRun: string | undefined;
}

const sources: Readonly<Record<(typeof testSources)[number], string>> = { status: 'Status', header: 'Header', body: 'Body', duration: 'Duration (ms)' };
const words: Readonly<Record<(typeof comparisons)[number], string>> = {
  equals: 'equals', not_equals: 'does not equal', contains: 'contains', matches: 'matches the pattern', exists: 'exists', less: 'is less than', greater: 'is greater than', schema: 'matches the schema',
};
/** How an assertion compares, in words; one of a newer platform by its name. */
export const comparisonWord = (name: string): string => (words as Readonly<Record<string, string>>)[name] ?? name;

/** With what a test begins. */
const begin: readonly (readonly [string, Values])[] = [
  ['The status is 200', { name: 'The status is 200', source: 'status', comparison: 'equals', expected: 200 }],
  ['It answers within a second', { name: 'It answers within a second', source: 'duration', comparison: 'less', expected: 1000 }],
  ['The answer is JSON', { name: 'The answer is JSON', source: 'header', path: 'content-type', comparison: 'contains', expected: 'json' }],
  ['A value in the body', { name: 'A value in the body', source: 'body', path: '', comparison: 'exists', expected: true }],
];

const byDocument: Values = { name: 'The body is as the document says', source: 'body', comparison: 'schema' };
const isByDocument = ({ comparison, expected }: Values) => comparison === 'schema' && (expected === undefined || expected === null);

/** Does the document describe the body of any answer? */
function describesBodies(docs: unknown): boolean {
  const responses = isObject(docs) && isObject(docs['responses']) ? Object.values(docs['responses']) : [];
  return responses.some((one) => isObject(one) && isObject(one['content']) && Object.values(one['content']).some((content) => isObject(content) && content['schema'] !== undefined));
}

/** What is expected, as it is typed: numbers, flags and JSON are what they look like, the rest is text. */
export function expectedOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
/** The text that reads back as the value. */
export const expectedText = (value: unknown): string =>
  typeof value === 'string' && expectedOf(value) === value ? value : value === undefined ? '' : JSON.stringify(value);

/** What the answer is held against, each time the request is sent. */
export function RequestTests({ value, docs, assertions, onChange, onRun, toRun }: RequestTestsProps) {
  const tests = Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
  const [added, setAdded] = useState<number>();
  const add = (test: Values) => onChange([...tests, test]);
  /** A menu that closes has the focus until it is gone. */
  const fromMenu = useRef<number>(undefined);
  const addFromMenu = (test: Values) => {
    fromMenu.current = tests.length;
    add(test);
  };
  const addByDocument = () => {
    setAdded(tests.length);
    add(byDocument);
  };
  const change = (at: number, changed: Values) => onChange(tests.map((one, other) => (other === at ? { ...one, ...changed } : one)));
  return (
    <>
      <div className="request-bar">
        <PopoverNext arrow={false} placement="bottom-start" shouldReturnFocusOnClose={false} onClosed={() => setAdded(fromMenu.current)} content={<Menu>{begin.map(([text, test]) => <MenuItem key={text} text={text} onClick={() => addFromMenu(test)} />)}</Menu>}>
          <Button size="small" icon={<Add size={14} />} text="Add a test" />
        </PopoverNext>
        {describesBodies(docs) && <ActionButton size="small" variant="minimal" text="Add test by the document" obstacle={tests.some(isByDocument) ? 'There is such a test already.' : undefined} title="Hold the body against what the document says of each status and content type" onClick={addByDocument} />}
        <ActionButton size="small" variant="minimal" text="Send as a test" obstacle={toRun ?? (tests.length === 0 ? 'There are no tests yet.' : undefined)} title="Send, and keep the result among the tests (Ctrl+Shift+Enter)" onClick={onRun} />
      </div>
      {tests.length === 0 && <p className="form-note">None yet. Tests are looked at each time the request is sent, and can be run again over answers of earlier runs.</p>}
      <ol className="request-tests" aria-label="Tests">
        {/* oxlint-disable-next-line react/no-array-index-key -- a test has no identity but its place */}
        {tests.map((test, at) => <Test key={at} test={test} fresh={at === added} result={assertions.find(({ name }) => name === textOf(test['name']).trim())} onChange={(changed) => change(at, changed)} onRemove={() => onChange(tests.filter((_, other) => other !== at))} />)}
      </ol>
    </>
  );
}

interface TestProps {
  readonly test: Values;
  /** It was just added, and is gone on with. */
  readonly fresh: boolean;
  readonly result: Assertion | undefined;
  readonly onChange: (changed: Values) => void;
  readonly onRemove: () => void;
}

function Test({ test, fresh, result, onChange, onRemove }: TestProps) {
  const id = useId();
  const name = textOf(test['name']) || 'new test';
  const { source, comparison } = test;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fresh) input.current?.focus();
  }, [fresh]);
  const problem = endpointTest.safeParse(test).error?.issues[0]?.message;
  return (
    <li className="request-test">
      <div className="request-test-name">
        {result && (result.passed ? <Tick className="test-passed" size={14} title="Passed" /> : <ErrorIcon className="test-failed" size={14} title="Failed" />)}
        <InputGroup inputRef={input} size="small" fill aria-label={`Name of ${name}`} aria-describedby={problem ? `${id}-problem` : undefined} value={textOf(test['name'])} onValueChange={(text) => onChange({ name: text })} />
        <Button size="small" variant="minimal" icon={<Cross size={12} />} aria-label={`Remove ${name}`} onClick={onRemove} />
      </div>
      <div className="request-test-says">
        <HTMLSelect aria-label={`Where ${name} looks`} value={textOf(source)} onChange={({ currentTarget }) => onChange({ source: currentTarget.value })}>
          {testSources.map((one) => <option key={one} value={one}>{sources[one]}</option>)}
        </HTMLSelect>
        {(source === 'header' || (source === 'body' && !(isByDocument(test) && !test['path']))) && (
          <InputGroup size="small" className="tr-mono" aria-label={source === 'header' ? `Header of ${name}` : `JSONata of ${name}`} placeholder={source === 'header' ? 'Header' : 'JSONata, such as items[0].id'} value={textOf(test['path'])} onValueChange={(path) => onChange({ path })} />
        )}
        <HTMLSelect aria-label={`How ${name} compares`} value={textOf(comparison)} onChange={({ currentTarget }) => onChange({ comparison: currentTarget.value })}>
          {comparisons.map((one) => <option key={one} value={one}>{words[one]}</option>)}
        </HTMLSelect>
        {comparison !== 'exists' && <Expected name={name} comparison={textOf(comparison)} value={test['expected']} onChange={(expected) => onChange({ expected })} />}
      </div>
      {problem !== undefined && <p id={`${id}-problem`} className="form-problem">{problem}</p>}
    </li>
  );
}

/** Patterns are text, whatever they look like; no schema at all is that of the document. */
function Expected({ name, comparison, value, onChange }: { readonly name: string; readonly comparison: string; readonly value: unknown; readonly onChange: (value: unknown) => void }) {
  const isPattern = comparison === 'matches';
  const isSchema = comparison === 'schema';
  return (
    <InputGroup
      size="small" className="tr-mono" aria-label={`What ${name} expects`} placeholder={isPattern ? 'Regular expression' : isSchema ? 'JSON Schema; empty for the document’s' : 'Value'}
      value={isPattern ? textOf(value) : isSchema && value === null ? '' : expectedText(value)} onValueChange={(text) => onChange(isPattern ? text : isSchema && text.trim() === '' ? undefined : expectedOf(text))}
    />
  );
}
