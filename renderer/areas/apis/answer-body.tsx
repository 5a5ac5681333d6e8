import { Button, ButtonGroup, InputGroup, ProgressBar } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, CollapseAll, Download, Duplicate, ExpandAll, Filter, NumberedList, Search } from '@blueprintjs/icons';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { judgedBytes } from '../../../shared/rules/constants.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { size } from '../../components/measures.ts';
import { copyText, saveBlob } from '../../components/resource/copy-rows.ts';
import { Skeleton } from '../../components/resource/list-states.tsx';
import { bodyBlob } from '../../state/answer-body.ts';
import { useCommand } from '../../state/commands.ts';
import { notify } from '../../state/toasts.ts';
import { AnswerFilter } from './answer-filter.tsx';
import { AnswerLine } from './answer-line.tsx';
import { mostInWorker, type AnswerPort, type AnswerSource } from './answer-port.ts';
import { patternOf, type Found, type Wanted } from './answer-search.ts';
import { AnswerText, type AnswerTextHandle } from './answer-text.tsx';
import type { Kind } from './answer-worker.ts';
import { jsonPathOf, jsonataOf } from './answer-path.ts';
import { useAnswer } from './use-answer.ts';

interface AnswerBodyProps {
  /** To be kept: another object is another answer. */
  readonly source: AnswerSource;
  readonly kind: Kind;
  /** A name for the file that it is saved as. */
  readonly file: string;
  readonly type: string;
}

/** The text of an answer: to read, fold, filter, search, copy and save, however large it is. */
export function AnswerBody(props: AnswerBodyProps) {
  const { source, kind } = props;
  const [filter, setFilter] = useState<{ readonly of: AnswerSource; readonly shown?: AnswerSource }>();
  const mine = filter?.of === source ? filter : undefined;
  const whole = 'execution_id' in source ? source.bytes <= judgedBytes : true;
  const open = kind === 'json' && whole ? () => setFilter((now) => (now?.of === source ? now : { of: source })) : undefined;
  useCommand('answer.filter', open ?? null);
  return (
    <>
      {mine && <AnswerFilter source={source} onClose={() => setFilter(undefined)} onResult={(text) => setFilter({ of: source, ...(text === undefined ? {} : { shown: { text } }) })} />}
      <Opened {...props} source={mine?.shown ?? source} onFilter={open} />
    </>
  );
}

function Opened(props: AnswerBodyProps & { readonly onFilter: (() => void) | undefined }) {
  const { port, progress, problem } = useAnswer(props.source, props.kind);
  if (problem !== undefined) return <EmptyState title="The answer cannot be read" text={problem} />;
  if (port) return <Laid port={port} {...props} />;
  return progress === undefined ? <Skeleton label="Laying out the answer" /> : <div className="answer-laying"><ProgressBar value={progress} aria-label="Reading the answer" /><p className="form-note">Reading the answer: {Math.round(progress * 100)} %</p></div>;
}

const nowhere: Found = { rows: new Uint32Array() };

const joined = (one: Uint32Array, other: Uint32Array): Uint32Array => {
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

function Laid({ port, source, file, type, onFilter }: AnswerBodyProps & { readonly port: AnswerPort; readonly onFilter: (() => void) | undefined }) {
  const { kind, whole } = port;
  const [wanted, setWanted] = useState<Wanted>({ text: '', pattern: false, sameCase: false });
  const [found, setFound] = useState<Found>(nowhere);
  const [at, setAt] = useState(0);
  const [looking, setLooking] = useState(false);
  const [path, setPath] = useState<readonly (string | number)[]>([]);
  const [jumping, setJumping] = useState(false);
  const text = useRef<AnswerTextHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  const late = useDeferredValue(wanted);
  const pattern = useMemo(() => patternOf(late), [late]);
  /** What is looked for now; answers for anything else are late. */
  const looked = useRef(late);

  useEffect(() => {
    looked.current = late;
    let here = true;
    const look = async () => {
      const next = await port.search(late, () => !here).catch(() => nowhere);
      if (!here || !next) return;
      setFound(next);
      setAt(0);
      if (next.rows.length > 0) text.current?.show(next.rows[0]!);
    };
    void look();
    return () => {
      here = false;
    };
  }, [port, late]);

  const show = (rows: Uint32Array, next: number) => {
    setAt(next);
    text.current?.show(rows[next]!);
  };
  /** What stands behind the matches that are known. */
  const goOn = async (from: number) => {
    setLooking(true);
    const more = await port.search(late, () => false, from).catch((thrown: unknown) => void notify(thrown instanceof Error ? thrown.message : String(thrown), { intent: 'warning' }));
    setLooking(false);
    if (!more || looked.current !== late) return;
    const rows = joined(found.rows, more.rows);
    setFound({ ...more, rows });
    show(rows, more.rows.length > 0 ? found.rows.length : 0);
  };
  const go = (step: number) => {
    const { rows, next } = found;
    if (rows.length === 0 || looking) return;
    if (at + step === rows.length && next !== undefined) return void goOn(next);
    show(rows, (at + step + rows.length) % rows.length);
  };
  useCommand('answer.search', () => {
    input.current?.focus();
    input.current?.select();
  });
  useCommand('answer.next', found.rows.length > 0 ? () => go(1) : null);
  useCommand('answer.previous', found.rows.length > 0 ? () => go(-1) : null);
  useCommand('answer.line', () => setJumping(true));
  const copyPath = () => void copyText(jsonPathOf(path), 'JSONPath');
  const copyValue = async () => {
    const row = text.current?.active();
    if (row) await copyText(whole ? await whole.value(row.row) : row.text, 'Value');
  };
  useCommand('answer.copyPath', whole && kind === 'json' ? copyPath : null);
  useCommand('answer.copyValue', () => void copyValue());
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && wanted.text !== '') setWanted({ ...wanted, text: '' });
    else if (event.key === 'Escape') text.current?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const copy = async () => whole && copyText(await whole.text(), 'Answer');
  const save = async () => {
    try {
      saveBlob(file, 'execution_id' in source && !whole ? await bodyBlob(source.execution_id, type) : new Blob([(await whole?.text()) ?? ''], { type }));
    } catch (thrown) {
      notify(`The answer could not be saved: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { intent: 'warning' });
    }
  };
  useCommand('answer.download', () => void save());
  const fold = async (depth: number | undefined) => whole && text.current?.refold(await whole.fold(depth));
  const tellPath = setPath;
  const invalid = wanted.pattern && wanted.text !== '' && patternOf(wanted) === undefined;
  const said = wanted.text === '' ? '' : invalid ? 'Not a pattern' : found.rows.length === 0 ? 'Nothing found' : `${looking ? 'Looking further… ' : ''}${(at + 1).toLocaleString()} of ${found.rows.length.toLocaleString()}${found.next === undefined ? '' : ' and more'}`;
  return (
    <div className="answer-body">
      <div className="answer-bar" role="search">
        <InputGroup
          inputRef={input} size="small" type="search" leftIcon={<Search size={14} />} className="answer-search" placeholder="Search the answer" aria-label="Search the answer" aria-invalid={invalid}
          value={wanted.text} onValueChange={(next) => setWanted({ ...wanted, text: next })} onKeyDown={press}
          rightElement={whole && (
            <ButtonGroup>
              <Button size="small" variant="minimal" text="Aa" active={wanted.sameCase} aria-pressed={wanted.sameCase} aria-label="Match case" title="Match case" onClick={() => setWanted({ ...wanted, sameCase: !wanted.sameCase })} />
              <Button size="small" variant="minimal" text=".*" active={wanted.pattern} aria-pressed={wanted.pattern} aria-label="Regular expression" title="Regular expression" onClick={() => setWanted({ ...wanted, pattern: !wanted.pattern })} />
            </ButtonGroup>
          )}
        />
        <span className="answer-found" role="status" aria-label="Found">{said}</span>
        {found.rows.length > 0 && <Button size="small" variant="minimal" icon={<ArrowUp size={14} />} aria-label="Previous match" title="Previous match (Shift+Enter, Shift+F3)" onClick={() => go(-1)} />}
        {found.rows.length > 0 && <Button size="small" variant="minimal" icon={<ArrowDown size={14} />} aria-label="Next match" title="Next match (Enter, F3)" onClick={() => go(1)} />}
        <span className="filter-space" />
        {jumping
          ? <AnswerLine count={port.count} onClose={() => setJumping(false)} onGo={(row) => {
              setJumping(false);
              text.current?.focus();
              text.current?.show(row);
            }} />
          : <Button size="small" variant="minimal" icon={<NumberedList size={14} />} aria-label="Jump to a line" title="Jump to a line (Ctrl+G)" onClick={() => setJumping(true)} />}
        {onFilter && <Button size="small" variant="minimal" icon={<Filter size={14} />} aria-label="Filter by JSONata" title="Filter by JSONata (Alt+J)" onClick={onFilter} />}
        {whole && kind === 'json' && <Button size="small" variant="minimal" icon={<CollapseAll size={14} />} aria-label="Fold all" title="Fold all" onClick={() => void fold(1)} />}
        {whole && kind === 'json' && <Button size="small" variant="minimal" icon={<ExpandAll size={14} />} aria-label="Unfold all" title="Unfold all" onClick={() => void fold(undefined)} />}
        {whole && <Button size="small" variant="minimal" icon={<Duplicate size={14} />} aria-label="Copy the answer" title="Copy the answer" onClick={() => void copy()} />}
        <Button size="small" variant="minimal" icon={<Download size={14} />} aria-label="Save as a file" title="Save as a file (Alt+Shift+S)" onClick={() => void save()} />
      </div>
      <AnswerText ref={text} port={port} label="Answer" plain={kind !== 'json'} pattern={pattern} onPath={kind === 'json' ? tellPath : undefined} />
      {whole && kind === 'json' && (
        <div className="answer-path">
          <code className="tr-clip">{jsonataOf(path)}</code>
          <Button size="small" variant="minimal" icon={<Duplicate size={12} />} aria-label="Copy the path" title="Copy the path, as a test takes it" onClick={() => void copyText(jsonataOf(path), 'Path')} />
          <Button size="small" variant="minimal" text="JSONPath" aria-label="Copy the JSONPath" title="Copy the path as JSONPath (Alt+Shift+C)" onClick={copyPath} />
          <Button size="small" variant="minimal" text="Value" aria-label="Copy the value" title="Copy the value of the line (Alt+C)" onClick={() => void copyValue()} />
        </div>
      )}
      {!whole && <p className="answer-note form-note">The platform lays this answer out, since it has more than {size(mostInWorker)}: search, lines and saving reach all of it. Folding, paths, patterns and filters do not, since they would need all of its text in this window.</p>}
      {whole && kind === 'json' && onFilter === undefined && <p className="answer-note form-note">Filters and tests take answers of up to {size(judgedBytes)}.</p>}
    </div>
  );
}
