import { z } from 'zod';
import { AppError } from '../../../../shared/errors.ts';
import { aText, operator, type OperatorContext } from './operator.ts';

/** JSONata over what the run has come to: `transform` makes a value of it, `branch` chooses the way. */

const fields = z.object({ expression: aText });

async function evaluated({ expression }: z.output<typeof fields>, { deeds, data, signal, log }: OperatorContext): Promise<unknown> {
  const begun = performance.now();
  const result = await deeds.evaluate(expression, data(), signal);
  log.write('info', `Evaluated the expression in ${Math.round(performance.now() - begun)} ms`);
  return result;
}

export const transform = operator(fields, evaluated, ['expression']);

/**
 * Yields the ids of the tasks that go on: a text, a list of them, or nothing. A group's id stands for its first tasks.
 * What is directly downstream and neither chosen nor downstream of what is chosen is skipped.
 */
export const branch = operator(
  fields,
  async (given, context) => {
    const chosen = await evaluated(given, context);
    const ids = chosen === null || chosen === undefined ? [] : [chosen].flat();
    const targets = new Set<string>();
    for (const id of ids) {
      if (typeof id !== 'string') throw new AppError('invalid_input', `The branch must yield task ids, a list of them, or nothing, not ${JSON.stringify(id).slice(0, 100)}.`);
      const found = context.targetsOf(id);
      if (!found) throw new AppError('invalid_input', `The branch chose “${id.slice(0, 250)}”, which is no task and no task group of this DAG.`);
      for (const target of found) targets.add(target);
    }
    context.log.write('info', targets.size === 0 ? 'The branch chose no task' : `The branch chose ${[...targets].join(', ')}`);
    return [...targets];
  },
  ['expression'],
);
