import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import { paramOf } from '../../../../shared/rules/dag-params.ts';
import { isObject, type Path, type Values } from './edits.ts';
import { faultAt } from './faults.ts';
import { DefinitionField } from './field.tsx';
import type { FormContext } from './field-list.tsx';

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
const at: Path = ['params'];

/** What a param says of itself: the value alone, unless there is more to say. */
function written(value: unknown, schema: Values, description: string | undefined): unknown {
  const isBare = value !== undefined && Object.keys(schema).length === 0 && !description;
  return isBare ? value : { ...(value === undefined ? {} : { value }), schema, ...(description ? { description } : {}) };
}

/** The same params with one under another name, in its place. */
const renamed = (params: Values, from: string, to: string): Values => Object.fromEntries(Object.entries(params).map(([name, value]) => [name === from ? to : name, value]));

/** The params of a DAG, one a row, each with its JSON Schema. */
export function ParamRows({ context: { definition, faults, onChange } }: { readonly context: FormContext }) {
  const params = isObject(definition['params']) ? definition['params'] : {};
  const names = Object.keys(params);
  const set = (next: Values) => onChange(at, Object.keys(next).length === 0 ? undefined : next);
  const add = () => {
    let name = 'param';
    for (let number = 2; Object.hasOwn(params, name); number += 1) name = `param_${number}`;
    set({ ...params, [name]: '' });
  };
  return (
    <>
      <ul className="definition-params" aria-label="Params">
        {names.map((name, place) => (
          // A param keeps its row while its name is typed.
          // oxlint-disable-next-line react/no-array-index-key
          <ParamRow key={place} name={name} given={params[name]} fault={faultAt(faults, ['params', name])} taken={names}
            onRename={(next) => set(renamed(params, name, next))} onChange={(next) => set({ ...params, [name]: next })}
            onRemove={() => set(Object.fromEntries(Object.entries(params).filter(([other]) => other !== name)))}
          />
        ))}
      </ul>
      <Button size="small" variant="outlined" icon={<Plus size={14} />} text="Add param" onClick={add} />
    </>
  );
}

interface ParamRowProps {
  readonly name: string;
  readonly given: unknown;
  readonly fault: string | undefined;
  readonly taken: readonly string[];
  readonly onRename: (name: string) => void;
  readonly onChange: (given: unknown) => void;
  readonly onRemove: () => void;
}

const valueField = { name: 'value', kind: 'value', label: 'Value', otherwise: 'each run must give it' } as const;
const schemaField = { name: 'schema', kind: 'value', label: 'JSON Schema', help: 'Such as {"enum": ["a", "b"]} or {"type": "integer", "minimum": 1}', wide: true } as const;

function ParamRow({ name, given, fault, taken, onRename, onChange, onRemove }: ParamRowProps) {
  const { value, schema, description } = paramOf(given);
  const type = schema['type'];
  const { type: _type, ...untyped } = schema;
  return (
    <li className="definition-param" data-path={`params.${name}`}>
      <div className="definition-param-line">
        <InputGroup size="small" className="tr-mono" aria-label={`Name of param ${name}`} spellCheck={false} value={name} onValueChange={(next) => next !== '' && !taken.includes(next) && onRename(next)} />
        <HTMLSelect className="bp6-small" aria-label={`Type of ${name}`} value={typeof type === 'string' ? type : type === undefined ? '' : 'schema'} onChange={({ currentTarget }) => onChange(written(value, currentTarget.value === '' ? untyped : { ...schema, type: currentTarget.value }, description))}>
          <option value="">any type</option>
          {types.map((one) => <option key={one} value={one}>{one}</option>)}
          {type !== undefined && typeof type !== 'string' && <option value="schema" disabled>by schema</option>}
        </HTMLSelect>
        <InputGroup size="small" aria-label={`Description of ${name}`} placeholder="Description" value={description ?? ''} onValueChange={(next) => onChange(written(value, schema, next))} />
        <Button size="small" variant="minimal" icon={<Cross size={12} />} aria-label={`Remove param ${name}`} onClick={onRemove} />
      </div>
      {fault !== undefined && <p className="form-problem">{fault}</p>}
      <div className="definition-fields">
        <DefinitionField field={valueField} at={at} value={value} fault={undefined} onChange={(_path, next) => onChange(written(next, schema, description))} />
        <DefinitionField field={schemaField} at={at} value={Object.keys(schema).length === 0 ? undefined : schema} fault={undefined} onChange={(_path, next) => onChange(written(value, isObject(next) ? next : {}, description))} />
      </div>
    </li>
  );
}
