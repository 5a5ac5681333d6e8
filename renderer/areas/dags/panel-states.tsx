import type { ReactNode } from 'react';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { dismissError, refresh, type ListSlice, type Source } from '../../state/lists.ts';

interface PanelStatesProps {
  readonly source: Source;
  readonly slice: ListSlice;
  /** "runs". */
  readonly many: string;
  /** What is said when there are none. */
  readonly empty: ReactNode;
  readonly children: ReactNode;
}

/** The states of a list inside a page. Failures of other calls of the same group are shown by whoever made them. */
export function PanelStates({ source, slice, many, empty, children }: PanelStatesProps) {
  const known = slice.meta !== null;
  const failure = slice.error?.call === `${source.group}.${source.method}` ? slice.error : null;
  return (
    <>
      {failure && <Failure failure={failure} onRetry={() => refresh(source)} onDismiss={known ? () => dismissError(source) : undefined} />}
      {slice.data.length > 0 ? children : known ? empty : slice.loading && <Skeleton label={`Loading ${many}`} />}
    </>
  );
}
