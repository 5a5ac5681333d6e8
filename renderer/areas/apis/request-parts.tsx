import { FormGroup } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { AuthField } from '../../components/resource/auth-field.tsx';
import { authLabel } from '../../components/resource/auth-kinds.ts';
import { FormField } from '../../components/resource/form-field.tsx';
import { PairsField, type Pairs } from '../../components/resource/pairs-field.tsx';
import type { Form } from '../../components/resource/use-form.ts';
import { fieldMeta, kindOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { BodyField } from './body-field.tsx';
import { ParameterList } from './parameter-list.tsx';
import { parametersIn, pathParameters } from './request.ts';

interface Part {
  readonly id: string;
  readonly title: string;
  /** How many of it will be sent. */
  readonly count: number;
  readonly panel: ReactNode;
}

interface RequestPartsProps {
  readonly form: Form;
  readonly row: Row;
  readonly api: Row | undefined;
}

const noPairs: Pairs = {};
const pairsOf = (value: unknown): Pairs => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Pairs) : noPairs);
const inheritedLabel = (api: Row | undefined) => {
  const type = (api?.['auth'] as { type?: unknown } | null | undefined)?.type;
  return typeof type === 'string' ? `Inherit from the API (${authLabel(type)})` : 'Inherit from the API';
};

/** What a request is made of, as the tabs of its editor. */
export function requestParts({ form, row, api }: RequestPartsProps): Part[] {
  const { values, setValue } = form;
  const parameters = values['parameters'];
  const change = (next: unknown[]) => setValue('parameters', next);
  const [path, query, header, cookie] = [pathParameters(values), parametersIn(parameters, 'query'), parametersIn(parameters, 'header'), parametersIn(parameters, 'cookie')];
  const headers = pairsOf(values['headers']);
  const given = [...path, ...query].filter(({ value }) => value !== undefined && value !== null).length;
  const body = textOf(pairsOf(values['body'])['type']);
  const description = textOf(row['description']);
  return [
    {
      id: 'parameters', title: 'Parameters', count: given,
      panel: (
        <>
          {description !== '' && <p className="request-description tr-muted">{description}</p>}
          {path.length > 0 && <ParameterList title="Path variables" parameters={path} all={parameters} onChange={change} />}
          <ParameterList title="Query" parameters={query} all={parameters} place="query" onChange={change} />
        </>
      ),
    },
    {
      id: 'headers', title: 'Headers', count: Object.keys(headers).length + [...header, ...cookie].filter(({ value }) => value !== undefined && value !== null).length,
      panel: (
        <>
          {header.length > 0 && <ParameterList title="Headers of the document" parameters={header} all={parameters} onChange={change} />}
          {cookie.length > 0 && <ParameterList title="Cookies" parameters={cookie} all={parameters} onChange={change} />}
          <h2 className="request-heading">{header.length > 0 ? 'More headers' : 'Headers'}</h2>
          <PairsField one="header" value={headers} onChange={(next) => setValue('headers', next)} />
        </>
      ),
    },
    { id: 'body', title: 'Body', count: body === '' || body === 'none' ? 0 : 1, panel: <BodyField value={values['body']} onChange={(next) => setValue('body', next)} /> },
    {
      id: 'auth', title: 'Authentication', count: 0,
      panel: (
        <FormGroup label="Authentication" labelFor="request-auth" helperText="What is chosen here takes the place of the API’s.">
          <AuthField key={row.id} id="request-auth" value={values['auth']} inherited={inheritedLabel(api)} onChange={(next) => setValue('auth', next)} />
        </FormGroup>
      ),
    },
    { id: 'settings', title: 'Settings', count: 0, panel: <Settings form={form} /> },
  ];
}

function Settings({ form }: { readonly form: Form }) {
  const entity = kindOf('composerEndpoints');
  return (
    <>
      {['name', 'timeout_ms', 'enabled'].map((name) => (
        <FormField
          key={name} name={name} meta={fieldMeta(entity, name)} value={form.values[name]} text={form.texts[name]} problem={form.problems[name]} required={false}
          onChange={(value) => form.setValue(name, value)} onText={(text) => form.setText(name, text)}
        />
      ))}
    </>
  );
}
