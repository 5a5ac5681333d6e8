import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { bodyTypes } from '../../../shared/contract/http.ts';
import { PairsField, type Pairs } from '../../components/resource/pairs-field.tsx';
import { textOf } from '../../state/list-order.ts';
import { BodyFile } from './body-file.tsx';
import { BodyParts } from './body-parts.tsx';
import { BodyRaw } from './body-raw.tsx';
import { isObject } from './request.ts';
import { bodyOf, type Body, type FileOfBody } from './request-body.ts';

type BodyType = (typeof bodyTypes)[number];

const labels: Readonly<Record<BodyType, string>> = {
  'none': 'None', 'raw': 'Raw: JSON, XML, text, GraphQL', 'form-data': 'Form with files (form-data)', 'x-www-form-urlencoded': 'Form (x-www-form-urlencoded)', 'binary': 'Binary file',
};

const begin: Readonly<Record<BodyType, Body>> = {
  'none': { type: 'none' },
  'raw': { type: 'raw', format: 'json', content_type: 'application/json', content: '' },
  'form-data': { type: 'form-data', content: [] },
  'x-www-form-urlencoded': { type: 'x-www-form-urlencoded', content: {} },
  'binary': { type: 'binary', content_type: 'application/octet-stream', content: '' },
};

interface BodyFieldProps {
  readonly value: unknown;
  /** What the document says of a JSON body. */
  readonly schema: unknown;
  /** Names that can be written as `{{name}}`. */
  readonly variables: readonly string[];
  readonly onChange: (value: unknown) => void;
}

/** The body of a request, by its kind [X-013…X-016]. Each kind keeps what was typed into it while another is looked at. */
export function BodyField({ value, schema, variables, onChange }: BodyFieldProps) {
  const body = bodyOf(value);
  const [kept, setKept] = useState<Readonly<Record<string, Body>>>({});
  const choose = (type: string) => {
    setKept({ ...kept, [body.type]: body });
    onChange(kept[type] ?? begin[type as BodyType] ?? { type });
  };
  return (
    <>
      <FormGroup label="Body" labelFor="body-type">
        <HTMLSelect id="body-type" value={body.type} onChange={(event) => choose(event.currentTarget.value)}>
          {bodyTypes.map((type) => <option key={type} value={type}>{labels[type]}</option>)}
        </HTMLSelect>
      </FormGroup>
      <Content body={body} schema={schema} variables={variables} onChange={onChange} />
    </>
  );
}

interface ContentProps {
  readonly body: Body;
  readonly schema: unknown;
  /** Names that can be written as `{{name}}`. */
  readonly variables: readonly string[];
  readonly onChange: (body: Body) => void;
}

function Content({ body, schema, variables, onChange }: ContentProps) {
  switch (body.type) {
    case 'none':
      return <p className="form-note">The request has no body.</p>;
    case 'raw':
      return <BodyRaw body={body} schema={schema} variables={variables} onChange={onChange} />;
    case 'form-data':
      return <BodyParts content={body.content} onChange={(content) => onChange({ ...body, content })} />;
    case 'binary':
      return <Binary body={body} onChange={onChange} />;
    default:
      return <PairsField one="field" value={isObject(body.content) ? body.content : noPairs} onChange={(content) => onChange({ ...body, content })} />;
  }
}

const noPairs: Pairs = {};

function Binary({ body, onChange }: Pick<ContentProps, 'body' | 'onChange'>) {
  const { type, content, filename, upload, size } = body;
  const file: FileOfBody = {
    content: textOf(content), filename: textOf(filename), ...(typeof upload === 'string' && { upload }), ...(typeof size === 'number' && { size }),
  };
  return (
    <>
      <FormGroup label="File">
        <BodyFile label="File of the body" file={file} onChoose={(chosen) => onChange({ type, content_type: body.content_type, ...chosen })} />
      </FormGroup>
      <FormGroup label="Content type" labelFor="body-content-type">
        <InputGroup id="body-content-type" size="small" className="tr-mono" value={textOf(body.content_type)} onValueChange={(content_type) => onChange({ ...body, content_type })} />
      </FormGroup>
    </>
  );
}
