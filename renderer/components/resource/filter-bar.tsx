import { Button, FormGroup, HTMLSelect, InputGroup, PopoverNext, Tag } from '@blueprintjs/core';
import { Filter, Search } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { operators, type Condition, type ListView, type Operator } from '../../state/list-view.ts';

interface FilterBarProps {
  readonly view: ListView;
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  readonly many: string;
  readonly inputRef: React.Ref<HTMLInputElement>;
  readonly onView: (view: ListView) => void;
  /** Leaves the field for the table. */
  readonly onLeave: () => void;
  readonly children?: ReactNode;
}

/** Typing waits this long before the list and its address follow, in milliseconds. */
const typingPause = 120;

function TextFilter({ view, many, inputRef, onView, onLeave }: FilterBarProps) {
  const [text, setText] = useState(view.text);
  const sent = useRef(view.text);
  useEffect(() => {
    if (view.text === sent.current) return;
    sent.current = view.text;
    setText(view.text);
  }, [view.text]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onView({ ...view, text });
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text, view, onView]);
  return (
    <InputGroup
      inputRef={inputRef}
      className="filter-text"
      type="search"
      size="small"
      leftIcon={<Search size={14} />}
      placeholder={`Filter ${many}`}
      aria-label={`Filter ${many}`}
      value={text}
      onValueChange={setText}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.stopPropagation();
          setText('');
        } else if (event.key === 'Escape' || event.key === 'ArrowDown' || event.key === 'Enter') {
          event.preventDefault();
          event.stopPropagation();
          onLeave();
        }
      }}
    />
  );
}

function ConditionForm({ fields, onAdd }: { readonly fields: FilterBarProps['fields']; readonly onAdd: (condition: Condition) => void }) {
  const [field, setField] = useState(fields[0]?.name ?? 'id');
  const [operator, setOperator] = useState<Operator>('contains');
  const [value, setValue] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ field, operator, value });
  };
  return (
    <form className="filter-form" onSubmit={submit}>
      <FormGroup label="Field" labelFor="filter-field">
        <HTMLSelect id="filter-field" fill value={field} onChange={(event) => setField(event.currentTarget.value)} options={fields.map(({ name, label }) => ({ value: name, label }))} />
      </FormGroup>
      <FormGroup label="Condition" labelFor="filter-operator">
        <HTMLSelect id="filter-operator" fill value={operator} onChange={(event) => setOperator(event.currentTarget.value as Operator)} options={[...operators]} />
      </FormGroup>
      <FormGroup label="Value" labelFor="filter-value" helperText={operator === 'before' ? 'A number, or a date such as 2025-01-31' : undefined}>
        <InputGroup id="filter-value" value={value} onValueChange={setValue} />
      </FormGroup>
      <Button type="submit" intent="primary" text="Add filter" fill />
    </form>
  );
}

/** Text over all columns, conditions as chips, and what the list offers beside them. */
export function FilterBar(props: FilterBarProps) {
  const { view, fields, onView, children } = props;
  const [adding, setAdding] = useState(false);
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  return (
    <div className="filter-bar" role="search">
      <TextFilter {...props} />
      {view.conditions.map((condition) => {
        const words = `${labelOf(condition.field)} ${condition.operator} ${condition.value || 'empty'}`;
        return (
          <Tag
            key={words}
            minimal
            onRemove={() => onView({ ...view, conditions: view.conditions.filter((other) => other !== condition) })}
            title={`Remove the filter ${words}`}
          >
            {labelOf(condition.field)} <em>{condition.operator}</em> {condition.value || 'empty'}
          </Tag>
        );
      })}
      <PopoverNext
        isOpen={adding}
        onInteraction={setAdding}
        placement="bottom-start"
        content={<ConditionForm fields={fields} onAdd={(condition) => {
          setAdding(false);
          onView({ ...view, conditions: [...view.conditions, condition] });
        }} />}
      >
        <Button size="small" variant="minimal" icon={<Filter size={14} />} text="Add filter" />
      </PopoverNext>
      <span className="filter-space" />
      {children}
    </div>
  );
}
