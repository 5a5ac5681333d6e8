import { useEffect, useState } from 'react';
import { judgeDefinition, type DefinitionProblem } from '../../state/dag-desk.ts';
import { useAbsence } from '../../state/list-permission.ts';
import { useOffline } from '../../state/platform.ts';
import { definitionOf } from './schedules.ts';

/** Milliseconds without typing before the platform is asked. */
const pause = 400;
const none: readonly DefinitionProblem[] = [];

/** What the platform finds wrong with a definition while it is typed; nothing where it cannot be asked, since it judges again when it is saved. */
export function useJudgement(text: string): readonly DefinitionProblem[] {
  const isAbsent = useAbsence('dagVersions', 'validate') !== undefined;
  const offline = useOffline();
  const [judged, setJudged] = useState<{ readonly text: string; readonly problems: readonly DefinitionProblem[] }>({ text, problems: none });
  useEffect(() => {
    const definition = definitionOf(text);
    if (isAbsent || offline || !definition) return undefined;
    const controller = new AbortController();
    const ask = async () => {
      const answer = await judgeDefinition(definition, controller.signal);
      if (!controller.signal.aborted) setJudged({ text, problems: 'code' in answer ? none : answer });
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, isAbsent, offline]);
  return judged.text === text ? judged.problems : none;
}
