import { describe, expect, it } from 'vitest';
import { AppError, codeOfStatus, toErrorValue } from '../../../shared/errors.ts';

describe('errors as values', () => {
  it('carries what it knows, and nothing that is undefined', () => {
    expect(toErrorValue(new AppError('conflict', 'Taken', { status: 409, details: { by: 'x' }, problems: [{ path: ['name'], message: 'Taken' }] }))).toEqual({
      code: 'conflict', message: 'Taken', status: 409, details: { by: 'x' }, problems: [{ path: ['name'], message: 'Taken' }],
    });
    expect(Object.keys(toErrorValue(new AppError('server', 'No')))).toEqual(['code', 'message']);
  });

  it('keeps the cause inside this process', () => {
    const error = new AppError('storage', 'No', { cause: new Error('disk') });
    expect((error.cause as Error).message).toBe('disk');
    expect(toErrorValue(error)).toEqual({ code: 'storage', message: 'No' });
  });

  it('says of a fault of ours what the user can read, with its words as details [E-004][E-020]', () => {
    expect(toErrorValue(new TypeError('x is not a function'))).toEqual({ code: 'internal', message: 'Unknown error occurred', details: 'x is not a function' });
    expect(toErrorValue('odd', 'An unknown error occurred while fetching agents')).toEqual({ code: 'internal', message: 'An unknown error occurred while fetching agents', details: 'odd' });
  });

  it('knows an abort', () => {
    expect(toErrorValue(new DOMException('gone', 'AbortError')).code).toBe('cancelled');
  });

  it.each([
    [400, 'rejected'], [401, 'unauthorized'], [403, 'forbidden'], [404, 'not_found'], [409, 'conflict'], [412, 'conflict'], [413, 'too_large'],
    [422, 'rejected'], [429, 'rejected'], [500, 'server'], [503, 'server'], [599, 'server'],
  ])('%d is %s', (status, code) => {
    expect(codeOfStatus(status)).toBe(code);
  });
});
