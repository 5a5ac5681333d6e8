import { AppError } from '../../../shared/errors.ts';
import type { ParamProblem } from '../../../shared/rules/dag-params.ts';

/** Refuses a conf that does not fit the params of its DAG, as `invalid_input` that names the fields; `field` is what the conf is called in the input. */
export function refuseConf(dag_id: string, field: string, wrong: readonly ParamProblem[]): void {
  if (wrong.length === 0) return;
  const problems = wrong.map(({ path, words }) => ({ path: [field, ...path], message: `DAG “${dag_id}”: ${field}.${path.join('.')} ${words}` }));
  throw new AppError('invalid_input', problems[0]!.message, { problems });
}
