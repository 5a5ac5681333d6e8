import { faultAt } from './faults.ts';
import { DefinitionField } from './field.tsx';
import type { Field } from './fields.ts';
import { valueAt, type Path } from './edits.ts';
import type { Fault } from '../use-definition.ts';

/** What all fields of one form share. */
export interface FormContext {
  readonly definition: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
  /** The ids of lists of what is offered, by what they offer. */
  readonly offers: Readonly<Record<NonNullable<Field['offers']>, string>>;
  readonly onChange: (path: Path, value: unknown) => void;
}

interface FieldsProps {
  readonly of: readonly Field[];
  readonly at: Path;
  readonly context: FormContext;
  readonly known?: readonly string[];
}

/** Fields of one object, each with what is wrong with it. */
export function Fields({ of, at, context: { definition, faults, offers, onChange }, known }: FieldsProps) {
  return of.map((field) => (
    <DefinitionField
      key={field.name} field={field} at={at} value={valueAt(definition, [...at, field.name])} fault={faultAt(faults, [...at, field.name])} known={known}
      offers={field.offers && offers[field.offers]} onChange={onChange}
    />
  ));
}
