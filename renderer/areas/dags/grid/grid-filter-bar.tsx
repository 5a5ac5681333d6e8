import { Button, HTMLSelect, InputGroup, Switch } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { useRef, type ReactNode } from 'react';
import { runTypes } from '../../../../shared/contract/dag-desk.ts';
import { runStates } from '../../../../shared/contract/dags.ts';
import { useCommand } from '../../../state/commands.ts';
import { filterNames, isNarrowed, type GridFilter } from './grid-filter.ts';

interface GridFilterBarProps {
  readonly filter: GridFilter;
  readonly onFilter: (values: Readonly<Record<string, string | null>>) => void;
  readonly children?: ReactNode;
}

/** What a grid is narrowed to: each choice can be asked for or left out. */
export function GridFilterBar({ filter, onFilter, children }: GridFilterBarProps) {
  const field = useRef<HTMLInputElement>(null);
  useCommand('list.filter', () => field.current?.focus());
  return (
    <div className="grid-filter" role="search" aria-label="Filter the grid">
      <InputGroup
        inputRef={field} type="search" size="small" leftIcon={<Search size={14} />} className="filter-text" placeholder="Filter tasks" aria-label="Filter tasks"
        title="Words of task ids; a word after - must not be there" value={filter.text} onValueChange={(tasks) => onFilter({ tasks })}
      />
      <Choice label="Run type" any="Any type" values={runTypes} value={filter.type} onChange={(run_type) => onFilter({ run_type })} />
      <Choice label="Run state" any="Any state" values={runStates} value={filter.state} onChange={(run_state) => onFilter({ run_state })} />
      <label htmlFor="grid-from">From</label>
      <InputGroup id="grid-from" type="date" size="small" title="Runs from this day on" value={filter.from} onValueChange={(from) => onFilter({ from })} />
      <label htmlFor="grid-to">To</label>
      <InputGroup id="grid-to" type="date" size="small" title="Runs until this day" value={filter.to} onValueChange={(to) => onFilter({ to })} />
      <Switch label="Only failed" checked={filter.onlyFailed} onChange={({ currentTarget }) => onFilter({ only: currentTarget.checked ? 'failed' : null })} />
      {isNarrowed(filter) && <Button size="small" variant="minimal" icon={<Cross size={14} />} text="Clear the filter" onClick={() => onFilter(Object.fromEntries(filterNames.map((name) => [name, null])))} />}
      <span className="filter-space" />
      {children}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, any, values, value, onChange }: ChoiceProps) => (
  <HTMLSelect aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
    <option value="">{any}</option>
    {values.map((one) => <option key={one} value={one}>{one}</option>)}
    {values.map((one) => <option key={one} value={`!${one}`}>not {one}</option>)}
  </HTMLSelect>
);
