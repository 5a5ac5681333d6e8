import { Button, InputGroup } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Duplicate, Plus, Trash } from '@blueprintjs/icons';
import { memo, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isObject, taskId } from './edits.ts';

interface TaskListProps {
  readonly tasks: readonly unknown[];
  readonly chosen: number;
  /** Places of the tasks with which something is wrong. */
  readonly faulty: ReadonlySet<number>;
  readonly onChoose: (at: number) => void;
  readonly onAdd: () => void;
  readonly onDuplicate: (at: number) => void;
  readonly onRemove: (at: number) => void;
  readonly onMove: (at: number, to: number) => void;
}

const operatorOf = (task: unknown) => (isObject(task) && typeof task['operator'] === 'string' ? task['operator'] : '');

/** The tasks in the order in which they are written. Arrows go, with Alt they move; Insert adds, Delete removes, Mod+D duplicates. */
export function TaskList({ tasks, chosen, faulty, onChoose, onAdd, onDuplicate, onRemove, onMove }: TaskListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const shown = tasks.flatMap((task, at) => (words === '' || `${taskId(task)} ${operatorOf(task)}`.toLowerCase().includes(words) ? [at] : []));
  const seen = useRef(chosen);
  useEffect(() => {
    if (seen.current !== chosen) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    seen.current = chosen;
  }, [chosen]);
  const has = chosen < tasks.length;
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const place = shown.indexOf(chosen);
    if (step !== undefined && event.altKey) onMove(chosen, chosen + step);
    else if (step !== undefined) onChoose(shown[Math.max(0, Math.min(shown.length - 1, place + step))] ?? chosen);
    else if (event.key === 'Home' || event.key === 'End') onChoose(shown.at(event.key === 'Home' ? 0 : -1) ?? chosen);
    else if (event.key === 'Delete' && has) onRemove(chosen);
    else if (event.key === 'Insert') onAdd();
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey) && has) onDuplicate(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="definition-list">
      <div className="definition-list-bar" role="toolbar" aria-label="Tasks of the definition">
        <Button size="small" icon={<Plus size={14} />} text="Add task" onClick={onAdd} />
        <Button size="small" variant="minimal" icon={<Duplicate size={14} />} aria-label="Duplicate the task" title="Duplicate (Ctrl+D)" disabled={!has} onClick={() => onDuplicate(chosen)} />
        <Button size="small" variant="minimal" icon={<ArrowUp size={14} />} aria-label="Move the task up" title="Move up (Alt+Up)" disabled={!has || chosen === 0} onClick={() => onMove(chosen, chosen - 1)} />
        <Button size="small" variant="minimal" icon={<ArrowDown size={14} />} aria-label="Move the task down" title="Move down (Alt+Down)" disabled={!has || chosen === tasks.length - 1} onClick={() => onMove(chosen, chosen + 1)} />
        <Button size="small" variant="minimal" icon={<Trash size={14} />} aria-label="Remove the task" title="Remove (Delete)" disabled={!has} onClick={() => onRemove(chosen)} />
      </div>
      <InputGroup size="small" type="search" aria-label="Find a task" placeholder={`Find among ${tasks.length.toLocaleString()}`} value={search} onValueChange={setSearch} />
      <div ref={list} role="listbox" tabIndex={0} aria-label="Tasks" className="definition-tasks" aria-activedescendant={shown.includes(chosen) ? `${id}-${chosen}` : undefined} onKeyDown={press}>
        {shown.map((at) => (
          <TaskOption key={at} id={`${id}-${at}`} at={at} task_id={taskId(tasks[at])} operator={operatorOf(tasks[at])} chosen={at === chosen} faulty={faulty.has(at)} onChoose={onChoose} />
        ))}
        {shown.length === 0 && <p className="form-note">{tasks.length === 0 ? 'No tasks yet.' : 'No task matches.'}</p>}
      </div>
    </div>
  );
}

interface TaskOptionProps {
  readonly id: string;
  readonly at: number;
  readonly task_id: string;
  readonly operator: string;
  readonly chosen: boolean;
  readonly faulty: boolean;
  readonly onChoose: (at: number) => void;
}

const TaskOption = memo(function TaskOption({ id, at, task_id, operator, chosen, faulty, onChoose }: TaskOptionProps) {
  return (
    // The list holds the focus and takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div id={id} role="option" tabIndex={-1} aria-selected={chosen} className="definition-task" data-faulty={faulty || undefined} onClick={() => onChoose(at)}>
      <span className="tr-mono">{task_id || `task ${at + 1}`}</span> <span className="tr-muted">{operator}{faulty && <span className="form-problem"> · problem</span>}</span>
    </div>
  );
});
