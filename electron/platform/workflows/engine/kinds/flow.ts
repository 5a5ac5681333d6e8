import { otherwise } from '../../../../../shared/contract/workflow-kinds.ts';
import { AppError } from '../../../../../shared/errors.ts';
import { given, Waits, type Data, type Kind, type Result } from './occasion.ts';

/** Where a run begins, which way it takes, and what it answers. */

export const start: Kind = async ({ input }) => ({ output: input });

export const end: Kind = async ({ data, input, evaluate }) => {
  const expression = given(data['expression']);
  return { output: expression === undefined ? input : await evaluate(expression) };
};

export const transform: Kind = async ({ data, evaluate }) => ({ output: await evaluate(String(data['expression'])) });

/** Its input goes on by the way that is taken. */
export const branch: Kind = async ({ data, input, evaluate }) => ({ output: input, handle: wayOf(data, await evaluate(String(data['expression']))) });

/** The way that a value means; nothing, false, 0 and what is empty mean false where no ways are named. */
export function wayOf({ branches }: Data, value: unknown): string {
  if (!Array.isArray(branches) || branches.length === 0) return isTrue(value) ? 'true' : 'false';
  const name = typeof value === 'string' ? value : JSON.stringify(value);
  return branches.includes(name) ? name : otherwise;
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTrue);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Asks, and waits: what it comes to is the answer that somebody gives. */
export const approval: Kind = async ({ data, fill, title }) => {
  throw new Waits('approval', { message: given(data['message']) === undefined ? `${title}: approve?` : fill(data['message']), fields: data['fields'] ?? [] });
};

interface AskedField {
  readonly name?: unknown;
  readonly label?: unknown;
  readonly required?: unknown;
}

/** What an approval comes to by somebody's answer `{approved, …}`. Throws `invalid_input` where it is none. */
export function approvalResult(question: unknown, input: unknown, answer: unknown, by: string, date: string): Result {
  const { approved, ...said } = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  if (typeof approved !== 'boolean') throw new AppError('invalid_input', 'Say whether it is approved: {"approved": true} or {"approved": false}.');
  const { fields } = question as { fields?: unknown };
  const missing = (Array.isArray(fields) ? (fields as AskedField[]) : []).filter(({ name, required }) => approved && required === true && typeof name === 'string' && (said[name] ?? '') === '');
  if (missing.length > 0) throw new AppError('invalid_input', `The answer lacks: ${missing.map(({ label, name }) => String(label ?? name)).join(', ')}.`);
  return { output: { ...said, approved, by, date, input }, handle: approved ? 'approved' : 'rejected' };
}
