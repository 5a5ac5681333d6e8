import { Button, InputGroup, Spinner } from '@blueprintjs/core';
import { Cross, Filter } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { handOver } from './answer-client.ts';
import { contentOf, type AnswerSource } from './answer-port.ts';
import type { FilterRequest, Filtered } from './answer-filter-worker.ts';

interface AnswerFilterProps {
  readonly source: AnswerSource;
  /** What the expression yields, or undefined where the whole answer is shown. */
  readonly onResult: (text: string | undefined) => void;
  readonly onClose: () => void;
}

/** Evaluates an expression in a worker of its own, which `signal` ends. Undefined if it did. */
function evaluate(source: AnswerSource, expression: string, signal: AbortSignal): Promise<Filtered | undefined> {
  const worker = new Worker(new URL('./answer-filter-worker.ts', import.meta.url), { type: 'module' });
  const ended = new Promise<Filtered | undefined>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Filtered>) => resolve(data));
    worker.addEventListener('error', ({ message }) => resolve({ problem: message || 'The filter ended before it answered.' }));
    signal.addEventListener('abort', () => resolve(undefined));
  });
  const ask = (request: FilterRequest) => worker.postMessage(request);
  const told = async (): Promise<Filtered | undefined> => {
    if (await handOver(contentOf(source, () => undefined), 'json', (piece) => ask({ piece }), () => signal.aborted)) ask({ expression });
    return ended;
  };
  return told().catch((thrown: unknown): Filtered => ({ problem: thrown instanceof Error ? thrown.message : String(thrown) })).finally(() => worker.terminate());
}

/** A JSONata expression whose value is shown in the place of the answer. */
export function AnswerFilter({ source, onResult, onClose }: AnswerFilterProps) {
  const [expression, setExpression] = useState('');
  const [problem, setProblem] = useState('');
  const [running, setRunning] = useState<AbortController>();
  const input = useRef<HTMLInputElement>(null);
  const last = useRef<AbortController>(undefined);
  useEffect(() => {
    input.current?.focus();
    return () => last.current?.abort();
  }, []);
  const run = async () => {
    last.current?.abort();
    setProblem('');
    if (expression.trim() === '') return onResult(undefined);
    const controller = new AbortController();
    last.current = controller;
    setRunning(controller);
    const reply = await evaluate(source, expression, controller.signal);
    if (last.current !== controller) return;
    setRunning(undefined);
    if (!reply) return;
    if ('problem' in reply) setProblem(reply.problem);
    else onResult(reply.text);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) void run();
    else if (event.key === 'Escape' && running) running.abort();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="answer-bar answer-filter" role="search" aria-label="Filter">
      <InputGroup
        inputRef={input} fill size="small" leftIcon={<Filter size={14} />} className="answer-expression" placeholder="JSONata, such as items[price > 10].name" aria-label="Filter by JSONata" aria-invalid={problem !== ''}
        spellCheck={false} value={expression} onValueChange={setExpression} onKeyDown={press} rightElement={running && <Spinner size={14} />}
      />
      {running ? <Button size="small" text="Cancel" title="Cancel (Escape)" onClick={() => running.abort()} /> : <Button size="small" text="Filter" title="Filter (Enter)" onClick={() => void run()} />}
      <Button size="small" variant="minimal" icon={<Cross size={14} />} aria-label="Show the whole answer" title="Show the whole answer (Escape)" onClick={onClose} />
      {problem !== '' && <span role="alert" className="answer-problem">{problem}</span>}
    </div>
  );
}
