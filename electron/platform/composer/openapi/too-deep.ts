import { AppError } from '../../../../shared/errors.ts';

/** What a document is refused with that cannot be read. */

/** Readers that go down with the nesting overflow the stack on thousands of levels. */
export function unlessTooDeep<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

export const refusal = (reason: string) => new AppError('invalid_input', `The document cannot be imported: ${reason}. Correct it and try again.`);
export const tooDeep = () => refusal('it is nested too deeply');
