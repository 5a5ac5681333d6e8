import { Button, Checkbox, FileInput, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Cross } from '@blueprintjs/icons';
import { useMemo, type KeyboardEvent } from 'react';
import { toErrorValue } from '../../../shared/errors.ts';
import { readDataRows, type DataRow } from '../../../shared/rules/data-rows.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useList } from '../../state/lists.ts';
import { chooseForSuite, type SuiteInput } from '../../state/suites.ts';
import { readDocumentFile } from './document-file.ts';

/** How a suite is run, as it is typed. */
export interface Options {
  readonly source: 'send' | 'kept';
  readonly iterations: string;
  readonly delay: string;
  readonly stop: boolean;
  readonly file: string;
  readonly data: readonly DataRow[];
  /** Why the file cannot be used. */
  readonly problem: string;
}

export const initialOptions: Options = { source: 'send', iterations: '', delay: '', stop: false, file: '', data: [], problem: '' };

const wholeNumber = /^\d*$/;

/** What is sent, or why it cannot be. */
export function inputOf({ source, iterations, delay, stop, data, problem }: Options): SuiteInput | { readonly problem: string } {
  if (problem !== '') return { problem: 'Choose another data file, or none.' };
  if (!wholeNumber.test(iterations) || iterations === '0' || Number(iterations) > 1000) return { problem: 'Iterations are a number from 1 to 1000.' };
  if (!wholeNumber.test(delay) || Number(delay) > 60_000) return { problem: 'The delay is a number of milliseconds, up to 60000.' };
  return {
    source, ...(data.length > 0 ? { data: [...data] } : {}), ...(iterations === '' ? {} : { iterations: Number(iterations) }),
    ...(delay === '' ? {} : { delay_ms: Number(delay) }), ...(stop ? { stop_on_failure: true } : {}),
  };
}

interface SuiteOptionsProps {
  readonly api_id: string;
  readonly chosen: readonly string[];
  readonly value: Options;
  readonly onChange: (options: Options) => void;
}

export function SuiteOptions({ api_id, chosen, value, onChange }: SuiteOptionsProps) {
  const put = (changed: Partial<Options>) => onChange({ ...value, ...changed });
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = await readDocumentFile(file);
    if (!read.ok) return put({ file: file.name, data: [], problem: read.error.message });
    try {
      put({ file: file.name, data: readDataRows(read.data.text), problem: '' });
    } catch (thrown) {
      put({ file: file.name, data: [], problem: toErrorValue(thrown).message });
    }
  };
  const names = [...new Set(value.data.slice(0, 100).flatMap((row) => Object.keys(row)))];
  return (
    <>
      <div className="suite-options">
        <FormGroup label="Answers" labelFor="suite-source">
          <HTMLSelect id="suite-source" value={value.source} onChange={({ currentTarget }) => put({ source: currentTarget.value === 'kept' ? 'kept' : 'send' })}>
            <option value="send">Send each request</option>
            <option value="kept">Look at the last kept answers</option>
          </HTMLSelect>
        </FormGroup>
        <FormGroup label="Data file" labelFor="suite-data">
          <div className="suite-file">
            <FileInput text={value.file || 'CSV or JSON…'} hasSelection={value.file !== ''} inputProps={{ 'id': 'suite-data', 'accept': '.csv,.json,text/csv,application/json', 'aria-describedby': 'suite-data-note' }} onInputChange={(event) => void take((event.currentTarget as HTMLInputElement).files?.[0])} />
            {value.file !== '' && <Button variant="minimal" size="small" icon={<Cross size={14} />} aria-label="Use no data" onClick={() => put({ file: '', data: [], problem: '' })} />}
          </div>
        </FormGroup>
        <FormGroup label="Iterations" labelFor="suite-iterations">
          <InputGroup id="suite-iterations" className="suite-number" inputMode="numeric" placeholder={String(Math.max(1, value.data.length))} value={value.iterations} onValueChange={(iterations) => put({ iterations })} />
        </FormGroup>
        <FormGroup label="Delay between (ms)" labelFor="suite-delay">
          <InputGroup id="suite-delay" className="suite-number" inputMode="numeric" placeholder="0" value={value.delay} onValueChange={(delay) => put({ delay })} />
        </FormGroup>
        <Checkbox className="suite-stop" label="Stop at the first failure" checked={value.stop} onChange={({ currentTarget }) => put({ stop: currentTarget.checked })} />
      </div>
      <p id="suite-data-note" role={value.problem ? 'alert' : undefined} className={value.problem ? 'form-note tr-danger' : 'form-note'}>
        {value.problem || (value.data.length > 0 ? `${value.data.length.toLocaleString()} rows, one an iteration: ${names.map((name) => `{{${name}}}`).join(', ')}` : 'A row of data gives values for {{name}} in the requests of one iteration.')}
      </p>
      {chosen.length > 0 ? <Chosen api_id={api_id} chosen={chosen} /> : <p className="form-note">All enabled endpoints of the API are run, in the order of their paths. Select some under Endpoints to run only those, in an order of your own.</p>}
    </>
  );
}

/** Beyond these, their order is not changed by hand. */
const mostListed = 200;

function Chosen({ api_id, chosen }: Pick<SuiteOptionsProps, 'api_id' | 'chosen'>) {
  const source = useMemo(() => ({ group: 'composerEndpoints', input: { api_id } }), [api_id]);
  const { data } = useList(source);
  const rows = useMemo(() => new Map(data.map((row) => [row.id, row])), [data]);
  const move = (at: number, by: number) => {
    const to = at + by;
    if (to < 0 || to >= chosen.length) return;
    const next = [...chosen];
    next.splice(to, 0, ...next.splice(at, 1));
    chooseForSuite(api_id, next);
  };
  const press = (event: KeyboardEvent, at: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(at, by);
    // The line moves with its focus, as it is the same element at another place.
  };
  return (
    <div className="suite-chosen">
      <div className="panel-bar">
        <strong>{chosen.length === 1 ? '1 endpoint' : `${chosen.length.toLocaleString()} endpoints`}, in this order</strong>
        <span className="form-note">Alt+Up and Alt+Down move one</span>
        <span className="filter-space" />
        <Button size="small" variant="minimal" text="Run all instead" onClick={() => chooseForSuite(api_id, [])} />
      </div>
      <ol aria-label="Endpoints to run">
        {chosen.slice(0, mostListed).map((id, at) => {
          const row = rows.get(id);
          const title = row ? titleOf(row) : id;
          return (
            // The buttons of a line have its keys.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li key={id} onKeyDown={(event) => press(event, at)}>
              <span className="suite-place tr-number">{at + 1}</span>
              <span className="tr-clip">{title}</span>
              <Button size="small" variant="minimal" icon={<ArrowUp size={12} />} aria-label={`Move ${title} up`} aria-disabled={at === 0} onClick={() => move(at, -1)} />
              <Button size="small" variant="minimal" icon={<ArrowDown size={12} />} aria-label={`Move ${title} down`} aria-disabled={at === chosen.length - 1} onClick={() => move(at, 1)} />
              <Button size="small" variant="minimal" icon={<Cross size={12} />} aria-label={`Leave out ${title}`} onClick={() => chooseForSuite(api_id, chosen.filter((one) => one !== id))} />
            </li>
          );
        })}
      </ol>
      {chosen.length > mostListed && <p className="form-note">And {(chosen.length - mostListed).toLocaleString()} more.</p>}
    </div>
  );
}
