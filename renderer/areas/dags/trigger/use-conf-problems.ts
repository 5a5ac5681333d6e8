import { useEffect, useMemo, useState } from 'react';
import { hasPattern } from '../../../../shared/rules/dag-params.ts';
import { createConfJudge, type Judged } from './conf-judge.ts';
import { problemsOf } from './conf-problems.ts';
import type { Raw } from './param-fields.ts';

interface ConfProblems {
  readonly found: ReadonlyMap<string, string>;
  /** A pattern took too long to tell. */
  readonly isUnknown: boolean;
}
const nothing: ReadonlyMap<string, string> = new Map();

/** What is wrong with a conf as far as it is known by now: patterns are held against it beside the page. The platform judges it once more when it is sent. */
export function useConfProblems(params: Raw, conf: Raw): ConfProblems {
  const isSlow = useMemo(() => hasPattern(params), [params]);
  const here = useMemo(() => (isSlow ? undefined : problemsOf(params, conf)), [isSlow, params, conf]);
  const [judge] = useState(createConfJudge);
  const [judged, setJudged] = useState<Judged>(nothing);
  useEffect(() => () => judge.close(), [judge]);
  useEffect(() => {
    if (isSlow) judge.judge({ params, conf }, setJudged);
  }, [judge, isSlow, params, conf]);
  const found = here ?? judged;
  return found === 'unknown' ? { found: nothing, isUnknown: true } : { found, isUnknown: false };
}
