import { useMemo } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { layerOf, resolveVariables, type Layer } from '../../../shared/rules/variables.ts';
import { useList } from '../../state/lists.ts';
import { useScope } from '../../state/session.ts';

/** What `{{name}}` stands for in requests: variables of the environment, then those of the API. */
export function useVariables(api: Row | undefined): readonly Layer[] {
  const { environment_id } = useScope();
  const environment = useList(environment_id ? { group: 'environments', method: 'get', input: { id: environment_id } } : null).data[0];
  return useMemo(() => [layerOf(environment?.['variables']), layerOf(api?.['variables'])], [environment, api]);
}

export const variableNames = (layers: readonly Layer[]): string[] => [...new Set(layers.flatMap((layer) => [...layer.keys()]))].toSorted();

/** A text with what is known filled in, to be shown; secrets stay as their names. */
export function filledIn(text: string, layers: readonly Layer[]): string {
  const shown = layers.map((layer): Layer => new Map([...layer].map(([name, one]) => [name, one.secret ? { value: `{{${name}}}`, secret: false } : one])));
  return resolveVariables(text, shown).text;
}
