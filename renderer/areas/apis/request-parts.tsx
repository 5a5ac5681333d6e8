import { FormGroup } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { Assertion } from '../../../shared/contract/endpoint-tests.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { AuthField } from '../../components/resource/auth-field.tsx';
import { authLabel } from '../../components/resource/auth-kinds.ts';
import { FormField } from '../../components/resource/form-field.tsx';
import { PairsField, type Pairs } from '../../components/resource/pairs-field.tsx';
import { SecretsUnder } from '../../components/resource/secret-place.tsx';
import type { Form } from '../../components/resource/use-form.ts';
import { fieldMeta, kindOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { BodyField } from './body-field.tsx';
import { ParameterList } from './parameter-list.tsx';
import { bodySchema, RequestDocs } from './request-docs.tsx';
import { RequestTests } from './request-tests.tsx';
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
  /** Names that can be written as `{{name}}`. */
  readonly variables: readonly string[];
  /** What the tests say of the answer that is shown. */
  readonly assertions: readonly Assertion[];
  readonly onTest: () => void;
  /** Why nothing can be sent now. */
  readonly toSend: string | undefined;
}

const noPairs: Pairs = {};
const pairsOf = (value: unknown): Pairs => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Pairs) : noPairs);
const inheritedLabel = (api: Row | undefined) => {
  const type = (api?.['auth'] as { type?: unknown } | null | undefined)?.type;
  return typeof type === 'string' ? `Inherit from the API (${authLabel(type)})` : 'Inherit from the API';
};

const commonHeaders = ['Accept', 'Accept-Encoding', 'Accept-Language', 'Cache-Control', 'Content-Type', 'Cookie', 'If-Match', 'If-None-Match', 'Origin', 'Prefer', 'Range', 'Referer', 'User-Agent', 'X-Request-ID'];

/** What a request is made of, as the tabs of its editor. */
export function requestParts({ form, row, api, variables, assertions, onTest, toSend }: RequestPartsProps): Part[] {
  const { values, setValue } = form;
  const parameters = values['parameters'];
  const change = (next: unknown[]) => setValue('parameters', next);
  const [path, query, header, cookie] = [pathParameters(values), parametersIn(parameters, 'query'), parametersIn(parameters, 'header'), parametersIn(parameters, 'cookie')];
  const headers = pairsOf(values['headers']);
  const body = textOf(pairsOf(values['body'])['type']);
  const tests = values['tests'];
  return [
    {
      id: 'parameters', title: 'Params', count: [...path, ...query, ...header, ...cookie].filter(({ value }) => value !== undefined && value !== null).length,
      panel: (
        <>
          {path.length > 0 && <ParameterList title="Path variables" parameters={path} all={parameters} onChange={change} />}
          <ParameterList title="Query" parameters={query} all={parameters} place="query" onChange={change} />
          {header.length > 0 && <ParameterList title="Headers of the document" parameters={header} all={parameters} onChange={change} />}
          <ParameterList title="Cookies" parameters={cookie} all={parameters} place="cookie" onChange={change} />
        </>
      ),
    },
    { id: 'headers', title: 'Headers', count: Object.keys(headers).length, panel: <SecretsUnder name="headers"><PairsField one="header" secret="chosen" names={commonHeaders} value={headers} onChange={(next) => setValue('headers', next)} /></SecretsUnder> },
    {
      id: 'auth', title: 'Auth', count: values['auth'] ? 1 : 0,
      panel: (
        <FormGroup label="Authentication" labelFor="request-auth" helperText="What is chosen here takes the place of the API’s.">
          <SecretsUnder name="auth"><AuthField key={row.id} id="request-auth" value={values['auth']} kept inherited={inheritedLabel(api)} onChange={(next) => setValue('auth', next)} /></SecretsUnder>
        </FormGroup>
      ),
    },
    { id: 'body', title: 'Body', count: body === '' || body === 'none' ? 0 : 1, panel: <BodyField value={values['body']} schema={bodySchema(row)} variables={variables} onChange={(next) => setValue('body', next)} /> },
    {
      id: 'tests', title: 'Tests', count: Array.isArray(tests) ? tests.length : 0,
      panel: <RequestTests value={tests} docs={row['docs']} assertions={assertions} onChange={(next) => setValue('tests', next)} onRun={onTest} toRun={toSend} />,
    },
    { id: 'docs', title: 'Docs', count: 0, panel: <RequestDocs row={row} /> },
    { id: 'settings', title: 'Settings', count: 0, panel: <Settings form={form} /> },
  ];
}

function Settings({ form }: { readonly form: Form }) {
  const entity = kindOf('composerEndpoints');
  return (
    <>
      {['name', 'folder', 'timeout_ms', 'enabled'].map((name) => (
        <FormField
          key={name} name={name} meta={fieldMeta(entity, name)} value={form.values[name]} text={form.texts[name]} problem={form.problems[name]} required={false}
          onChange={(value) => form.setValue(name, value)} onText={(text) => form.setText(name, text)}
        />
      ))}
    </>
  );
}
