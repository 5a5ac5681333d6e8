import { useMemo } from 'react';
import { useList } from '../../state/lists.ts';
import type { Configs } from './sign-in.ts';

const source = { group: 'authConfigs' } as const;

/** The auth configs of the environment by id, read while something shows their names. */
export function useConfigs(): Configs {
  const { data } = useList(source);
  return useMemo(() => new Map(data.map((row) => [row.id, row])), [data]);
}
