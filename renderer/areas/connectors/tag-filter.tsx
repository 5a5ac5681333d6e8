import { HTMLSelect } from '@blueprintjs/core';
import { useListView } from '../../components/resource/use-list-view.ts';

const field = 'tags';

/** One tag of those that rows have: a condition of the list like any other, which compares it with its quotes as JSON has it. */
export function TagFilter({ group, tags }: { readonly group: string; readonly tags: readonly string[] }) {
  const [view, setView] = useListView(group);
  const mine = view.conditions.find((condition) => condition.field === field && condition.operator === 'contains');
  const choose = (value: string) => {
    const others = view.conditions.filter((condition) => condition !== mine);
    setView({ ...view, conditions: value === '' ? others : [...others, { field, operator: 'contains', value }] });
  };
  return (
    <HTMLSelect className="value-filter" aria-label="Tag" value={mine?.value ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">All tags</option>
      {tags.map((tag) => <option key={tag} value={JSON.stringify(tag)}>{tag}</option>)}
    </HTMLSelect>
  );
}
