/** When a task may begin, from what became of the tasks directly upstream of it: Airflow's trigger rules. */

export const triggerRules = [
  'all_success', 'all_failed', 'all_done', 'all_skipped', 'one_failed', 'one_success', 'one_done', 'none_failed', 'none_failed_min_one_success', 'none_skipped', 'always',
] as const;
export type TriggerRule = (typeof triggerRules)[number];

/** Task instances directly upstream, all of them and those that have ended; each one that a task maps to counts. */
export interface Counts {
  total: number;
  success: number;
  failed: number;
  upstream_failed: number;
  skipped: number;
}

/** `none` is to wait; the last two are ends to which a task comes without having run. */
export type Verdict = 'none' | 'scheduled' | 'upstream_failed' | 'skipped';

export function verdict(rule: TriggerRule, { total, success, failed, upstream_failed, skipped }: Readonly<Counts>): Verdict {
  if (total === 0 || rule === 'always') return 'scheduled';
  const bad = failed + upstream_failed;
  const ended = success + bad + skipped >= total;
  const onceEnded = (then: Verdict): Verdict => (ended ? then : 'none');
  switch (rule) {
    case 'all_success':
      if (bad > 0) return 'upstream_failed';
      return skipped > 0 ? 'skipped' : onceEnded('scheduled');
    case 'all_failed':
      return success + skipped > 0 ? 'skipped' : onceEnded('scheduled');
    case 'all_done':
      return onceEnded('scheduled');
    case 'all_skipped':
      return success + bad > 0 ? 'skipped' : onceEnded('scheduled');
    case 'one_failed':
      return bad > 0 ? 'scheduled' : onceEnded('skipped');
    case 'one_success':
      return success > 0 ? 'scheduled' : onceEnded(skipped === total ? 'skipped' : 'upstream_failed');
    case 'one_done':
      return success + failed > 0 ? 'scheduled' : onceEnded('skipped');
    case 'none_failed':
      return bad > 0 ? 'upstream_failed' : onceEnded('scheduled');
    case 'none_failed_min_one_success':
      if (bad > 0) return 'upstream_failed';
      return onceEnded(skipped === total ? 'skipped' : 'scheduled');
    case 'none_skipped':
      return skipped > 0 ? 'skipped' : onceEnded('scheduled');
  }
}
