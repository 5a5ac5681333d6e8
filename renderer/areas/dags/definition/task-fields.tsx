import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useId, useMemo, useState } from 'react';
import { groupsOf, isObject, taskId, tasksOf, type Path, type Values } from './edits.ts';
import { faultAt, pathText } from './faults.ts';
import { Fields, type FormContext } from './field-list.tsx';
import { Part } from './part.tsx';
import { mentionsOf, renameTask, type Mention } from './rename.ts';
import { mappingOfTask, operators, orderOfTask, slotsOfTask, triesOfTask, type Field } from './fields.ts';

interface TaskFieldsProps {
  readonly at: number;
  readonly context: FormContext;
  readonly onEdit: (change: (definition: Values) => Values, place: string) => void;
}

const noFields: readonly Field[] = [];

/** All that is said of one task: what it does by its operator, when it may, how often it tries, and how much of it at a time. */
export function TaskFields({ at, context, onEdit }: TaskFieldsProps) {
  const id = useId();
  const { definition, faults } = context;
  const path = useMemo<Path>(() => ['tasks', at], [at]);
  const tasks = tasksOf(definition);
  const task = tasks[at];
  const own = taskId(task);
  const known = [...new Set([...tasks.map(taskId), ...groupsOf(definition)])].filter((name) => name !== '' && name !== own);
  // Where the task is named as its renaming begins, so that an id which another has for a moment takes nothing from that one.
  const [renaming, setRenaming] = useState<{ readonly from: string; readonly mentions: readonly Mention[] }>({ from: own, mentions: [] });
  if (!isObject(task)) return <p className="form-note">This task is no object. Mend it in the code.</p>;
  const operator = typeof task['operator'] === 'string' ? task['operator'] : '';
  const wrong = { id: faultAt(faults, [...path, 'task_id']), operator: faultAt(faults, [...path, 'operator']) };
  const fieldsOf = (...lists: readonly (readonly Field[])[]) => lists.flat().some(({ name }) => task[name] !== undefined);
  return (
    <div className="definition-task-fields" role="group" aria-label={`Task ${own || at + 1}`}>
      <div className="definition-fields">
        <FormGroup label="Task ID" labelFor={`${id}-id`} labelInfo="(required)" data-path={pathText([...path, 'task_id'])} intent={wrong.id === undefined ? 'none' : 'danger'} helperText={<>{wrong.id !== undefined && <span className="form-problem">{wrong.id} </span>}<span role="status">{own !== renaming.from && renamedWords(renaming.mentions.length)}</span></>}>
          <InputGroup
            id={`${id}-id`} spellCheck={false} aria-invalid={wrong.id !== undefined} value={own} onFocus={() => setRenaming({ from: own, mentions: mentionsOf(definition, at) })}
            onValueChange={(next) => onEdit((now) => renameTask(now, at, next, renaming.mentions), pathText([...path, 'task_id']))}
          />
        </FormGroup>
        <FormGroup label="Operator" labelFor={`${id}-operator`} data-path={pathText([...path, 'operator'])} intent={wrong.operator === undefined ? 'none' : 'danger'} helperText={wrong.operator !== undefined && <span className="form-problem">{wrong.operator}</span>}>
          <HTMLSelect id={`${id}-operator`} fill value={operator} onChange={({ currentTarget }) => onEdit((now) => withOperator(now, at, currentTarget.value), pathText([...path, 'operator']))}>
            {[...new Set([...Object.keys(operators), operator])].map((one) => <option key={one} value={one}>{one}</option>)}
          </HTMLSelect>
        </FormGroup>
        <Fields key={operator} of={operators[operator]?.fields ?? noFields} at={path} context={context} />
      </div>
      <Part title="Order" open><div className="definition-fields"><Fields of={orderOfTask} at={path} context={context} known={known} /></div></Part>
      <Part title="Retries and timeout" open={fieldsOf(triesOfTask)}><div className="definition-fields"><Fields of={triesOfTask} at={path} context={context} /></div></Part>
      <Part title="Pool and priority" open={fieldsOf(slotsOfTask)}><div className="definition-fields"><Fields of={slotsOfTask} at={path} context={context} /></div></Part>
      <Part title="Mapping" open={fieldsOf(mappingOfTask)}><div className="definition-fields"><Fields of={mappingOfTask} at={path} context={context} /></div></Part>
    </div>
  );
}

const renamedWords = (count: number) => count > 0 && `Renamed also in ${count === 1 ? 'the place that names it' : `the ${count} places that name it`}`;

const namesFor = (operator: unknown): readonly string[] => operators[String(operator)]?.fields.map(({ name }) => name) ?? [];

/** Another operator begins with its own fields; what the one before had and this one does not know goes away. */
export function withOperator(definition: Values, at: number, operator: string): Values {
  const tasks = tasksOf(definition);
  const task = tasks[at];
  if (!isObject(task)) return definition;
  const gone = new Set(namesFor(task['operator']).filter((name) => !namesFor(operator).includes(name)));
  const kept = Object.fromEntries(Object.entries(task).filter(([name]) => !gone.has(name)));
  return { ...definition, tasks: tasks.with(at, { ...operators[operator]?.begin, ...kept, operator }) };
}
