import { isObject } from '../canvas/graph.ts';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
}

/** The fields that an approval asks for, as far as they can be read. */
export function fieldsOf(question: unknown): readonly Field[] {
  const fields = isObject(question) ? question['fields'] : undefined;
  return Array.isArray(fields) ? fields.flatMap((field: unknown) => {
    if (!isObject(field) || typeof field['name'] !== 'string') return [];
    return [{ name: field['name'], label: typeof field['label'] === 'string' ? field['label'] : field['name'], type: typeof field['type'] === 'string' ? field['type'] : 'text', required: field['required'] === true }];
  }) : [];
}

/** A typed text as the field's type wants it; undefined where nothing was typed. */
export function valueOf({ type }: Field, typed: string | undefined): unknown {
  if (type === 'boolean' || type === 'flag') return typed === 'true';
  if (typed === undefined || typed.trim() === '') return undefined;
  return type === 'number' ? Number(typed) : typed;
}
