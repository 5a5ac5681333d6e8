import { describe, expect, it } from 'vitest';
import { requestHeaders } from '../../../electron/execution/headers.ts';
import { maskOf, maskUrl } from '../../../electron/execution/mask.ts';
import { mergeQuery } from '../../../electron/execution/query.ts';

const merged = (url: string, fields: Record<string, unknown>) => {
  const at = new URL(url);
  mergeQuery(at, fields);
  return at.href;
};

describe('the query', () => {
  it('replaces fields of the same name and leaves the others as they are written', () => {
    expect(merged('http://h/?a=1&b=x%20y&a=2', { a: 3 })).toBe('http://h/?b=x%20y&a=3');
    expect(merged('http://h/?a=1', {})).toBe('http://h/?a=1');
  });

  it('repeats arrays, names the keys of objects and leaves out what is null', () => {
    expect(merged('http://h/', { a: [1, 'two'], b: { c: 1, d: { e: true } }, f: null, g: undefined, h: '' })).toBe('http://h/?a=1&a=two&b%5Bc%5D=1&b%5Bd%5D%5Be%5D=true&h=');
  });

  it('encodes what would end the field or the line [F-8]', () => {
    expect(merged('http://h/', { 'a&b': 'c=d#e\r\nf\0' })).toBe('http://h/?a%26b=c%3Dd%23e%0D%0Af%00');
  });
});

describe('headers', () => {
  it.each([
    [{ 'X-A': 'a\r\nX-Evil: 1' }, 'line break'],
    [{ 'X-A': 'a\0' }, 'line break'],
    [{ 'X A': '1' }, 'cannot be the name of a header'],
    [{ '': '1' }, 'cannot be the name of a header'],
    [{ 'X-A': '✓' }, 'cannot carry'],
    [{ 'Transfer-Encoding': 'chunked' }, 'is set by the sender itself'],
    [{ 'content-length': '3' }, 'is set by the sender itself'],
    [{ 'X-A': {} }, 'is not a text'],
  ])('refuses %j [F-8]', (headers, message) => {
    expect(() => requestHeaders(headers)).toThrow(message);
  });

  it('takes the last of two spellings of one name', () => {
    expect([...requestHeaders({ Accept: 'a', accept: 'b', 'X-None': null })]).toEqual([['accept', 'b']]);
  });
});

describe('masks', () => {
  it('hide a secret as it is, percent-encoded and as JSON has it [F-20]', () => {
    const mask = maskOf(['p"ss wörd', 'short']);
    expect(mask('p"ss wörd p%22ss%20w%C3%B6rd {"a":"p\\"ss wörd"} short')).toBe('*** *** {"a":"***"} short');
  });

  it('hide the value of a query field, however short [F-20]', () => {
    expect(maskUrl(new URL('http://h/a?key=k&x=k'), ['key'], maskOf(['k']))).toBe('http://h/a?key=***&x=k');
  });
});
