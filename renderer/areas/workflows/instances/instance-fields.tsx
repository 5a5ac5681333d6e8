import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import type { FieldMeta } from '../../../../shared/contract/fields.ts';
import { configFields, recipeConfig, type ConfigField } from '../../../../shared/rules/instance-config.ts';
import { FormField } from '../../../components/resource/form-field.tsx';
import { FieldOf, type FormFields } from '../../../components/resource/resource-form.tsx';
import { ReferenceField } from '../../../components/resource/reference-field.tsx';
import type { Form } from '../../../components/resource/use-form.ts';
import { titleOf } from '../../../state/list-entity.ts';
import { textOf } from '../../../state/list-order.ts';
import { useList } from '../../../state/lists.ts';
import { problemsOf, valuesOf, withValue } from './instance-values.ts';

const kinds = [['workflowRecipes', 'Workflow recipe'], ['flowRecipes', 'Flow recipe']] as const;
type RecipeKind = (typeof kinds)[number][0];

/** Of which kind the recipe of an instance is: the one in whose list it stands. */
export function useRecipeKind(id: string): RecipeKind | undefined {
  const workflow = useList(id === '' ? null : { group: 'workflowRecipes' });
  const flow = useList(id === '' ? null : { group: 'flowRecipes' });
  if (workflow.data.some((row) => row.id === id)) return 'workflowRecipes';
  return flow.data.some((row) => row.id === id) ? 'flowRecipes' : undefined;
}

/** What an instance is asked for: its recipe, and what that recipe asks for. */
export const InstanceFields: FormFields = ({ form, group }) => {
  const id = textOf(form.values['flow_recipe_id']);
  const known = useRecipeKind(id);
  const [chosen, choose] = useState<RecipeKind>('workflowRecipes');
  const kind = known ?? chosen;
  const source = known === undefined ? null : { group: known, method: 'get', input: { id } };
  const { data: [recipe] } = useList(source);
  const own = form.values['flow_recipe_config'];
  const fields = configFields(Array.isArray(own) && own.length > 0 ? own : recipe ? recipeConfig(recipe) : []);
  return (
    <div className="form-fields">
      <FormGroup label="Recipe" labelFor="field-flow_recipe_id" labelInfo="(required to start)" helperText={recipe ? textOf(recipe['description']) : undefined}>
        <div className="instance-recipe">
          <HTMLSelect aria-label="Kind of recipe" value={kind} options={kinds.map(([value, label]) => ({ value, label }))} onChange={({ currentTarget }) => {
            choose(currentTarget.value as RecipeKind);
            if (known !== undefined) form.setValues({ flow_recipe_id: null, flow_recipe_config: null });
          }} />
          <ReferenceField key={kind} id="field-flow_recipe_id" to={kind} value={id} onChange={(next) => form.setValues({ flow_recipe_id: next, flow_recipe_config: null })} />
        </div>
      </FormGroup>
      <FieldOf form={form} group={group} name="name" />
      <FieldOf form={form} group={group} name="description" />
      <fieldset className="instance-config">
        <legend>What its runs are given</legend>
        {id === '' ? <p className="form-note">Choose a recipe: it says what it needs.</p> : fields.length === 0 ? (
          <>
            <p className="form-note">{recipe ? `“${titleOf(recipe)}” asks for nothing.` : 'What the recipe asks for is not known.'} Values of your own can be given as JSON.</p>
            <FieldOf form={form} group={group} name="flow_instance_config" />
          </>
        ) : <ConfigFields form={form} fields={fields} />}
      </fieldset>
      {form.fields.includes('version_id') && <FieldOf form={form} group={group} name="version_id" />}
    </div>
  );
};

const widgets: Readonly<Record<ConfigField['type'], FieldMeta['widget']>> = { text: 'text', long: 'long', number: 'number', flag: 'flag', choice: 'choice', json: 'json' };

function ConfigFields({ form, fields }: { readonly form: Form; readonly fields: readonly ConfigField[] }) {
  const config = form.values['flow_instance_config'] ?? [];
  const values = valuesOf(fields, config);
  const problems = problemsOf(fields, config);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [touched, touch] = useState<ReadonlySet<string>>(new Set());
  return fields.map(({ name, label, type, required, options, help }) => (
    <FormField
      key={name} name={`config-${name}`} required={required} value={values[name]} text={texts[name]}
      meta={{ label, widget: widgets[type], ...(help === undefined ? {} : { help }), ...(options.length > 0 ? { options } : {}) }}
      problem={texts[name] === undefined ? (touched.has(name) ? problems[name] : undefined) : type === 'number' ? 'Enter a number' : 'This is not JSON yet'}
      onChange={(value) => {
        touch((now) => new Set([...now, name]));
        form.setValue('flow_instance_config', withValue(fields, config, name, value));
      }}
      onText={(text) => setTexts((now) => {
        const { [name]: _, ...others } = now;
        return text === undefined ? others : { ...others, [name]: text };
      })}
    />
  ));
}
