import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { bodyTypes } from '../../../shared/contract/http.ts';
import { Editor } from '../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../components/json-editor/json-problem.ts';
import { PairsField, type Pairs } from '../../components/resource/pairs-field.tsx';
import { textOf } from '../../state/list-order.ts';

type BodyType = (typeof bodyTypes)[number];

const labels: Readonly<Record<BodyType, string>> = {
  'none': 'None', 'raw': 'Text or JSON', 'form-data': 'Form data', 'x-www-form-urlencoded': 'Form, URL-encoded', 'binary': 'Binary',
};

interface Body {
  readonly type: string;
  readonly content_type?: unknown;
  readonly content?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const bodyOf = (value: unknown): Body => (isObject(value) && typeof value['type'] === 'string' ? (value as unknown as Body) : { type: 'none' });

const begin: Readonly<Record<BodyType, Body>> = {
  'none': { type: 'none' },
  'raw': { type: 'raw', content_type: 'application/json', content: '' },
  'form-data': { type: 'form-data', content: {} },
  'x-www-form-urlencoded': { type: 'x-www-form-urlencoded', content: {} },
  'binary': { type: 'binary', content_type: 'application/octet-stream', content: '' },
};

interface BodyFieldProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The body of a request, by its kind [X-013…X-016]. */
export function BodyField({ value, onChange }: BodyFieldProps) {
  const body = bodyOf(value);
  const [stored] = useState(body);
  const choose = (type: string) => onChange(type === stored.type ? stored : (begin[type as BodyType] ?? { type }));
  return (
    <>
      <FormGroup label="Body" labelFor="body-type">
        <HTMLSelect id="body-type" value={body.type} onChange={(event) => choose(event.currentTarget.value)}>
          {bodyTypes.map((type) => <option key={type} value={type}>{labels[type]}</option>)}
        </HTMLSelect>
      </FormGroup>
      <Content body={body} onChange={onChange} />
    </>
  );
}

function Content({ body, onChange }: { readonly body: Body; readonly onChange: (body: Body) => void }) {
  const put = (content: unknown) => onChange({ ...body, content });
  if (body.type === 'none') return <p className="form-note">The request has no body.</p>;
  if (body.type === 'raw') return <RawBody body={body} onChange={onChange} />;
  // A list of parts, such as one with files, has no lines here.
  if (body.type !== 'binary' && (isObject(body.content) || body.content === undefined)) {
    return <PairsField one="field" value={(body.content ?? noPairs) as Pairs} onChange={put} />;
  }
  return <JsonContent label={`Content of ${body.type}`} value={body.content} onChange={put} />;
}

const noPairs: Pairs = {};

function RawBody({ body, onChange }: { readonly body: Body; readonly onChange: (body: Body) => void }) {
  const type = textOf(body.content_type);
  const text = typeof body.content === 'string' ? body.content : body.content === undefined || body.content === null ? '' : JSON.stringify(body.content, null, 2);
  return (
    <>
      <FormGroup label="Content type" labelFor="body-content-type">
        <InputGroup id="body-content-type" size="small" className="tr-mono" list="body-content-types" value={type} onValueChange={(content_type) => onChange({ ...body, content_type })} />
        <datalist id="body-content-types">{['application/json', 'application/xml', 'text/plain', 'application/graphql'].map((one) => <option key={one} value={one}>{one}</option>)}</datalist>
      </FormGroup>
      <Editor language={/[/+]json\b/i.test(type) ? 'json' : 'text'} label="Body" lines={10} value={text} onChange={(content) => onChange({ ...body, content })} />
    </>
  );
}

/** A content without a form of its own, as JSON; what is not JSON yet is not taken. */
function JsonContent({ label, value, onChange }: { readonly label: string; readonly value: unknown; readonly onChange: (value: unknown) => void }) {
  const [text, setText] = useState(() => JSON.stringify(value ?? null, null, 2));
  const problem = jsonProblem(text)?.message;
  return (
    <>
      <Editor language="json" label={label} lines={8} value={text} onChange={(typed) => {
        setText(typed);
        if (!jsonProblem(typed)) onChange(JSON.parse(typed));
      }} />
      {problem && <span className="form-problem" role="alert">{problem}</span>}
    </>
  );
}
