import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { secretStep } from '../../../shared/rules/secret-path.ts';

/** Which stored secret a mark stands for. */
export interface SecretPlace {
  /** The row's group in the contract. */
  readonly group: string;
  readonly id: string;
  /** A JSON pointer into the row (RFC 6901). */
  readonly path: string;
}

const Place = createContext<SecretPlace | null>(null);

/** The place of what is shown here; null where no row is stored, so that there is nothing to ask for. */
export const useSecretPlace = (): SecretPlace | null => useContext(Place);

/** Marks inside are of this row. */
export function SecretsOf({ group, id, children }: { readonly group: string; readonly id: string | undefined; readonly children: ReactNode }) {
  const place = useMemo(() => (id === undefined ? null : { group, id, path: '' }), [group, id]);
  return <Place value={place}>{children}</Place>;
}

/** Marks inside stand under this name. */
export function SecretsUnder({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const outer = useSecretPlace();
  const place = useMemo(() => outer && { ...outer, path: secretStep(outer.path, name, undefined) }, [outer, name]);
  return <Place value={place}>{children}</Place>;
}

/** Marks inside stand at this path of the same row. */
export function SecretsAt({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const outer = useSecretPlace();
  const place = useMemo(() => outer && { ...outer, path }, [outer, path]);
  return <Place value={place}>{children}</Place>;
}
