import { FormGroup, InputGroup, Switch } from '@blueprintjs/core';
import { FieldOf, type FormFields } from '../../../components/resource/resource-form.tsx';
import { FormField } from '../../../components/resource/form-field.tsx';
import { textOf } from '../../../state/list-order.ts';
import { ScheduleField } from '../../dags/definition/schedule-field.tsx';
import { ImageField } from './image-field.tsx';
import '../../dags/definition/definition.css';

type Config = Readonly<Record<string, unknown>>;
const configOf = (value: unknown): Config | null => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : null);
const own = new Set(['schedule', 'timezone', 'data']);
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a recipe is asked for; its graph is drawn on the canvas. */
export const RecipeFields: FormFields = ({ form, group }) => {
  const field = (name: string) => form.fields.includes(name) && <FieldOf form={form} group={group} name={name} />;
  return (
    <div className="form-fields">
      {field('name')}
      {field('description')}
      {field('workflow_type')}
      {field('environment_id')}
      <FormGroup label="Image" labelFor="field-recipe_image" intent={form.problems['recipe_image'] ? 'danger' : 'none'} helperText={form.problems['recipe_image'] ? <span className="form-problem" role="alert">{form.problems['recipe_image']}</span> : 'It is drawn smaller, and shown in the gallery.'}>
        <ImageField id="field-recipe_image" described={undefined} value={textOf(form.values['recipe_image'])} onChange={(image) => form.setValue('recipe_image', image)} />
      </FormGroup>
      <ScheduleFields config={configOf(form.values['dag_config'])} problem={form.problems['dag_config']} onChange={(config) => form.setValue('dag_config', config)} />
      {field('pass_phrase')}
      {field('default_args')}
      {field('flowpath')}
    </div>
  );
};

interface ScheduleFieldsProps {
  readonly config: Config | null;
  readonly problem: string | undefined;
  readonly onChange: (config: Config | null) => void;
}

/** Whether a recipe runs by itself: as a DAG with a schedule, and with what it is given then. */
function ScheduleFields({ config, problem, onChange }: ScheduleFieldsProps) {
  const put = (changes: Config) => onChange({ ...config, ...changes });
  const rest = config && Object.fromEntries(Object.entries(config).filter(([name]) => !own.has(name)));
  return (
    <div className="recipe-schedule">
      <Switch checked={config !== null} label="Runs by itself, as a DAG" onChange={({ currentTarget }) => onChange(currentTarget.checked ? { schedule: '@daily', timezone: here() } : null)} />
      {config && (
        <>
          <ScheduleField schedule={config['schedule']} zone={config['timezone']} fault={problem} disabled={false} onChange={(schedule) => put({ schedule })} />
          <FormGroup label="Time zone" labelFor="field-timezone" helperText="An IANA name, such as Europe/Rome. Without one, UTC.">
            <InputGroup id="field-timezone" value={textOf(config['timezone'])} onValueChange={(timezone) => put({ timezone })} />
          </FormGroup>
          <FormField name="dag_config.data" meta={{ label: 'What each run is given', widget: 'json', help: 'The data of the start node. Without it, the default arguments.' }} value={config['data']} text={undefined} problem={undefined} required={false} onChange={(data) => put({ data })} onText={() => undefined} />
          {rest && Object.keys(rest).length > 0 && <p className="form-note">Kept as it is: {Object.keys(rest).join(', ')}. The JSON tab shows it.</p>}
        </>
      )}
    </div>
  );
}
