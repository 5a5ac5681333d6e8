import { Tag } from '@blueprintjs/core';
import type { Row } from '../../../shared/contract/entity.ts';
import { host } from '../../api/client.ts';
import { textOf } from '../../state/list-order.ts';
import { isObject, parametersOf, type Parameter } from './request.ts';
import { SchemaTree } from './request-schema.tsx';

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The schema of the JSON that a request of this endpoint carries, where the document says one. */
export function bodySchema(row: Row): unknown {
  const content = fieldsOf(fieldsOf(fieldsOf(row['docs'])['request'])['content']);
  const [, media] = Object.entries(content).find(([type]) => /[/+]json\b/i.test(type)) ?? [];
  return fieldsOf(media)['schema'];
}

export const hasDocs = (row: Row): boolean => textOf(row['description']) !== '' || isObject(row['docs']);

/** What the document says of the endpoint. */
export function RequestDocs({ row }: { readonly row: Row }) {
  const docs = fieldsOf(row['docs']);
  const description = textOf(row['description']);
  const outside = fieldsOf(docs['external_docs']);
  const request = fieldsOf(docs['request']);
  const parameters = parametersOf(row['parameters']);
  const responses = Object.entries(fieldsOf(docs['responses']));
  if (!hasDocs(row)) return <p className="form-note">There is no documentation. It comes with the document that an API is imported from.</p>;
  return (
    <div className="request-docs">
      {docs['deprecated'] === true && <Tag intent="warning" minimal>Deprecated</Tag>}
      {description !== '' && <p className="request-prose">{description}</p>}
      {typeof outside['url'] === 'string' && outside['url'].startsWith('https:') && (
        <p><a href={outside['url']} onClick={(event) => {
          event.preventDefault();
          void host.openExternal(textOf(outside['url']));
        }}>{textOf(outside['description']) || 'More documentation'}</a></p>
      )}
      {parameters.length > 0 && <ParameterTable parameters={parameters} schemas={fieldsOf(docs['parameters'])} />}
      {Object.keys(request).length > 0 && (
        <section>
          <h2 className="request-heading">Body{request['required'] === true && <span className="parameter-required"> required</span>}</h2>
          {textOf(request['description']) !== '' && <p className="request-prose">{textOf(request['description'])}</p>}
          <Contents contents={fieldsOf(request['content'])} />
        </section>
      )}
      {responses.length > 0 && <h2 className="request-heading">Answers</h2>}
      {responses.map(([status, response]) => (
        <details key={status} className="docs-response" open={responses.length === 1}>
          <summary><code>{status}</code> {textOf(fieldsOf(response)['description'])}</summary>
          <Contents contents={fieldsOf(fieldsOf(response)['content'])} />
        </details>
      ))}
    </div>
  );
}

function ParameterTable({ parameters, schemas }: { readonly parameters: readonly Parameter[]; readonly schemas: Fields }) {
  return (
    <section>
      <h2 className="request-heading">Parameters</h2>
      <table className="tr-table docs-parameters">
        <thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">What it is</th></tr></thead>
        <tbody>
          {parameters.map((one) => {
            const schema = schemas[`${one.in} ${one.name}`];
            return (
              <tr key={`${one.in} ${one.name}`}>
                <td className="tr-mono">{one.name}{one.required && <span className="parameter-required"> required</span>}</td>
                <td>{one.in}</td>
                <td>{one.description && <p className="request-prose">{one.description}</p>}{isObject(schema) ? <SchemaTree schema={schema} /> : (one.type ?? '')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Contents({ contents }: { readonly contents: Fields }) {
  return Object.entries(contents).map(([type, media]) => {
    const schema = fieldsOf(media)['schema'];
    return <div key={type} className="docs-content"><code className="tr-muted">{type}</code>{isObject(schema) && <SchemaTree schema={schema} />}</div>;
  });
}
