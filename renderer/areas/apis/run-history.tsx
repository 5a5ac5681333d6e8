import { Button, InputGroup, Menu, MenuDivider, MenuItem, PopoverNext, SegmentedControl } from '@blueprintjs/core';
import { Comparison, More, Search } from '@blueprintjs/icons';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { EndpointTest } from '../../../shared/contract/endpoint-tests.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { duration } from '../../components/measures.ts';
import { AsOf } from '../../components/resource/as-of.tsx';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { historyOf, judge, readExecution, replay, testsOf, useExecutions } from '../../state/executions.ts';
import { refresh, useList } from '../../state/lists.ts';
import { newestElsewhere, runRef, useOtherEnvironments, type Environment } from '../../state/runs-elsewhere.ts';
import { notify } from '../../state/toasts.ts';
import type { Result } from './answer-run.ts';
import { isObject } from './request.ts';
import { StatusTag } from './status-tag.tsx';

interface RunHistoryProps {
  readonly endpoint_id: string;
  /** As it is saved, and the name of its API: by these it is found again in other environments. */
  readonly endpoint: Row;
  readonly apiName: string;
  /** The run that is shown. */
  readonly current: string | undefined;
  /** The tests as they are edited. */
  readonly tests: readonly EndpointTest[];
  readonly canSend: boolean;
  readonly onPut: (changes: Readonly<Record<string, string | null>>) => void;
  readonly onRestore: (record: Readonly<Record<string, unknown>>) => void;
}

/** Typing waits this long before the platform is asked, in milliseconds. */
const typingPause = 200;

/** Earlier runs of the endpoint, newest first: the platform keeps 100 of each [K-016], and 50 tests [K-017]. */
export function RunHistory(props: RunHistoryProps) {
  const { endpoint_id, endpoint, apiName, current, onPut } = props;
  const [kind, setKind] = useState('runs');
  const [text, setText] = useState('');
  const wanted = useLate(text.trim());
  const source = useMemo(() => {
    const { input, ...rest } = kind === 'runs' ? historyOf(endpoint_id) : testsOf(endpoint_id);
    return { ...rest, input: wanted === '' ? input! : { ...input, search: wanted } };
  }, [kind, endpoint_id, wanted]);
  const { data, meta, loading, error } = useList(source);
  const list = useRef<HTMLUListElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('.run-open') ?? [])];
    const at = lines.indexOf(document.activeElement as HTMLElement);
    lines[Math.max(0, Math.min(lines.length - 1, at + step))]?.focus();
    event.preventDefault();
  };
  return (
    <div className="run-history" onKeyDown={press} role="presentation">
      <div className="answer-bar" role="search">
        <InputGroup size="small" type="search" leftIcon={<Search size={14} />} className="answer-search" placeholder="Filter: address, status, text sent or received" aria-label="Filter runs" value={text} onValueChange={setText} />
        <SegmentedControl size="small" aria-label="What is listed" value={kind} onValueChange={setKind} options={[{ value: 'runs', label: 'Runs' }, { value: 'tests', label: 'Tests' }]} />
        <AsOf meta={meta} />
        {current !== undefined && <Elsewhere endpoint={endpoint} apiName={apiName} onPut={onPut} />}
      </div>
      {error && <Failure failure={error} onRetry={() => refresh(source)} />}
      {!meta && !error && loading && <Skeleton label="Loading earlier runs" />}
      {meta && data.length === 0 && (wanted === '' ? <p className="answer-note form-note">{kind === 'runs' ? 'This endpoint has not been run yet.' : 'This endpoint has not been sent as a test yet.'}</p>
        : <EmptyState title="No run has this" text="The filter looks at addresses, status, errors, and what was sent and received." />)}
      <ul ref={list} className="runs" aria-label="Earlier runs" aria-busy={loading}>
        {data.map((row) => <RunLine key={row.id} {...props} id={row.id} run={row as Result} />)}
      </ul>
    </div>
  );
}

/** Compares what is shown with the newest run of the same request in another environment. */
function Elsewhere({ endpoint, apiName, onPut }: Pick<RunHistoryProps, 'endpoint' | 'apiName' | 'onPut'>) {
  const environments = useOtherEnvironments();
  const [looking, setLooking] = useState(false);
  if (environments.length === 0) return null;
  const compare = async (environment: Environment) => {
    setLooking(true);
    const found = await newestElsewhere(endpoint, apiName, environment);
    setLooking(false);
    if ('id' in found) onPut({ against: runRef(found.id, environment.id) });
    else notify(found.why, { intent: 'warning' });
  };
  return (
    <PopoverNext arrow={false} placement="bottom-end" content={<Menu>{environments.map((one) => <MenuItem key={one.id} text={one.name} onClick={() => void compare(one)} />)}</Menu>}>
      <Button size="small" variant="minimal" loading={looking} icon={<Comparison size={14} />} text="Other environment" title="Compare what is shown with the newest run of the same request in another environment" />
    </PopoverNext>
  );
}

function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}

/** What tells runs of one endpoint apart: the address without its server. */
const placeIn = (url: string) => (URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url);

function RunLine({ id, run, endpoint_id, current, tests, canSend, onPut, onRestore }: RunHistoryProps & { readonly id: string; readonly run: Result }) {
  const { status = 0, statusText = '', timestamp, duration: took = 0, executedURL = '' } = run;
  const shown = id === current;
  const open = () => onPut({ run: id });
  const restore = async () => {
    await readExecution(id);
    const read = useExecutions.get().past[id];
    const record = read?.ok ? read.data['request'] : undefined;
    if (isObject(record)) onRestore(record);
    else notify(read?.ok === false ? read.error.message : 'The request of this run was not kept.', { intent: 'warning' });
  };
  const sendAgain = () => {
    onPut({ run: null });
    void replay(endpoint_id, { execution_id: id }, { executedURL, endpoint_id });
  };
  const test = () => {
    open();
    onPut({ view: 'tests' });
    void judge(id, tests);
  };
  const name = `run with status ${status}`;
  return (
    <li aria-current={shown ? 'true' : undefined}>
      <button type="button" className="run-open" aria-current={shown} onClick={open}>
        <StatusTag status={status} text={statusText} />
        <span className="tr-clip tr-mono" title={executedURL}>{placeIn(executedURL)}</span>
        <span className="tr-number">{duration(took)}</span>
        {timestamp !== undefined && <TimeAgo at={timestamp} />}
      </button>
      <PopoverNext
        arrow={false} placement="bottom-end"
        content={(
          <Menu>
            <MenuItem text="Open" onClick={open} />
            <MenuItem text="Compare with the one that is shown" disabled={shown || current === undefined} onClick={() => onPut({ against: id })} />
            <MenuDivider />
            <MenuItem text="Restore its request into the editor" onClick={() => void restore()} />
            <MenuItem text="Send its request again" disabled={!canSend} onClick={sendAgain} />
            <MenuItem text="Test its answer again" disabled={tests.length === 0} onClick={test} />
          </Menu>
        )}
      >
        <Button size="small" variant="minimal" icon={<More size={14} />} aria-label={`Actions of the ${name}`} title="Actions" />
      </PopoverNext>
    </li>
  );
}
