import { HTMLSelect } from '@blueprintjs/core';
import { useListView } from './use-list-view.ts';

interface ValueFilterProps {
  readonly group: string;
  readonly field: string;
  /** What is chosen: "Method". */
  readonly label: string;
  /** What no choice means: "All methods". */
  readonly all: string;
  readonly options: readonly (string | { readonly value: string; readonly label: string })[];
}

/** One value of a field, of those that a list is often looked at by: a condition of the list like any other. */
export function ValueFilter({ group, field, label, all, options }: ValueFilterProps) {
  const [view, setView] = useListView(group);
  const mine = view.conditions.find((condition) => condition.field === field && condition.operator === 'is');
  const choose = (value: string) => {
    const others = view.conditions.filter((condition) => condition !== mine);
    setView({ ...view, conditions: value === '' ? others : [...others, { field, operator: 'is', value }] });
  };
  return <HTMLSelect className="value-filter" aria-label={label} value={mine?.value ?? ''} options={[{ value: '', label: all }, ...options]} onChange={(event) => choose(event.currentTarget.value)} />;
}
