import { FormGroup } from '@blueprintjs/core';
import { AuthField } from '../../components/resource/auth-field.tsx';
import { FieldOf } from '../../components/resource/resource-form.tsx';
import type { Form } from '../../components/resource/use-form.ts';
import { textOf } from '../../state/list-order.ts';

/** The fields of an auth config: its kind and its credentials are asked for together, as they are of an API. */
export function AuthConfigFields({ form, group }: { readonly form: Form; readonly group: string }) {
  const { auth_type, config } = form.values;
  const problem = form.problems['config'] ?? form.problems['auth_type'];
  const take = (value: unknown) => {
    const { type, credentials } = value as { readonly type: string; readonly credentials: unknown };
    form.setValues({ auth_type: type, config: credentials });
  };
  return (
    <div className="form-fields">
      <FieldOf form={form} group={group} name="name" />
      <FormGroup
        label="Signs in with" labelFor="field-auth" intent={problem ? 'danger' : 'none'}
        helperText={<>{problem && <span className="form-problem" role="alert">{problem}</span>}<span id="field-auth-help">Credentials are stored encrypted. They are shown again only by “Reveal”, which is logged.</span></>}
      >
        <AuthField id="field-auth" described="field-auth-help" under="config" value={{ type: textOf(auth_type) || 'none', credentials: config ?? {} }} onChange={take} />
      </FormGroup>
      <FieldOf form={form} group={group} name="is_active" />
      <FieldOf form={form} group={group} name="description" />
    </div>
  );
}
