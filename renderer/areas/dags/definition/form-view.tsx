import { useEffect, useId, useMemo, useRef } from 'react';
import { useList } from '../../../state/lists.ts';
import { everyPool } from '../../../state/pools.ts';
import type { Fault } from '../use-definition.ts';
import { duplicateTask, freeId, groupsOf, insertTask, moveTask, removeTask, tasksOf, withValue, type Path, type Values } from './edits.ts';
import { faultAt, pathText } from './faults.ts';
import { Fields, type FormContext } from './field-list.tsx';
import { aboutDag, datesOfDag, defaultsOfTasks, limitsOfDag, operators, type Field } from './fields.ts';
import { ParamRows } from './param-rows.tsx';
import { Part } from './part.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { TaskFields } from './task-fields.tsx';
import { TaskList } from './task-list.tsx';
import './definition.css';

interface FormViewProps {
  /** What was readable last; it is not changed while the code is no JSON. */
  readonly definition: Values;
  readonly disabled: boolean;
  readonly faults: readonly Fault[];
  /** The place of the task that is looked at. */
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
  /** The place to go to; an object of its own for each time that one goes there. */
  readonly sought: { readonly path: Path } | null;
  /** Changes that follow one another at one place are one step of what can be undone. */
  readonly onEdit: (change: (definition: Values) => Values, place: string) => void;
}

const root: Path = [];
const defaults: Path = ['default_args'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const says = (object: unknown, fields: readonly Field[]) => typeof object === 'object' && object !== null && fields.some(({ name }) => name in object);

/** A definition as a form: the DAG, its schedule, params and limits, and its tasks one at a time. */
export function FormView({ definition, disabled, faults, chosen, onChoose, sought, onEdit }: FormViewProps) {
  const id = useId();
  const form = useRef<HTMLFieldSetElement>(null);
  const pools = useList(everyPool).data;
  const tasks = tasksOf(definition);
  const context = useMemo<FormContext>(() => ({
    definition, faults, offers: { zones: `${id}-zones`, groups: `${id}-groups`, pools: `${id}-pools`, methods: `${id}-methods` },
    onChange: (path, value) => onEdit((now) => withValue(now, path, value), pathText(path)),
  }), [definition, faults, id, onEdit]);
  useSought(form, sought);
  const faulty = useMemo(() => new Set(faults.flatMap(({ path: [head, at] }) => (head === 'tasks' && typeof at === 'number' ? [at] : []))), [faults]);
  const offered: readonly (readonly [string, readonly string[]])[] = [['zones', zones], ['groups', groupsOf(definition)], ['pools', pools.map(({ name }) => String(name))], ['methods', methods]];
  const add = () => {
    const at = Math.min(tasks.length, chosen + 1);
    onEdit((now) => insertTask(now, at, { task_id: freeId(now, 'task'), operator: 'http', ...operators['http']!.begin }), `add ${at}`);
    onChoose(at);
  };
  const schedule = (next: unknown) => onEdit((now) => withValue(now, ['schedule'], next), 'schedule');
  return (
    <fieldset ref={form} className="definition-form" disabled={disabled} aria-label="Definition as a form">
      {offered.map(([name, values]) => <datalist key={name} id={`${id}-${name}`}>{values.map((value) => <option key={value} value={value}>{value}</option>)}</datalist>)}
      <section className="definition-fields" aria-label="The DAG"><Fields of={aboutDag} at={root} context={context} /></section>
      <section className="definition-when" aria-label="When it runs">
        <ScheduleField schedule={definition['schedule']} zone={definition['timezone']} fault={faultAt(faults, ['schedule'])} disabled={disabled} onChange={schedule} />
        <div className="definition-fields"><Fields of={datesOfDag} at={root} context={context} /></div>
      </section>
      <Part title="Limits" open={says(definition, limitsOfDag)}><div className="definition-fields"><Fields of={limitsOfDag} at={root} context={context} /></div></Part>
      <Part title="Defaults of its tasks" open={says(definition['default_args'], defaultsOfTasks)}><div className="definition-fields"><Fields of={defaultsOfTasks} at={defaults} context={context} /></div></Part>
      <Part title="Params" open={definition['params'] !== undefined}><ParamRows context={context} /></Part>
      <section className="definition-work" aria-label="Tasks and their fields" data-path="tasks">
        <TaskList
          tasks={tasks} chosen={chosen} faulty={faulty} onChoose={onChoose} onAdd={add}
          onDuplicate={(at) => {
            onEdit((now) => duplicateTask(now, at), `duplicate ${at}`);
            onChoose(at + 1);
          }}
          onRemove={(at) => {
            onEdit((now) => removeTask(now, at), `remove ${at}`);
            onChoose(Math.max(0, Math.min(at, tasks.length - 2)));
          }}
          onMove={(at, to) => {
            if (to < 0 || to >= tasks.length) return;
            onEdit((now) => moveTask(now, at, to), 'move');
            onChoose(to);
          }}
        />
        {chosen < tasks.length && <TaskFields key={chosen} at={chosen} context={context} onEdit={onEdit} />}
      </section>
    </fieldset>
  );
}

/** Puts the focus where something is sought: into the field at that place, or the one around it. */
function useSought(form: React.RefObject<HTMLElement | null>, sought: FormViewProps['sought']): void {
  useEffect(() => {
    if (!sought || !form.current) return;
    const wanted = pathText(sought.path);
    const around = [...form.current.querySelectorAll<HTMLElement>('[data-path]')].filter(({ dataset: { path = '' } }) => wanted === path || (wanted.startsWith(path) && /[.[]/.test(wanted[path.length] ?? '')));
    const nearest = around.toSorted((a, b) => a.dataset['path']!.length - b.dataset['path']!.length).at(-1);
    const part = nearest?.closest('details');
    if (part) part.open = true;
    nearest?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [form, sought]);
}
