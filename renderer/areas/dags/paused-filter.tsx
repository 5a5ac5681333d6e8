import { SegmentedControl } from '@blueprintjs/core';
import { useListView } from '../../components/resource/use-list-view.ts';
import { pausedWord } from '../../../shared/rules/dag-columns.ts';

const field = 'is_paused';

/** All DAGs, those whose schedule is followed, or those that are paused: a condition of the list like any other. */
export function PausedFilter() {
  const [view, setView] = useListView('dags');
  const mine = view.conditions.find((condition) => condition.field === field && condition.operator === 'is');
  const choose = (value: string) => {
    const others = view.conditions.filter((condition) => condition !== mine);
    setView({ ...view, conditions: value === '' ? others : [...others, { field, operator: 'is', value }] });
  };
  return (
    <SegmentedControl
      size="small" aria-label="State" value={mine?.value ?? ''} onValueChange={choose}
      options={[{ label: 'All', value: '' }, { label: 'Active', value: pausedWord(false) }, { label: 'Paused', value: pausedWord(true) }]}
    />
  );
}
