import { textOf } from '../../state/list-order.ts';
import { isObject } from './request.ts';

type Schema = Readonly<Record<string, unknown>>;

const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? (value as unknown[]).filter(isObject) : []);
const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A schema in one line: its type, and what limits its values. */
export function schemaLine(schema: Schema): string {
  const type = [schema['type']].flat().filter((one) => typeof one === 'string').join(' or ');
  const items = isObject(schema['items']) ? ` of ${textOf(schema['items']['title']) || [schema['items']['type']].flat().join(' or ') || 'anything'}` : '';
  const limits = [
    textOf(schema['format']),
    'const' in schema ? `always ${said(schema['const'])}` : '',
    Array.isArray(schema['enum']) ? `one of ${(schema['enum'] as unknown[]).map(said).join(', ')}` : '',
    ...(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'] as const).map((word) => (schema[word] === undefined ? '' : `${words[word]} ${said(schema[word])}`)),
  ].filter((text) => text !== '');
  return [`${type}${type === 'array' || items !== '' ? items : ''}` || textOf(schema['title']), ...limits].filter((text) => text !== '').join(', ');
}

const words = {
  minimum: 'at least', maximum: 'at most', minLength: 'characters from', maxLength: 'characters up to', minItems: 'items from', maxItems: 'items up to', pattern: 'like', default: 'by default',
} as const;

/** What stands in an object, a list, or in the place of others. */
function innerOf(schema: Schema): (readonly [string, Schema, boolean])[] {
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return [
    ...properties.flatMap(([name, inner]) => (isObject(inner) ? [[name, inner, required.has(name)] as const] : [])),
    ...(isObject(schema['additionalProperties']) ? [['any other name', schema['additionalProperties'], false] as const] : []),
    ...(isObject(schema['items']) && innerOf(schema['items']).length > 0 ? [['each item', schema['items'], false] as const] : []),
    ...(['allOf', 'oneOf', 'anyOf'] as const).flatMap((word) => schemasIn(schema[word]).map((inner, at) => [`${chosen[word]} ${at + 1}`, inner, false] as const)),
  ];
}

const chosen = { allOf: 'also', oneOf: 'either', anyOf: 'any of' } as const;

/** A schema with what is in it, which can be opened. */
export function SchemaTree({ schema, depth = 0 }: { readonly schema: Schema; readonly depth?: number }) {
  const inner = innerOf(schema);
  return (
    <div className="schema">
      {depth === 0 && <span className="schema-line">{textOf(schema['title']) !== '' && <strong>{textOf(schema['title'])} </strong>}{schemaLine(schema)}</span>}
      {inner.length > 0 && (
        <ul>
          {inner.map(([name, one, required]) => {
            const head = <><code>{name}</code>{required && <span className="parameter-required"> required</span>} <span className="schema-line tr-muted">{schemaLine(one)}</span></>;
            const about = textOf(one['description']);
            return (
              <li key={name}>
                {innerOf(one).length > 0 ? <details open={depth < 1}><summary>{head}</summary>{about !== '' && <p className="request-prose">{about}</p>}<SchemaTree schema={one} depth={depth + 1} /></details>
                  : <>{head}{about !== '' && <p className="request-prose">{about}</p>}</>}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
