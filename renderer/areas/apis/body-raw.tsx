import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Editor } from '../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../components/json-editor/json-problem.ts';
import { textOf } from '../../state/list-order.ts';
import { completeBody } from './body-completion.ts';
import { isObject } from './request.ts';
import { formatOf, rawFormats, rawTextOf, withFormat, type Body, type RawFormat } from './request-body.ts';

const labels: Readonly<Record<RawFormat, string>> = { json: 'JSON', xml: 'XML', html: 'HTML', text: 'Text', graphql: 'GraphQL' };
const languages = { json: 'json', xml: 'xml', html: 'xml', text: 'text', graphql: 'graphql' } as const;

interface BodyRawProps {
  readonly body: Body;
  /** What the document says of a JSON body. */
  readonly schema: unknown;
  /** Names that can be written as `{{name}}`. */
  readonly variables: readonly string[];
  readonly onChange: (body: Body) => void;
}

/** A body that is written as text. */
export function BodyRaw({ body, schema, variables, onChange }: BodyRawProps) {
  const format = formatOf(body);
  const text = rawTextOf(body);
  const known = format === 'json' && isObject(schema);
  const complete = completeBody(known ? schema : {}, variables);
  const graphql = format === 'graphql' && isObject(body.content) ? body.content : undefined;
  const put = (typed: string) => onChange({ ...body, content: format === 'graphql' ? { ...graphql, query: typed } : typed });
  return (
    <>
      <div className="body-line">
        <FormGroup label="Format" labelFor="body-format" inline>
          <HTMLSelect id="body-format" value={format} onChange={({ currentTarget }) => onChange(withFormat(body, currentTarget.value as RawFormat))}>
            {rawFormats.map((one) => <option key={one} value={one}>{labels[one]}</option>)}
          </HTMLSelect>
        </FormGroup>
        <FormGroup label="Content type" labelFor="body-content-type" inline>
          <InputGroup id="body-content-type" size="small" className="tr-mono" value={textOf(body.content_type)} onValueChange={(content_type) => onChange({ ...body, content_type })} />
        </FormGroup>
        {format === 'json' && (
          <Button
            size="small" variant="minimal" text="Lay out" title="Lay out the JSON with one entry on each line" disabled={text.trim() === '' || jsonProblem(text) !== undefined}
            onClick={() => put(JSON.stringify(JSON.parse(text), null, 2))}
          />
        )}
      </div>
      <Editor language={languages[format]} label={format === 'graphql' ? 'Query' : 'Body'} lines={10} value={text} onChange={put} complete={complete} />
      {format === 'graphql' && <GraphQlVariables value={graphql?.['variables']} onChange={(variables) => onChange({ ...body, content: { ...graphql, query: text, variables } })} />}
      {known && <p className="form-note">Ctrl+Space offers what the document knows of this body.</p>}
    </>
  );
}

function GraphQlVariables({ value, onChange }: { readonly value: unknown; readonly onChange: (variables: string) => void }) {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
  return (
    <>
      <h2 className="request-heading">Variables</h2>
      <Editor language="json" label="Variables" lines={4} value={text} onChange={onChange} />
    </>
  );
}
