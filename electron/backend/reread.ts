import { call, type Call } from '../../shared/contract/define.ts';
import { AppError } from '../../shared/errors.ts';
import type { Fields, Send } from './send.ts';

/**
 * After a create, reads the new row back by the `insertedId` of the answer. Without one the create has failed
 * when the reading fails the row exists all the same, and the error says so by the text of section 8.
 */
export const rereading = (send: Send): Send => async (created, input, sending) => {
  const answered = await send(created, input, sending);
  if (!created.reread) return answered;
  const id = insertedId(answered.data);
  if (id === undefined) {
    throw new AppError('bad_answer', created.fallback, { details: 'The answer does not name the new row’s id (insertedId). It may have been created all the same: refresh the list.' });
  }
  return send(readBack(created, created.reread), { tenant_id: input['tenant_id'], environment_id: input['environment_id'], id }, sending);
};

function insertedId(answer: unknown): string | undefined {
  const { insertedId: id, data } = (answer ?? {}) as Fields;
  if (typeof id === 'string' && id !== '') return id;
  if (typeof id === 'number') return String(id);
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? insertedId(data) : undefined;
}

const known = new WeakMap<Call, Call>();

function readBack(created: Call, { path, query, fallback }: NonNullable<Call['reread']>): Call {
  const made = known.get(created) ?? {
    ...call({ method: 'GET', path, answer: 'row', plural: created.plural, fallback, constants: Object.fromEntries(new URLSearchParams(query)), output: created.output }),
  };
  known.set(created, made);
  return made;
}
